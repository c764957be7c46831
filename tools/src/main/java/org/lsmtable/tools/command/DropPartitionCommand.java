package org.lsmtable.tools.command;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.lsmtable.commit.CommitResult;
import org.lsmtable.data.BinaryRow;
import org.lsmtable.data.Row;
import org.lsmtable.maintenance.PartitionDrop;
import org.lsmtable.maintenance.Removal;
import org.lsmtable.scan.LiveFile;
import org.lsmtable.scan.ScanFilter;
import org.lsmtable.scan.TableScan;
import org.lsmtable.snapshot.Snapshot;
import org.lsmtable.snapshot.TableStores;
import org.lsmtable.table.Table;
import org.lsmtable.tools.console.CliException;
import org.lsmtable.tools.console.ExitCode;
import org.lsmtable.tools.console.Session;
import org.lsmtable.tools.query.PartitionArgument;
import org.lsmtable.types.RowType;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Takes partitions out of a table. */
@Command(
        name = "drop-partition",
        header = "Takes all rows of partitions out of a table, in one snapshot.",
        description = {
            "Shows which files would leave the table, and commits that with --execute. Earlier snapshots and",
            "tags have the files still: they go when these expire. A partition is given by values of some or",
            "all partition columns; __DEFAULT_PARTITION__ stands for null and for blank texts. Where there is no",
            "file nothing is dropped. Rows that others commit to the partitions meanwhile go too.",
            "",
            "--expired means the partitions that have passed the age of option partition.expiration-time; writers",
            "drop them after commits."
        },
        footer = {
            "",
            "Example:",
            "  lsm drop-partition /data/events dt=2026-01-01",
            "  lsm drop-partition /data/events dt=2026-01-01,hour=4 dt=2026-01-02 --execute",
            "  lsm drop-partition /data/events --expired"
        })
final class DropPartitionCommand extends TableCommand {
    @Parameters(
            index = "1",
            arity = "0..*",
            paramLabel = "PARTITION",
            description = "column=value, and more of it between commas.")
    private List<String> partitions = new ArrayList<>();

    @Option(names = "--expired", description = "The partitions that have expired by the table's options.")
    private boolean expired;

    @Option(names = "--execute", description = "Do it, do not only show what would go.")
    private boolean execute;

    DropPartitionCommand(Session session) {
        super(session);
    }

    @Override
    ExitCode run() throws IOException {
        if (expired == !partitions.isEmpty()) {
            throw CliException.usage(
                    "expected partitions, column=value, or --expired" + (expired ? ", found both" : ", found none"));
        }
        try (Table table = open(plainAddress())) {
            PartitionDrop plan = expired ? expired(table) : plan(table);
            if (expired && plan.removals().isEmpty()) {
                sumUp("no partition has expired");
                return ExitCode.DONE;
            }
            if (execute) {
                commit(table, plan);
            } else {
                Removals.show(this, plan.removals(), "dropped", removal -> false);
                sumUp("dry run: " + Removals.total(plan.removals()) + " would leave the table; --execute does it");
            }
        }
        return ExitCode.DONE;
    }

    private static PartitionDrop expired(Table table) {
        return table.maintenance()
                .expiredPartitions()
                .orElseThrow(() -> CliException.usage(table.location()
                        + (table.schema().partitionKeys().isEmpty()
                                ? ": the table has no partitions"
                                : ": option 'partition.expiration-time' is not set, so no partition expires")));
    }

    private PartitionDrop plan(Table table) throws IOException {
        List<Map<String, @Nullable Object>> all = new ArrayList<>();
        List<String> empty = new ArrayList<>();
        for (String text : table.schema().partitionKeys().isEmpty() ? List.<String>of() : partitions) {
            PartitionArgument argument = PartitionArgument.parse("partition", text, table.schema());
            List<Map<String, @Nullable Object>> specs =
                    argument.byName(table.schema(), argument.isOpen() ? present(table) : List.of());
            if (specs.isEmpty()
                    || table.maintenance().dropPartitions(specs).removals().isEmpty()) {
                empty.add(text);
            }
            all.addAll(specs);
        }
        if (!empty.isEmpty()) {
            String rest = empty.size() < partitions.size() ? "; no partition is dropped" : "";
            throw new CliException(ExitCode.NOT_FOUND, "no file in " + String.join(", ", empty) + rest);
        }
        return table.maintenance().dropPartitions(all);
    }

    private static List<Row> present(Table table) throws IOException {
        TableStores stores = table.stores();
        Set<BinaryRow> present = new LinkedHashSet<>();
        Optional<Snapshot> latest = stores.snapshots().latest();
        if (latest.isPresent()) {
            TableScan scan = new TableScan(stores.manifests(), stores.schemas(), table.schema());
            for (LiveFile file : scan.plan(latest.get(), ScanFilter.where(null))) {
                present.add(file.partition());
            }
        }
        RowType type = table.schema().partitionType();
        return present.stream().map(partition -> values(type, partition)).toList();
    }

    private void commit(Table table, PartitionDrop plan) throws IOException {
        CommitResult result = table.maintenance().execute(plan);
        CommitOutcome.check(result, session);
        for (Snapshot snapshot : result.snapshots()) {
            List<Removal> removed = plan.removedBy(snapshot);
            Removals.show(this, removed, "dropped", removal -> true);
            session.say("snapshot " + snapshot.id() + ": " + Removals.files(removed.size()) + " left the table");
        }
    }
}
