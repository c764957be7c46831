package org.lsmtable.scan;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.lsmtable.data.BinaryRow;
import org.lsmtable.data.KeyComparator;
import org.lsmtable.options.TableOptions;
import org.lsmtable.predicate.Filter;
import org.lsmtable.predicate.Predicate;
import org.lsmtable.scan.IntervalPartition.Section;
import org.lsmtable.schema.SchemaStore;
import org.lsmtable.schema.TableSchema;

/**
 * Leaves out files whose value statistics exclude a condition, as far as no older version of a row can come to light by it (spec:
 * merge tree, which files a batch read considers). The unit is the section of the interval partition, which is finer than the bucket
 * the specification speaks of: all versions of a key lie in one section, so
 *
 * <ol>
 *   <li>a section of one file is left out if the file cannot match;
 *   <li>a section of several files is left out if none of them can match, and kept whole otherwise; it is always kept if rows are
 *       combined from several versions, because then a value that no file holds can come out;
 *   <li>without level 0, on tables that show rows only once compacted, each file is tested alone: no two hold a visible version.
 * </ol>
 */
final class ValuePruning {
    private final Filter filter;
    private final FileStats stats;
    private final Comparator<BinaryRow> keyOrder;
    private final Rule rule;

    private enum Rule {
        EACH_FILE,
        WHOLE_SECTIONS,
        SINGLE_FILES
    }

    ValuePruning(SchemaStore schemas, TableSchema schema, Predicate where, ScanFilter.Levels levels) {
        this.filter = where.bind(schema.rowType());
        this.stats = new FileStats(schemas, schema);
        this.keyOrder = new KeyComparator(schema.trimmedKeyType().types());
        if (levels == ScanFilter.Levels.VISIBLE && TableOptions.hidesLevelZero(schema.options())) {
            this.rule = Rule.EACH_FILE;
        } else {
            this.rule = ScanOptions.keepsWholeVersions(schema.options()) ? Rule.WHOLE_SECTIONS : Rule.SINGLE_FILES;
        }
    }

    /** The files of one bucket that may hold a matching row, in the order given. */
    List<LiveFile> prune(List<LiveFile> files) throws IOException {
        Set<LiveFile> ruledOut = Collections.newSetFromMap(new IdentityHashMap<>());
        for (LiveFile file : files) {
            FileStats.View view = stats.view(file.file());
            if (!filter.mayMatch(view::range)) {
                ruledOut.add(file);
            }
        }
        if (ruledOut.isEmpty() || rule == Rule.EACH_FILE) {
            return without(files, ruledOut);
        }
        Set<LiveFile> droppable = Collections.newSetFromMap(new IdentityHashMap<>());
        for (Section<LiveFile> section : IntervalPartition.of(
                files, file -> file.file().minKey(), file -> file.file().maxKey(), keyOrder)) {
            List<LiveFile> members = section.files();
            if (ruledOut.containsAll(members) && (members.size() == 1 || rule == Rule.WHOLE_SECTIONS)) {
                droppable.addAll(members);
            }
        }
        return without(files, droppable);
    }

    private static List<LiveFile> without(List<LiveFile> files, Set<LiveFile> dropped) {
        if (dropped.isEmpty()) {
            return files;
        }
        List<LiveFile> kept = new ArrayList<>(files);
        kept.removeIf(dropped::contains);
        return kept;
    }
}
