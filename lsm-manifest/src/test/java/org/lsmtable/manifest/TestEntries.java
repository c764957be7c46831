package org.lsmtable.manifest;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.lsmtable.data.BinaryRow;
import org.lsmtable.types.DataField;
import org.lsmtable.types.DataType;
import org.lsmtable.types.RowType;
import org.lsmtable.types.Types;

/** Manifest entries for tests. */
final class TestEntries {
    static final RowType DAY_AND_HOUR =
            RowType.of(List.of(new DataField(0, "dt", Types.STRING), new DataField(1, "hr", Types.INT)));

    private TestEntries() {}

    static BinaryRow partition(@Nullable String day, @Nullable Integer hour) {
        return BinaryRow.of(DAY_AND_HOUR.types(), day, hour);
    }

    static DataFileMeta file(String name, int level) {
        List<DataType> key = List.of(Types.INT);
        BinaryRow min = BinaryRow.of(key, 1);
        BinaryRow max = BinaryRow.of(key, 9);
        return new DataFileMeta(
                name,
                1000,
                10,
                min,
                max,
                new StatsRow(min, max, List.of(0L)),
                new StatsRow(min, max, Arrays.asList((Long) null)),
                5,
                14,
                0,
                level,
                List.of(),
                1_700_000_000_000L,
                0L,
                null,
                FileSource.APPEND,
                List.of("k"),
                null,
                null,
                null);
    }

    static ManifestEntry add(BinaryRow partition, int bucket, DataFileMeta file) {
        return new ManifestEntry(FileKind.ADD, partition, bucket, 4, file);
    }

    static ManifestEntry delete(ManifestEntry entry) {
        return new ManifestEntry(
                FileKind.DELETE, entry.partition(), entry.bucket(), entry.totalBuckets(), entry.file());
    }

    /** A file with every field set or not at random. */
    static DataFileMeta randomFile(Random random, String name) {
        List<DataType> types = List.of(Types.INT, Types.STRING);
        BinaryRow min = BinaryRow.of(types, random.nextInt(), "a".repeat(random.nextInt(20)));
        BinaryRow max = BinaryRow.of(types, random.nextInt(), null);
        List<Long> nullCounts = new ArrayList<>();
        nullCounts.add(random.nextBoolean() ? null : random.nextLong());
        nullCounts.add(-1L);
        byte[] index = new byte[random.nextInt(30)];
        random.nextBytes(index);
        StatsRow stats = random.nextInt(3) == 0 ? StatsRow.EMPTY : new StatsRow(min, max, nullCounts);
        return new DataFileMeta(
                name,
                random.nextLong() >>> 1,
                random.nextLong() >>> 1,
                min,
                max,
                stats,
                stats,
                random.nextLong(),
                random.nextLong(),
                random.nextInt(100),
                random.nextInt(6),
                random.nextBoolean() ? List.of() : List.of(name + ".index", "é\ud83d\ude00"),
                random.nextBoolean() ? null : random.nextLong(),
                random.nextBoolean() ? null : random.nextLong(),
                random.nextBoolean() ? null : index,
                random.nextBoolean() ? null : FileSource.values()[random.nextInt(2)],
                random.nextBoolean() ? null : List.of("a", "b"),
                random.nextBoolean() ? null : "s3://b/" + name,
                random.nextBoolean() ? null : random.nextLong() >>> 2,
                random.nextBoolean() ? null : List.of());
    }
}
