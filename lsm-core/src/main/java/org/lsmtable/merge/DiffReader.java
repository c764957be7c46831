package org.lsmtable.merge;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lsmtable.data.RowKind;
import org.lsmtable.data.Values;
import org.lsmtable.types.DataType;
import org.lsmtable.types.RowType;
import org.lsmtable.types.SystemFields;
import org.lsmtable.vector.ColumnVector;
import org.lsmtable.vector.IntVector;

/**
 * Which rows of one merged state differ from those of another: both are read side by side in key order, so that memory does not grow with
 * them. Keys are joined first; then the rows that both have are compared column by column; then the rows that differ are gathered. Not
 * thread-safe.
 */
public final class DiffReader implements Closeable {
    /** The rows of one side that are joined at once; {@link Picks} numbers them with 16 bits. */
    private static final int MAX_STEP = 1 << (Picks.ROW_BITS - 1);

    private static final int BEFORE = 0;
    private static final int AFTER = 1;

    /** How a row that both states have, with other values, is shown. */
    public enum Updates {
        /** As it was, then as it is: {@code -U}, {@code +U}. New rows are {@code +I}. */
        PAIRS,
        /** As it is, with the kind of its newest version. New rows have the kind of theirs too. */
        NEWEST
    }

    private final Side before;
    private final Side after;
    private final Updates updates;
    private final KeyOrder order;
    private final int[] keyPositions;
    private final Gather[] gathers;
    private final IntVector kinds;
    private final Picks picks = new Picks();
    private int[] packed = new int[0];
    private int[] pairs = new int[0];
    private boolean[] differs = new boolean[0];

    /**
     * A reader before the first row.
     *
     * @param before the older state, with all columns of the table
     * @param after the newer one, with the same columns, and with kinds where the newest versions are to be shown
     */
    public DiffReader(MergeRequest before, MergeRequest after, Updates updates) {
        RowType table = after.order().table();
        this.before = new Side(before);
        this.after = new Side(after);
        this.updates = updates;
        this.order = new KeyOrder(after.order().key().stream()
                .map(name -> table.field(name).type())
                .toList());
        this.keyPositions = after.order().key().stream()
                .mapToInt(after.wanted().columns()::indexOf)
                .toArray();
        this.gathers = new Gather[after.wanted().columns().size()];
        for (int i = 0; i < gathers.length; i++) {
            DataType type = table.field(after.wanted().columns().get(i)).type();
            gathers[i] = new Gather(type);
        }
        this.kinds = new IntVector(SystemFields.VALUE_KIND.type(), 0);
    }

    /** The next rows that differ, with their kinds and without sequence numbers; null at the end. Valid until the next call. */
    public @Nullable MergedChunk next() throws IOException {
        while (true) {
            boolean old = before.load();
            boolean young = after.load();
            if (!old && !young) {
                return null;
            }
            int count = join();
            if (count > 0) {
                return gather(count);
            }
        }
    }

    /** Joins the rows at hand until one side has no more of them; leaves the picks and their kinds. */
    private int join() {
        int left = before.position;
        int right = after.position;
        int leftEnd = Math.min(before.rows(), left + MAX_STEP);
        int rightEnd = Math.min(after.rows(), right + MAX_STEP);
        ensureRoom(leftEnd - left + rightEnd - right);
        int joined = 0;
        int pairCount = 0;
        // packed: the row of one side, or the number of a pair below zero
        while (left < leftEnd && right < rightEnd) {
            int compared = order.compare(before.keys, left, after.keys, right);
            if (compared < 0) {
                packed[joined++] = pick(BEFORE, left++ - before.position);
            } else if (compared > 0) {
                packed[joined++] = pick(AFTER, right++ - after.position);
            } else {
                pairs[2 * pairCount] = left++;
                pairs[2 * pairCount + 1] = right++;
                packed[joined++] = ~pairCount++;
            }
        }
        if (after.ended()) {
            while (left < leftEnd) {
                packed[joined++] = pick(BEFORE, left++ - before.position);
            }
        }
        if (before.ended()) {
            while (right < rightEnd) {
                packed[joined++] = pick(AFTER, right++ - after.position);
            }
        }
        comparePairs(pairCount);
        before.advance(left);
        after.advance(right);
        return resolve(joined);
    }

