package org.lsmtable.simulate;

import java.util.List;

/**
 * The flushes of a real table, to be played again under other options. Ranges of keys are given as places on a line from 0 to 1 on which the
 * table's bytes lie evenly. After the last flush the first follows again.
 *
 * <p>What merging saves is not recorded but modelled: {@code newKeys} of each flush's bytes have keys that no other file holds, the
 * others hit rows of their range as {@code skew} says.
 *
 * @param flushes at least one, oldest first
 * @param start the files at the start, any order within a level; none for an empty table
 * @param tableBytes bytes of the rows that are updated, each once; above 0 unless all keys are new
 * @param newKeys the share of new keys, from 0 to 1
 */
public record RecordedWorkload(
        List<Flush> flushes, List<StartFile> start, double tableBytes, double newKeys, Skew skew, RowShape rows)
        implements Workload {
    /**
     * One flush.
     *
     * @param files what it wrote to level 0; they share no key
     */
    public record Flush(List<FlushFile> files) {
        public Flush {
            files = List.copyOf(files);
        }
    }

    /**
     * Some bytes of a range of keys.
     *
     * @param from the place of the first key, from 0
     * @param to past the place of the last, above {@code from}, up to 1
     * @param bytes of rows and deletes, without what a file takes by itself
     * @param deletes the share of the rows that delete
     */
    public record FlushFile(double from, double to, double bytes, double deletes) {
        public FlushFile {
            requireRange(from, to);
            requireBytes(bytes);
            Shares.require("share of deletes", deletes);
        }
    }

    /**
     * A file that is there before the first flush. Of two on level 0 the one that is named first is newer.
     *
     * @param level at least 0; on levels above 0 files share no key
     */
    public record StartFile(int level, double from, double to, double bytes, double deletes) {
        public StartFile {
            if (level < 0) {
                throw new IllegalArgumentException("level: expected at least 0, found " + level);
            }
            requireRange(from, to);
            requireBytes(bytes);
            Shares.require("share of deletes", deletes);
        }
    }

    public RecordedWorkload {
        flushes = List.copyOf(flushes);
        start = List.copyOf(start);
        if (flushes.isEmpty()) {
            throw new IllegalArgumentException("recorded flushes: expected at least 1, found none");
        }
        Shares.require("share of new keys", newKeys);
        if (newKeys < 1 && !(tableBytes > 0)) {
            throw new IllegalArgumentException("table bytes: expected above 0 for updates, found " + tableBytes);
        }
    }

    private static void requireRange(double from, double to) {
        if (!(from >= 0 && from < to && to <= 1)) {
            throw new IllegalArgumentException(
                    "range of keys: expected 0 <= from < to <= 1, found " + from + " to " + to);
        }
    }

    private static void requireBytes(double bytes) {
        if (!(bytes > 0)) {
            throw new IllegalArgumentException("bytes of a file: expected above 0, found " + bytes);
        }
    }
}
