package org.lsmtable.merge;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.lsmtable.manifest.DataFileMeta;

/**
 * Which of two files has the newer version of a key. If no sequence number lies within the ranges of files of two runs, their ranges
 * tell, and the sequence numbers of rows need not be read. Otherwise they are read, and between equal ones the lower level is the
 * newer; on level 0 the file that level 0 lists first (spec: merge tree, levels).
 */
public final class FileAges {
    private static final Comparator<DataFileMeta> OLDEST_FIRST = Comparator.comparingInt(DataFileMeta::level)
            .reversed()
            .thenComparingLong(DataFileMeta::maxSequence)
            .thenComparing(Comparator.comparingLong(DataFileMeta::minSequence).reversed())
            .thenComparing(Comparator.comparingLong(FileAges::creationTime).reversed())
            .thenComparing(Comparator.comparing(DataFileMeta::fileName).reversed());

    private final long[][] ages;
    private final boolean needSequences;

    private FileAges(long[][] ages, boolean needSequences) {
        this.ages = ages;
        this.needSequences = needSequences;
    }

    private record Entry(int run, int index, DataFileMeta file) {}

    /** Orders files by which has the newer version of a key where sequence numbers are equal: the oldest first. */
    public static Comparator<DataFileMeta> oldestFirst() {
        return OLDEST_FIRST;
    }

    static FileAges of(List<RunFiles> runs) {
        List<Entry> entries = new ArrayList<>();
        long[][] ages = new long[runs.size()][];
        for (int r = 0; r < ages.length; r++) {
            ages[r] = new long[runs.get(r).count()];
            for (int i = 0; i < ages[r].length; i++) {
                entries.add(new Entry(r, i, runs.get(r).file(i)));
            }
        }
        boolean needSequences = rangesMeet(entries);
        if (needSequences) {
            entries.sort(Comparator.comparing(Entry::file, OLDEST_FIRST));
        } else {
            entries.sort(Comparator.comparingLong(e -> e.file.maxSequence()));
        }
        for (int i = 0; i < entries.size(); i++) {
            ages[entries.get(i).run][entries.get(i).index] = i;
        }
        return new FileAges(ages, needSequences);
    }

    /** Whether the ranges of sequence numbers of two files in different runs share a number. */
    private static boolean rangesMeet(List<Entry> entries) {
        entries.sort(Comparator.comparingLong(e -> e.file.minSequence()));
        int run = -1;
        long end = 0;
        for (Entry entry : entries) {
            // all files of other runs than the last one's ended before that one began, or we would not be here
            if (run >= 0 && run != entry.run && entry.file.minSequence() <= end) {
                return true;
            }
            end = run == entry.run ? Math.max(end, entry.file.maxSequence()) : entry.file.maxSequence();
            run = entry.run;
        }
        return false;
    }

    private static long creationTime(DataFileMeta file) {
        Long millis = file.creationTimeMillis();
        return millis == null ? 0 : millis;
    }

    /** Whether sequence numbers must be read to tell what is newer. */
    boolean needSequences() {
        return needSequences;
    }

    /** The ages of the files of a run; the greater is the newer. */
    long[] of(int run) {
        return ages[run];
    }
}
