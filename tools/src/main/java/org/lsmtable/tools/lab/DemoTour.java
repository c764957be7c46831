package org.lsmtable.tools.lab;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.lsmtable.check.Depth;
import org.lsmtable.check.Finding;
import org.lsmtable.commit.CommitResult;
import org.lsmtable.compact.Decision;
import org.lsmtable.data.RowKind;
import org.lsmtable.snapshot.CommitKind;
import org.lsmtable.snapshot.Snapshot;
import org.lsmtable.table.BucketRef;
import org.lsmtable.table.CompactionMode;
import org.lsmtable.table.CompactionOutcome;
import org.lsmtable.table.KeyLookup;
import org.lsmtable.table.KeyVersion;
import org.lsmtable.table.SnapshotRef;
import org.lsmtable.table.Table;
import org.lsmtable.table.TableDefinition;
import org.lsmtable.table.TableEnvironment;
import org.lsmtable.table.TableWriter;
import org.lsmtable.tools.console.ShellWord;
import org.lsmtable.tools.input.BatchSource;
import org.lsmtable.tools.input.InputBatch;
import org.lsmtable.tools.input.InputFormat;
import org.lsmtable.tools.input.InputTarget;
import org.lsmtable.vector.IntVector;

/** A tour of one table's life, told as it happens. */
public final class DemoTour {
    /** A base of orders, then changes: {@link #CHANGES_A_COMMIT} for each of {@link #COMMITS} commits. */
    private static final String RESOURCE = "/demo-orders.csv";

    private static final int BASE_ROWS = 1_200;
    private static final int COMMITS = 9;
    private static final int CHANGES_A_COMMIT = 5;

    /** A key that the changes touch three times. */
    private static final long KEY = 42;

    private static final String COLUMNS = "order_id BIGINT, customer STRING, status STRING, amount DECIMAL(10, 2),"
            + " updated TIMESTAMP(3), PRIMARY KEY (order_id)";

    private final Path folder;
    private final TableEnvironment environment;
    private final String program;
    private final Teller teller;

    /** Takes the lines of the tour. */
    public interface Teller {
        /** One line, or several. */
        void tell(String text) throws IOException;
    }

    /**
     * A tour that leaves its table in a folder, in which there must be none.
     *
     * @param program how this program is called, in the commands that the tour ends with
     */
    public DemoTour(Path folder, TableEnvironment environment, String program, Teller teller) {
        this.folder = folder;
        this.environment = environment;
        this.program = program;
        this.teller = teller;
    }

    /** Plays the tour; false if the table is not as it must be at the end. */
    public boolean play() throws IOException {
        title("1. A table with a primary key, in " + folder);
        teller.tell("   " + COLUMNS);
        TableDefinition definition = TableDefinition.parse(COLUMNS).with(List.of(), Map.of("bucket", "1"), null);
        try (Table table = Table.create(folder.toString(), environment, definition)) {
            try (InputStream resource = Objects.requireNonNull(DemoTour.class.getResourceAsStream(RESOURCE));
                    BatchSource changes = InputFormat.CSV.open(
                            resource, RESOURCE, InputTarget.of(table.schema()).withKinds("op"))) {
                loadBase(table, changes);
                commitChanges(table, changes);
            }
            lookUp(table);
            compact(table);
            return readBack(table);
        }
    }

    private void loadBase(Table table, BatchSource changes) throws IOException {
        title("2. " + BASE_ROWS + " orders, compacted to the last level");
        try (TableWriter writer = table.newWriter(CompactionMode.NONE)) {
            write(Objects.requireNonNull(changes.next(BASE_ROWS)), writer);
            commit(writer);
        }
        table.compactFully();
        teller.tell("   levels: " + levels(table));
    }