    private static int pick(int side, int row) {
        return side << Picks.ROW_BITS | row;
    }

    private void ensureRoom(int rows) {
        if (packed.length < rows) {
            packed = new int[rows];
            pairs = new int[rows];
            differs = new boolean[rows];
        }
    }

    private void comparePairs(int count) {
        Arrays.fill(differs, 0, count, false);
        for (int c = 0; count > 0 && c < gathers.length; c++) {
            ColumnVector old = before.column(c);
            ColumnVector young = after.column(c);
            for (int p = 0; p < count; p++) {
                differs[p] |= !Values.same(old, pairs[2 * p], young, pairs[2 * p + 1]);
            }
        }
    }

    /** Puts the rows of pairs in place of their numbers, or nothing where they are equal, and notes the kinds. */
    private int resolve(int joined) {
        int rows = 0;
        int[] resolved = new int[2 * joined];
        kinds.clear();
        for (int i = 0; i < joined; i++) {
            int entry = packed[i];
            if (entry >= 0) {
                resolved[rows++] = entry;
                kinds.append(
                        entry >>> Picks.ROW_BITS == BEFORE
                                ? RowKind.DELETE.code()
                                : newKind(after.start + (entry & Picks.ROW_MASK), RowKind.INSERT));
            } else if (differs[~entry]) {
                int old = pairs[2 * ~entry];
                int young = pairs[2 * ~entry + 1];
                if (updates == Updates.PAIRS) {
                    resolved[rows++] = pick(BEFORE, old - before.start);
                    kinds.append(RowKind.UPDATE_BEFORE.code());
                }
                resolved[rows++] = pick(AFTER, young - after.start);
                kinds.append(newKind(young, RowKind.UPDATE_AFTER));
            }
        }
        picks.set(resolved, 0, rows, 2);
        return rows;
    }

    private int newKind(int row, RowKind otherwise) {
        return updates == Updates.PAIRS ? otherwise.code() : after.kind(row);
    }

    private MergedChunk gather(int rows) {
        int[] bases = {-before.start, -after.start};
        List<ColumnVector> columns = new ArrayList<>(gathers.length);
        for (int c = 0; c < gathers.length; c++) {
            columns.add(gathers[c].copy(picks, new ColumnVector[] {before.find(c), after.find(c)}, bases));
        }
        return new MergedChunk(rows, columns, null, kinds);
    }

    @Override
    public void close() throws IOException {
        Closing.all(before.reader, after.reader);
    }

    /** One of the two reads: the chunk at hand, and how far it has been joined. */
    private final class Side {
        private final MergeReader reader;
        private final ColumnVector[] keys;
        private @Nullable MergedChunk chunk;
        private boolean ended;
        private int start;
        private int position;

        Side(MergeRequest request) {
            this.reader = new MergeReader(request);
            this.keys = new ColumnVector[request.order().key().size()];
        }

        /** Makes sure that there are rows at hand; false at the end. */
        boolean load() throws IOException {
            if (!ended && position == rows()) {
                chunk = reader.next();
                start = 0;
                position = 0;
                ended = chunk == null;
                for (int k = 0; k < keys.length && !ended; k++) {
                    keys[k] = column(keyPositions[k]);
                }
            }
            return !ended;
        }

        boolean ended() {
            return ended;
        }

        int rows() {
            return chunk == null ? 0 : chunk.rows();
        }

        /** Notes that the rows from the old position to a new one have been joined. */
        void advance(int to) {
            start = position;
            position = to;
        }

        @Nullable
        ColumnVector find(int column) {
            return chunk == null ? null : chunk.columns().get(column);
        }

        ColumnVector column(int column) {
            ColumnVector found = find(column);
            if (found == null) {
                throw new IllegalStateException("no rows at hand");
            }
            return found;
        }

        int kind(int row) {
            if (chunk == null) {
                throw new IllegalStateException("no rows at hand");
            }
            return chunk.neededKinds().get(row);
        }
    }
}
