package org.lsmtable.tools.command;

import java.util.Collection;
import java.util.List;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;
import org.lsmtable.data.Row;
import org.lsmtable.table.BucketLevels;
import org.lsmtable.table.Table;
import org.lsmtable.tools.console.CliException;
import org.lsmtable.tools.console.ExitCode;
import org.lsmtable.tools.console.Session;
import org.lsmtable.tools.query.PartitionArgument;
import picocli.CommandLine.Option;

/** A command on all buckets of a table, or some of them. */
abstract class BucketCommand extends ReadCommand {
    @Option(
            names = "--partition",
            paramLabel = "COLUMN=VALUE,...",
            description = "Only partitions with these values; some of the partition columns are enough.")
    private @Nullable String partition;

    @Option(names = "--bucket", paramLabel = "B", description = "Only this bucket.")
    private @Nullable Integer bucket;

    BucketCommand(Session session) {
        super(session);
    }

    /** Whether all buckets are meant. */
    final boolean wantsAll() {
        return partition == null && bucket == null;
    }

    /**
     * Refuses what names no bucket.
     *
     * @throws CliException if only some buckets are meant, and there is none of them
     */
    final void checkFound(Collection<?> found, Table table) {
        checkBucket();
        if (found.isEmpty() && !wantsAll()) {
            throw new CliException(ExitCode.NOT_FOUND, table.location() + ": no such partition or bucket has files");
        }
    }

    private void checkBucket() {
        if (bucket != null && bucket < 0) {
            throw CliException.usage("--bucket: expected at least 0, found " + bucket);
        }
    }

    /** Those of some buckets that are meant. */
    final List<BucketLevels> wanted(List<BucketLevels> buckets, Table table) {
        BiPredicate<Row, Integer> wanted = wanted(table);
        return buckets.stream()
                .filter(b -> wanted.test(b.partitionValues(), b.ref().bucket()))
                .toList();
    }

    /** Whether a bucket is meant, by the values of its partition and its number. */
    final BiPredicate<Row, Integer> wanted(Table table) {
        checkBucket();
        PartitionArgument values =
                partition == null ? PartitionArgument.ALL : PartitionArgument.parse(partition, table.schema());
        return (partitionValues, number) ->
                values.matches(partitionValues) && (bucket == null || bucket.equals(number));
    }
}
