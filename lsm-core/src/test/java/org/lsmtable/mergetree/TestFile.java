package org.lsmtable.mergetree;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lsmtable.data.BinaryRow;
import org.lsmtable.data.KeyComparator;
import org.lsmtable.manifest.DataFileMeta;
import org.lsmtable.manifest.FileSource;
import org.lsmtable.manifest.StatsRow;
import org.lsmtable.types.DataType;
import org.lsmtable.types.Types;

/**
 * A made-up data file with a key of one INT; {@link #meta()} is its metadata. What is not given: level 0, 100 bytes, one row, no
 * deletes, sequence number 0.
 */
public record TestFile(
        String name,
        int level,
        long bytes,
        int minKey,
        int maxKey,
        long rows,
        @Nullable Long deletes,
        long minSequence,
        long maxSequence,
        @Nullable Long createdMillis) {
    private static final List<DataType> KEY = List.of(Types.INT.notNull());

    /** The order of the keys. */
    public static final KeyComparator KEY_ORDER = new KeyComparator(KEY);

    /** A level-0 file. */
    public static TestFile of(String name, int minKey, int maxKey) {
        return new TestFile(name, 0, 100, minKey, maxKey, 1, 0L, 0, 0, null);
    }

    public TestFile level(int other) {
        return new TestFile(name, other, bytes, minKey, maxKey, rows, deletes, minSequence, maxSequence, createdMillis);
    }

    public TestFile bytes(long other) {
        return new TestFile(name, level, other, minKey, maxKey, rows, deletes, minSequence, maxSequence, createdMillis);
    }

    public TestFile rows(long other) {
        return new TestFile(
                name, level, bytes, minKey, maxKey, other, deletes, minSequence, maxSequence, createdMillis);
    }

    public TestFile deletes(@Nullable Long other) {
        return new TestFile(name, level, bytes, minKey, maxKey, rows, other, minSequence, maxSequence, createdMillis);
    }

    public TestFile sequences(long min, long max) {
        return new TestFile(name, level, bytes, minKey, maxKey, rows, deletes, min, max, createdMillis);
    }

    public TestFile created(@Nullable Long millis) {
        return new TestFile(name, level, bytes, minKey, maxKey, rows, deletes, minSequence, maxSequence, millis);
    }

    /** The key of a number. */
    public static BinaryRow key(int value) {
        return BinaryRow.of(KEY, value);
    }

    public DataFileMeta meta() {
        return new DataFileMeta(
                name,
                bytes,
                rows,
                key(minKey),
                key(maxKey),
                StatsRow.EMPTY,
                StatsRow.EMPTY,
                minSequence,
                maxSequence,
                0,
                level,
                List.of(),
                createdMillis,
                deletes,
                null,
                FileSource.APPEND,
                null,
                null,
                null,
                null);
    }
}
