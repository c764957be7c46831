package org.lsmtable.tools.command;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lsmtable.commit.CommitResult;
import org.lsmtable.snapshot.TableStores;
import org.lsmtable.table.CompactionMode;
import org.lsmtable.table.Table;
import org.lsmtable.table.TableWriter;
import org.lsmtable.tools.console.CliException;
import org.lsmtable.tools.console.ExitCode;
import org.lsmtable.tools.console.PartlyDoneException;
import org.lsmtable.tools.console.Progress;
import org.lsmtable.tools.console.Session;
import org.lsmtable.tools.input.BatchSource;
import org.lsmtable.tools.input.InputBatch;
import org.lsmtable.tools.input.InputFormat;
import org.lsmtable.tools.input.InputTarget;
import org.lsmtable.tools.query.TableAddress;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Upserts the rows of files. */
@Command(
        name = "load",
        header = "Upserts the rows of files into a table.",
        description =
                "Columns are matched by name; one that a file lacks is null. There is one commit at the end, or one for every so"
                        + " many rows; each waits for the compaction that it sets off. Text that a column cannot hold exactly is refused;"
                        + " timestamps of Parquet and Avro files lose the fraction digits that the column does not have.",
        footer = {
            "",
            "Example:",
            "  lsm load /data/orders orders-*.csv --commit-every 100000",
            "  lsm load /data/orders - --format jsonl --kind-column op < changes.jsonl"
        })
final class LoadCommand extends TableCommand {
    private static final int BATCH_ROWS = 4_096;

    @Parameters(
            index = "1..*",
            arity = "1..*",
            paramLabel = "FILE",
            description = "Files to load; - is standard input.")
    private List<String> files = new ArrayList<>();

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description = "csv, jsonl, parquet, orc or avro; otherwise the file name tells.")
    private @Nullable InputFormat format;

    @Option(names = "--commit-every", paramLabel = "ROWS", description = "Commit whenever so many rows were read.")
    private @Nullable Long commitEvery;

    @Option(
            names = "--kind-column",
            paramLabel = "COLUMN",
            description = "The column that holds +I -U +U -D, or c r u d, or insert update delete.")
    private @Nullable String kindColumn;

    @Option(
            names = "--null",
            paramLabel = "TEXT",
            description = "The CSV field that stands for null; the empty field if not given.")
    private String nullText = "";

    @Option(names = "--no-compaction", description = "Write level-0 files only.")
    private boolean noCompaction;

    @Option(names = "--full-compaction", description = "Compact everything to the last level at the end.")
    private boolean fullCompaction;

    private final Summary summary = new Summary();

    LoadCommand(Session session) {
        super(session);
    }

    @Override
    ExitCode run() throws IOException {
        long start = session.nanoTime().getAsLong();
        if (commitEvery != null && commitEvery < 1) {
            throw CliException.usage("--commit-every must be at least 1, found " + commitEvery);
        }
        if (noCompaction && fullCompaction) {
            throw CliException.usage("--no-compaction and --full-compaction exclude each other");
        }
        CommitResult compaction = new CommitResult.Committed(List.of());
        TableAddress address = plainAddress();
        try (Table table = open(address)) {
            InputTarget target =
                    InputTarget.of(table.schema()).withKinds(kindColumn).withNullText(nullText);
            try {
                load(table, target);
                if (fullCompaction) {
                    compaction = table.compactFully().result();
                    summary.addSnapshots(compaction.snapshots(), table.stores());
                }
            } catch (RuntimeException | IOException | OutOfMemoryError e) {
                if (summary.snapshots().isEmpty()) {
                    throw e;
                }
                throw new PartlyDoneException(committed(), e);
            }
        }
        show(summary.asRecord(session.secondsSince(start), form()));
        CommitOutcome.checkCompactionOfRows(compaction);
        return ExitCode.DONE;
    }

    private void load(Table table, InputTarget target) throws IOException {
        CompactionMode mode = noCompaction ? CompactionMode.NONE : CompactionMode.AWAIT;
        try (TableWriter writer = table.newWriter(mode);
                Progress progress = progress("load").ofBytes(totalBytes())) {
            long bytesBefore = 0;
            long uncommitted = 0;
            for (String file : files) {
                try (BatchSource source = open(file, target)) {
                    long most = commitEvery == null ? Long.MAX_VALUE : commitEvery;
                    int room = (int) Math.min(BATCH_ROWS, most - uncommitted);
                    for (InputBatch batch = source.next(room); batch != null; batch = source.next(room)) {
                        session.interruption().check();
                        write(batch, writer);
                        uncommitted += batch.rows().size();
                        if (uncommitted == most) {
                            commit(writer, table.stores());
                            uncommitted = 0;
                        }
                        room = (int) Math.min(BATCH_ROWS, most - uncommitted);
                        progress.at(summary.rows(), bytesBefore + Math.max(0, source.bytesRead()));
                    }
                    bytesBefore += Math.max(0, source.bytesRead());
                }
            }
            if (uncommitted > 0) {
                commit(writer, table.stores());
            }
        }
    }

    private void write(InputBatch batch, TableWriter writer) {
        if (batch.kinds() == null) {
            writer.upsert(batch.rows());
        } else {
            writer.write(batch.rows(), batch.kinds());
        }
        summary.addRows(batch.rows().size());
    }

    private void commit(TableWriter writer, TableStores stores) throws IOException {
        CommitResult result = writer.commit();
        summary.addSnapshots(result.snapshots(), stores);
        CommitOutcome.check(result, session);
    }

    /** Told with a failure after some commits: what they hold stays. */
    private String committed() {
        return "what was read before is committed up to snapshot "
                + summary.snapshots().get(summary.snapshots().size() - 1);
    }

    @Override
    String whenCutOff() {
        return "what was committed stays, see 'lsm snapshots'; files of what was not may be left, which 'lsm orphans'"
                + " finds";
    }

    private BatchSource open(String file, InputTarget target) throws IOException {
        if (file.equals("-")) {
            if (format == null) {
                throw CliException.usage("standard input has no name that tells its format; give --format");
            }
            return format.open(new Unclosed(session.in()), "standard input", target);
        }
        InputFormat known = format == null ? InputFormat.ofFileName(file) : format;
        return known.open(session.folder().resolve(file), file, storage(), target);
    }

    private long totalBytes() throws IOException {
        long total = 0;
        for (String file : files) {
            Path path = session.folder().resolve(file);
            if (file.equals("-") || !Files.isRegularFile(path)) {
                return -1;
            }
            total += Files.size(path);
        }
        return total;
    }

    /** Standard input, which stays open when a source is done with it. */
    private static final class Unclosed extends FilterInputStream {
        Unclosed(InputStream in) {
            super(in);
        }

        @Override
        public void close() {}
    }
}
