package org.lsmtable.scan;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.lsmtable.data.BinaryRow;
import org.lsmtable.data.KeyComparator;
import org.lsmtable.options.TableOptions;
import org.lsmtable.predicate.Filter;
import org.lsmtable.predicate.Predicate;
import org.lsmtable.scan.IntervalPartition.Section;
import org.lsmtable.schema.TableSchema;

/**
 * Leaves out files whose value statistics or index exclude a condition, as far as no older version of a row can come to light by it
 * (spec: merge tree, which files a batch read considers). The unit is the section of the interval partition, which is finer than the bucket
 * the specification speaks of: all versions of a key lie in one section, so
 *
 * <ol>
 *   <li>a section of one file is left out if the file cannot match;
 *   <li>a section of several files is left out if none of them can match, and kept whole otherwise; it is always kept if rows are
 *       combined from several versions, because then a value that no file holds can come out;
 *   <li>without level 0, on tables that show rows only once compacted, each file is tested alone: no two hold a visible version;
 *   <li>of a section that is kept, files are left out whose index excludes what the condition says of key columns: every version of a key
 *       has that key.
 * </ol>
 *
 * <p>Statistics are asked first; an index is opened only if its answer can leave something out.
 */
final class ValuePruning {
    private final Filter filter;
    private final @Nullable Filter keyFilter;
    private final FileStats stats;
    private final FileIndexes indexes;
    private final Comparator<BinaryRow> keyOrder;
    private final Rule rule;

    private enum Rule {
        EACH_FILE,
        WHOLE_SECTIONS,
        SINGLE_FILES
    }

    /** The files left, in the order given, and how many the statistics and the indexes have excluded. */
    record Pruned(List<LiveFile> files, int byStatistics, int byIndex) {}

    ValuePruning(FileStats stats, FileIndexes indexes, TableSchema schema, Predicate where, ScanFilter.Levels levels) {
        this.filter = where.bind(schema.rowType());
        this.keyFilter = keyFilter(schema, where);
        this.stats = stats;
        this.indexes = indexes;
        this.keyOrder = new KeyComparator(schema.trimmedKeyType().types());
        if (levels == ScanFilter.Levels.VISIBLE && TableOptions.hidesLevelZero(schema.options())) {
            this.rule = Rule.EACH_FILE;
        } else {
            this.rule = ScanOptions.keepsWholeVersions(schema.options()) ? Rule.WHOLE_SECTIONS : Rule.SINGLE_FILES;
        }
    }

    private static @Nullable Filter keyFilter(TableSchema schema, Predicate where) {
        Predicate[] parts = where.conjuncts().stream()
                .filter(part -> schema.trimmedPrimaryKeys().containsAll(part.columns()))
                .toArray(Predicate[]::new);
        return parts.length == 0 ? null : Predicate.and(parts).bind(schema.rowType());
    }

    /** The files of one bucket that may hold a matching row. */
    Pruned prune(List<LiveFile> files) throws IOException {
        Set<LiveFile> byStatistics = Collections.newSetFromMap(new IdentityHashMap<>());
        boolean anyIndex = false;
        for (LiveFile file : files) {
            FileStats.View view = stats.view(file.file());
            if (!filter.mayMatch(view::range)) {
                byStatistics.add(file);
            }
            anyIndex |= indexes.mayTell(file.file(), filter);
        }
        if (byStatistics.isEmpty() && !anyIndex) {
            return new Pruned(files, 0, 0);
        }
        Set<LiveFile> byIndex = Collections.newSetFromMap(new IdentityHashMap<>());
        if (rule == Rule.EACH_FILE) {
            for (LiveFile file : files) {
                excludes(file, byStatistics, byIndex);
            }
            return without(files, byStatistics, byIndex);
        }
        Set<LiveFile> droppedByStatistics = Collections.newSetFromMap(new IdentityHashMap<>());
        for (Section<LiveFile> section : IntervalPartition.of(
                files, file -> file.file().minKey(), file -> file.file().maxKey(), keyOrder)) {
            List<LiveFile> members = section.files();
            boolean mayGo = members.size() == 1 || rule == Rule.WHOLE_SECTIONS;
            Set<LiveFile> excluded = Collections.newSetFromMap(new IdentityHashMap<>());
            if (mayGo && excludesAll(members, byStatistics, excluded)) {
                members.stream().filter(byStatistics::contains).forEach(droppedByStatistics::add);
                byIndex.addAll(excluded);
            } else if (members.size() > 1) {
                dropByKey(members, byIndex);
            }
        }
        return without(files, droppedByStatistics, byIndex);
    }

    /** Whether no member can match; stops at the first that may, those known without reading first. */
    private boolean excludesAll(List<LiveFile> members, Set<LiveFile> byStatistics, Set<LiveFile> byIndex)
            throws IOException {
        for (LiveFile member : members) {
            if (!byStatistics.contains(member) && !indexes.mayTell(member.file(), filter)) {
                return false;
            }
        }
        for (LiveFile member : members) {
            if (!excludes(member, byStatistics, byIndex)) {
                return false;
            }
        }
        return true;
    }

    private boolean excludes(LiveFile file, Set<LiveFile> byStatistics, Set<LiveFile> byIndex) throws IOException {
        if (byStatistics.contains(file)) {
            return true;
        }
        if (indexes.mayMatch(file, filter)) {
            return false;
        }
        byIndex.add(file);
        return true;
    }

    private void dropByKey(List<LiveFile> members, Set<LiveFile> byIndex) throws IOException {
        Filter onKeys = keyFilter;
        if (onKeys != null) {
            for (LiveFile member : members) {
                if (!indexes.mayMatch(member, onKeys)) {
                    byIndex.add(member);
                }
            }
        }
    }

    private static Pruned without(List<LiveFile> files, Set<LiveFile> byStatistics, Set<LiveFile> byIndex) {
        if (byStatistics.isEmpty() && byIndex.isEmpty()) {
            return new Pruned(files, 0, 0);
        }
        List<LiveFile> kept = new ArrayList<>(files);
        kept.removeIf(file -> byStatistics.contains(file) || byIndex.contains(file));
        return new Pruned(kept, byStatistics.size(), byIndex.size());
    }
}
