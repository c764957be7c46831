package org.lsmtable.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.lsmtable.data.Row;
import org.lsmtable.table.TableException.Reason;

/** Buckets named by their partition and number: those that cannot be are errors, not buckets with nothing to do. */
@ExtendWith(CheckedTables.class)
class BucketRefTest {
    private static Table create(Path folder, String columns, List<String> partition, String buckets) {
        return Table.create(
                folder.resolve("db.db/t"),
                TableDefinition.parse(columns).with(partition, Map.of("bucket", buckets), null));
    }

    private static void write(Table table, Row... rows) {
        try (TableWriter writer = table.newWriter(CompactionMode.NONE)) {
            for (Row row : rows) {
                writer.upsert(row);
            }
            writer.commit();
        }
    }

    private static void assertRefused(ThrowingCallable call, Reason reason, String text) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        TableException.class, e -> assertThat(e.reason()).isEqualTo(reason))
                .hasMessageEndingWith("db.db/t: " + text);
    }

    private static void assertRefused(Table table, BucketRef ref, Reason reason, String text) {
        for (ThrowingCallable call : List.<ThrowingCallable>of(
                () -> table.explain(ref),
                () -> table.outlook(SnapshotRef.latest(), ref, null, null),
                () -> table.compact(ref),
                () -> table.compactFully(ref))) {
            assertRefused(call, reason, text);
        }
    }

    @Test
    void aNumberOutsideTheFixedOnesIsRefused(Path folder) {
        try (Table table = create(folder, "id INT, v INT, PRIMARY KEY (id)", List.of(), "3")) {
            assertThat(table.compact(BucketRef.bucket(2)).snapshots()).isEmpty();
            write(table, Row.of(1, 1));
            BucketRef used = table.levels(SnapshotRef.latest()).get(0).ref();
            for (int number = 0; number < 3; number++) {
                BucketRef ref = BucketRef.bucket(number);
                assertThat(table.explain(ref)).as("also without files").isNotNull();
                assertThat(table.compactFully(ref).snapshots()).hasSize(ref.equals(used) ? 1 : 0);
            }
            for (int number : new int[] {-1, 3, 7}) {
                assertRefused(
                        table,
                        BucketRef.bucket(number),
                        Reason.NOT_FOUND,
                        "expected a bucket from 0 to 2, found bucket " + number);
            }
        }
    }

    @Test
    void dynamicBucketsAreThoseWithFiles(Path folder) {
        try (Table table = create(folder, "id INT, v INT, PRIMARY KEY (id)", List.of(), "-1")) {
            write(table, Row.of(1, 1));
            assertThat(table.explain(BucketRef.bucket(0))).isNotNull();
            assertRefused(
                    table, BucketRef.bucket(1), Reason.NOT_FOUND, "expected one of the buckets [0], found bucket 1");
        }
    }

    @Test
    void aPartitionIsNamedByItsValues(Path folder) {
        String columns = "p STRING, d DATE, id INT NOT NULL, PRIMARY KEY (p, d, id)";
        LocalDate day = LocalDate.of(2026, 1, 2);
        try (Table table = create(folder, columns, List.of("p", "d"), "1")) {
            write(table, Row.of("x", day, 1), Row.of("y", day, 2));
            for (BucketLevels levels : table.levels(SnapshotRef.latest())) {
                Row values = levels.partitionValues();
                assertThat(table.bucket(Map.of("d", day, "p", String.valueOf(values.get(0))), 0))
                        .isEqualTo(levels.ref());
            }
            assertThat(table.scan()
                            .in(table.bucket(Map.of("p", "y", "d", day), 0))
                            .count())
                    .isEqualTo(1);
            assertThat(table.explain(table.bucket(Map.of("p", "none", "d", day), 0)))
                    .isNotNull();
            assertRefused(
                    () -> table.bucket(Map.of("p", "x"), 0),
                    Reason.INVALID,
                    "expected a value of each of the partition columns [p, d], found values of [p]");
            assertRefused(
                    () -> table.bucket(Collections.singletonMap("p", null), 0),
                    Reason.INVALID,
                    "expected a value of each of the partition columns [p, d], found values of [p]");
            assertThatThrownBy(() -> table.bucket(Map.of("p", "x", "d", "soon"), 0))
                    .isInstanceOf(TableException.class)
                    .hasMessageContaining("'d'");
            assertRefused(
                    table,
                    BucketRef.bucket(0),
                    Reason.INVALID,
                    "bucket 0: expected values of 2 partition columns, found 0");
        }
    }

    @Test
    void withoutPartitionsThereAreNoValues(Path folder) {
        try (Table table = create(folder, "id INT, PRIMARY KEY (id)", List.of(), "1")) {
            assertThat(table.bucket(Map.of(), 0)).isEqualTo(BucketRef.bucket(0));
        }
    }
}
