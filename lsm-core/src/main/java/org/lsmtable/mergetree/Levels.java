package org.lsmtable.mergetree;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.lsmtable.compact.Decision.Run;
import org.lsmtable.data.BinaryRow;
import org.lsmtable.manifest.DataFileMeta;

/**
 * The files of one bucket by level (spec: merge tree, levels): level 0 holds fresh files, each a sorted run of its own, every
 * greater level is one sorted run or empty. Immutable: a flush or a compaction makes another one.
 *
 * <p>Promises: (L1) what lies on a smaller level is newer, key by key; (L2) the files of a level above 0 share no key; (L3) a file
 * name appears once.
 */
public final class Levels {
    /** Level-0 files newest first: greater sequence numbers, then the file that reaches further back, then the elder, then the name. */
    private static final Comparator<DataFileMeta> NEWEST_FIRST = Comparator.comparingLong(DataFileMeta::maxSequence)
            .reversed()
            .thenComparingLong(DataFileMeta::minSequence)
            .thenComparing(DataFileMeta::creationTimeMillis, Comparator.nullsFirst(Comparator.naturalOrder()))
            .thenComparing(DataFileMeta::fileName);

    private final Comparator<BinaryRow> keyOrder;
    private final List<DataFileMeta> levelZero;
    /** Level 1 first. */
    private final List<SortedRun> above;

    private Levels(Comparator<BinaryRow> keyOrder, List<DataFileMeta> levelZero, List<SortedRun> above) {
        this.keyOrder = keyOrder;
        this.levelZero = List.copyOf(levelZero);
        this.above = List.copyOf(above);
    }

    /** A sorted run and where it lies. */
    public record LevelRun(int level, SortedRun run) {}

    /**
     * The levels of some files.
     *
     * @param wantedLevels how many levels there are, level 0 included, unless a file lies above them; at least 2
     * @throws IllegalStateException naming both files if two on a level above 0 share a key, or if a name appears twice
     */
    public static Levels of(Comparator<BinaryRow> keyOrder, int wantedLevels, List<DataFileMeta> files) {
        if (wantedLevels < 2) {
            throw new IllegalArgumentException("option 'num-levels': expected at least 2, found " + wantedLevels);
        }
        int count = wantedLevels;
        for (DataFileMeta file : files) {
            count = Math.max(count, file.level() + 1);
        }
        return build(keyOrder, count, files);
    }

    private static Levels build(Comparator<BinaryRow> keyOrder, int count, List<DataFileMeta> files) {
        List<List<DataFileMeta>> byLevel = new ArrayList<>(count);
        for (int level = 0; level < count; level++) {
            byLevel.add(new ArrayList<>());
        }
        Set<String> names = new HashSet<>();
        for (DataFileMeta file : files) {
            if (!names.add(file.fileName())) {
                throw new IllegalStateException(file + ": a file of this name is in the bucket already");
            }
            byLevel.get(file.level()).add(file);
        }
        byLevel.get(0).sort(NEWEST_FIRST);
        List<SortedRun> above = new ArrayList<>(count - 1);
        for (List<DataFileMeta> level : byLevel.subList(1, count)) {
            above.add(SortedRun.of(level, keyOrder));
        }
        return new Levels(keyOrder, byLevel.get(0), above);
    }

    /** These levels and a new file on its level. */
    public Levels with(DataFileMeta file) {
        return replace(List.of(), List.of(file));
    }

    /**
     * These levels after a compaction.
     *
     * @param before files that go, as they lie here
     * @param after files that come, on their new level; may have the name of one that goes
     * @throws IllegalStateException if a file to go does not lie on its level, or if those that come break a promise of this class
     */
    public Levels replace(List<DataFileMeta> before, List<DataFileMeta> after) {
        Map<String, DataFileMeta> files = new LinkedHashMap<>();
        files().forEach(file -> files.put(file.fileName(), file));
        for (DataFileMeta gone : before) {
            DataFileMeta found = files.remove(gone.fileName());
            if (found == null || found.level() != gone.level()) {
                throw new IllegalStateException(gone + ": expected in the bucket's levels, found "
                        + (found == null ? "no file of this name" : found));
            }
        }
        List<DataFileMeta> all = new ArrayList<>(files.values());
        all.addAll(after);
        return Levels.of(keyOrder, count(), all);
    }

    /** How many levels there are, level 0 included. */
    public int count() {
        return above.size() + 1;
    }

    /** The greatest level there is, with files or without. */
    public int maxLevel() {
        return above.size();
    }

    /** The level-0 files, newest first. */
    public List<DataFileMeta> levelZero() {
        return levelZero;
    }

    /** The run of a level above 0; it may have no files. */
    public SortedRun level(int level) {
        return above.get(level - 1);
    }

    /** The order of the bucket's keys. */
    public Comparator<BinaryRow> keyOrder() {
        return keyOrder;
    }

    /** The sorted runs that have files, newest first: level-0 files, then the greater levels ascending. */
    public List<LevelRun> runs() {
        List<LevelRun> runs = new ArrayList<>(levelZero.size() + above.size());
        for (DataFileMeta file : levelZero) {
            runs.add(new LevelRun(0, SortedRun.of(file)));
        }
        for (int i = 0; i < above.size(); i++) {
            if (!above.get(i).files().isEmpty()) {
                runs.add(new LevelRun(i + 1, above.get(i)));
            }
        }
        return runs;
    }

    /** The sorted runs as a picker sees them. */
    public List<Run> pickerRuns() {
        return runs().stream()
                .map(run ->
                        new Run(run.level(), run.run().files().size(), run.run().bytes()))
                .toList();
    }

    /** How many sorted runs have files. */
    public int runCount() {
        int count = levelZero.size();
        for (SortedRun run : above) {
            count += run.files().isEmpty() ? 0 : 1;
        }
        return count;
    }

    /** All files, newest run first. */
    public List<DataFileMeta> files() {
        return newestRuns(runCount());
    }

    /** The files of the newest runs. */
    public List<DataFileMeta> newestRuns(int count) {
        List<DataFileMeta> files = new ArrayList<>();
        for (LevelRun run : runs().subList(0, count)) {
            files.addAll(run.run().files());
        }
        return files;
    }

    /** The greatest sequence number of all files, −1 if there are none. */
    public long maxSequence() {
        return maxSequence(files());
    }

    /** The greatest sequence number of some files, −1 if there are none. */
    static long maxSequence(List<DataFileMeta> files) {
        long max = -1;
        for (DataFileMeta file : files) {
            max = Math.max(max, file.maxSequence());
        }
        return max;
    }

    /** The levels that have files, one a line. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (LevelRun run : runs()) {
            text.append('L').append(run.level()).append(' ').append(run.run()).append('\n');
        }
        return text.toString();
    }
}
