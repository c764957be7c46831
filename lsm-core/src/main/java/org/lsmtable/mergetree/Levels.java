package org.lsmtable.mergetree;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
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

    private static final Comparator<LevelRun> RUNS_NEWEST_FIRST =
            Comparator.comparing(run -> run.run().files().get(0), NEWEST_FIRST);

    private final Comparator<BinaryRow> keyOrder;
    private final int maxLevel;

    /** Those with files, newest first: level-0 files, then the greater levels ascending. */
    private final List<LevelRun> runs;

    private Levels(Comparator<BinaryRow> keyOrder, int maxLevel, List<LevelRun> runs) {
        this.keyOrder = keyOrder;
        this.maxLevel = maxLevel;
        this.runs = List.copyOf(runs);
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
        return new Levels(keyOrder, wantedLevels - 1, List.of()).replace(List.of(), files);
    }

    /** These levels and a new file on its level. */
    public Levels with(DataFileMeta file) {
        return replace(List.of(), List.of(file));
    }

    /**
     * These levels after a compaction. Costs what the levels cost that change: those that do not are taken over as they are.
     *
     * @param before files that go, as they lie here
     * @param after files that come, on their new level; may have the name of one that goes
     * @throws IllegalStateException if a file to go does not lie on its level, or if those that come break a promise of this class
     */
    public Levels replace(List<DataFileMeta> before, List<DataFileMeta> after) {
        Map<Integer, Set<String>> leaving = leaving(before);
        TreeMap<Integer, List<DataFileMeta>> changes = new TreeMap<>();
        leaving.keySet().forEach(level -> changes.put(level, new ArrayList<>()));
        Set<String> names = new HashSet<>();
        for (DataFileMeta file : after) {
            if (!names.add(file.fileName()) || stays(file.fileName(), leaving)) {
                throw new IllegalStateException(file + ": a file of this name is in the bucket already");
            }
            changes.computeIfAbsent(file.level(), level -> new ArrayList<>()).add(file);
        }
        List<LevelRun> changed = new ArrayList<>(runs.size() + after.size());
        int next = 0;
        for (Map.Entry<Integer, List<DataFileMeta>> change : changes.entrySet()) {
            int level = change.getKey();
            int first = firstAt(level, next);
            int past = firstAt(level + 1, first);
            changed.addAll(runs.subList(next, first));
            Set<String> gone = leaving.getOrDefault(level, Set.of());
            changed.addAll(rebuilt(level, runs.subList(first, past), gone, change.getValue()));
            next = past;
        }
        changed.addAll(runs.subList(next, runs.size()));
        int deepest = changed.isEmpty() ? 0 : changed.get(changed.size() - 1).level();
        return new Levels(keyOrder, Math.max(maxLevel, deepest), changed);
    }

    /** The first run, from one on, that lies on a level or a greater one; how many runs there are if none does. */
    private int firstAt(int level, int from) {
        int at = from;
        while (at < runs.size() && runs.get(at).level() < level) {
            at++;
        }
        return at;
    }

    /** The names of the files to go, by level. */
    private Map<Integer, Set<String>> leaving(List<DataFileMeta> before) {
        Map<Integer, Set<String>> leaving = new HashMap<>();
        for (DataFileMeta gone : before) {
            Set<String> names = leaving.computeIfAbsent(gone.level(), level -> new HashSet<>());
            if (!names.add(gone.fileName()) || !has(gone.level(), gone.fileName())) {
                throw new IllegalStateException(gone + ": expected in the bucket's levels, found " + found(gone));
            }
        }
        return leaving;
    }

    /** The runs of one level after files have gone and come. */
    private List<LevelRun> rebuilt(int level, List<LevelRun> old, Set<String> gone, List<DataFileMeta> coming) {
        if (level == 0) {
            List<LevelRun> zero = new ArrayList<>(old.size() + coming.size());
            old.stream()
                    .filter(run -> !gone.contains(run.run().files().get(0).fileName()))
                    .forEach(zero::add);
            coming.forEach(file -> zero.add(new LevelRun(0, SortedRun.of(file))));
            zero.sort(RUNS_NEWEST_FIRST);
            return zero;
        }
        List<DataFileMeta> files = new ArrayList<>(coming);
        for (LevelRun run : old) {
            run.run().files().stream()
                    .filter(file -> !gone.contains(file.fileName()))
                    .forEach(files::add);
        }
        return files.isEmpty() ? List.of() : List.of(new LevelRun(level, SortedRun.of(files, keyOrder)));
    }

    private boolean has(int level, String name) {
        for (LevelRun run : runs) {
            if (run.level() == level && run.run().has(name)) {
                return true;
            }
        }
        return false;
    }

    private boolean stays(String name, Map<Integer, Set<String>> leaving) {
        for (LevelRun run : runs) {
            if (run.run().has(name)
                    && !leaving.getOrDefault(run.level(), Set.of()).contains(name)) {
                return true;
            }
        }
        return false;
    }

    private String found(DataFileMeta gone) {
        for (DataFileMeta file : files()) {
            if (file.fileName().equals(gone.fileName()) && file.level() != gone.level()) {
                return file.toString();
            }
        }
        return "no file of this name";
    }

    /** How many levels there are, level 0 included. */
    public int count() {
        return maxLevel + 1;
    }

    /** The greatest level there is, with files or without. */
    public int maxLevel() {
        return maxLevel;
    }

    /** The level-0 files, newest first. */
    public List<DataFileMeta> levelZero() {
        List<DataFileMeta> files = new ArrayList<>();
        for (LevelRun run : runs) {
            if (run.level() == 0) {
                files.addAll(run.run().files());
            }
        }
        return files;
    }

    /** The run of a level above 0; it may have no files. */
    public SortedRun level(int level) {
        if (level < 1 || level > maxLevel) {
            throw new IndexOutOfBoundsException("level must be from 1 to " + maxLevel + ", found " + level);
        }
        for (LevelRun run : runs) {
            if (run.level() == level) {
                return run.run();
            }
        }
        return SortedRun.EMPTY;
    }

    /** The order of the bucket's keys. */
    public Comparator<BinaryRow> keyOrder() {
        return keyOrder;
    }

    /** The sorted runs that have files, newest first: level-0 files, then the greater levels ascending. */
    public List<LevelRun> runs() {
        return runs;
    }

    /** The sorted runs as a picker sees them. */
    public List<Run> pickerRuns() {
        List<Run> seen = new ArrayList<>(runs.size());
        for (LevelRun run : runs) {
            seen.add(new Run(run.level(), run.run().files().size(), run.run().bytes()));
        }
        return seen;
    }

    /** How many sorted runs have files. */
    public int runCount() {
        return runs.size();
    }

    /** All files, newest run first. */
    public List<DataFileMeta> files() {
        return newestRuns(runs.size());
    }

    /** The files of the newest runs. */
    public List<DataFileMeta> newestRuns(int count) {
        List<DataFileMeta> files = new ArrayList<>();
        for (LevelRun run : runs.subList(0, count)) {
            files.addAll(run.run().files());
        }
        return files;
    }

    /** The greatest sequence number of all files, −1 if there are none. */
    public long maxSequence() {
        long max = -1;
        for (LevelRun run : runs) {
            max = Math.max(max, run.run().maxSequence());
        }
        return max;
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
        for (LevelRun run : runs) {
            text.append('L').append(run.level()).append(' ').append(run.run()).append('\n');
        }
        return text.toString();
    }
}