    private void commitChanges(Table table, BatchSource changes) throws IOException {
        title("3. " + COMMITS + " commits of " + CHANGES_A_COMMIT + " changes each. Every commit adds a level-0 file;"
                + " after each, the picker is asked");
        try (TableWriter writer = table.newWriter(CompactionMode.AWAIT)) {
            for (int i = 1; i <= COMMITS; i++) {
                InputBatch batch = Objects.requireNonNull(changes.next(CHANGES_A_COMMIT));
                String what = kinds(Objects.requireNonNull(batch.kinds()));
                write(batch, writer);
                List<Snapshot> snapshots = commit(writer);
                Snapshot append = snapshots.stream()
                        .filter(s -> s.commitKind() == CommitKind.APPEND)
                        .findFirst()
                        .orElseThrow();
                Decision decision = table.explain(SnapshotRef.snapshot(append.id()), BucketRef.bucket(0), null);
                teller.tell("   commit " + i + " (" + what + ") is snapshot " + append.id());
                if (decision.pick() != null) {
                    teller.tell(indented(decision.explain(), "      | "));
                }
                teller.tell("      levels: " + levels(table));
            }
        }
    }

    private void lookUp(Table table) throws IOException {
        title("4. Order " + KEY + " has changed three times. Its stored versions, and what a lookup reads");
        for (KeyVersion version : table.versions(KEY)) {
            teller.tell("   " + version.kind().text() + " sequence " + version.sequence() + ", level "
                    + version.level() + ", live in snapshots " + version.snapshots() + ": "
                    + version.row().get(2));
        }
        KeyLookup lookup = table.lookup(SnapshotRef.latest(), KEY);
        for (KeyLookup.Probe probe : lookup.files()) {
            teller.tell("   lookup: level " + probe.level() + ": " + probe.checked() + " " + probe.result());
        }
        teller.tell("   the row: " + lookup.row());
    }

    private void compact(Table table) throws IOException {
        title("5. A full compaction: one sorted run, deletes dropped");
        CompactionOutcome outcome = table.compactFully();
        teller.tell("   " + outcome.filesRemoved() + " files in, " + outcome.filesAdded() + " out, "
                + outcome.bytesWritten() + " bytes written");
        teller.tell("   levels: " + levels(table));
    }

    private boolean readBack(Table table) throws IOException {
        long rows = table.scan().count();
        List<Finding> findings = table.check(Depth.ROWS);
        title("6. Read back: " + rows + " orders; the checker found " + (findings.isEmpty() ? "nothing" : findings));
        teller.tell("");
        teller.tell("Now try, with T=" + ShellWord.of(folder.toString()));
        for (String command : List.of(
                "scan $T --where \"status = 'new'\" --limit 5",
                "scan $T@2 --where \"order_id = " + KEY + "\"",
                "snapshots $T",
                "files $T",
                "diff $T 2 3 --rows",
                "explain $T")) {
            teller.tell("   " + ShellWord.of(program) + " " + command);
        }
        return findings.isEmpty();
    }

    private static void write(InputBatch batch, TableWriter writer) {
        writer.write(batch.rows(), Objects.requireNonNull(batch.kinds()));
    }

    private static List<Snapshot> commit(TableWriter writer) {
        CommitResult result = writer.commit();
        if (!(result instanceof CommitResult.Committed)) {
            throw new IllegalStateException("the demo's commit ended as " + result);
        }
        return result.snapshots();
    }

    private static String levels(Table table) {
        return table.levels(SnapshotRef.latest()).stream()
                .map(bucket -> PickText.levels(bucket.runs()))
                .collect(Collectors.joining());
    }

    private static String kinds(IntVector kinds) {
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < kinds.size(); i++) {
            texts.add(RowKind.ofCode(kinds.get(i)).text());
        }
        return String.join(" ", texts);
    }

    private static String indented(String text, String margin) {
        return text.lines().map(line -> margin + line).collect(Collectors.joining("\n"));
    }

    private void title(String text) throws IOException {
        teller.tell("");
        teller.tell(text);
    }
}
