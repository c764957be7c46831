package org.lsmtable.merge;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.lsmtable.cast.RangeCast;
import org.lsmtable.format.RowRanges;
import org.lsmtable.predicate.Filter;
import org.lsmtable.predicate.Predicate;
import org.lsmtable.types.DataField;
import org.lsmtable.types.RowType;

/**
 * The part of a filter that may be used to skip rows of files before merging: in a section of several runs only what speaks of key
 * columns alone, since every version of a key has that key (spec: merge tree, merge read). Immutable.
 */
final class FileFilter {
    private final RowType table;
    private final List<Predicate> conjuncts;
    private final @Nullable Filter inTable;

    private FileFilter(RowType table, List<Predicate> conjuncts) {
        this.table = table;
        this.conjuncts = conjuncts;
        this.inTable = conjuncts.isEmpty()
                ? null
                : Predicate.and(conjuncts.toArray(new Predicate[0])).bind(table);
    }

    /** What a run that is alone may skip by. */
    static FileFilter all(RowType table, @Nullable Predicate filter) {
        return new FileFilter(table, filter == null ? List.of() : filter.conjuncts());
    }

    /** What a run that is merged with others may skip by. */
    static FileFilter onKeys(RowType table, List<String> key, @Nullable Predicate filter) {
        List<Predicate> conjuncts = new ArrayList<>();
        if (filter != null) {
            for (Predicate conjunct : filter.conjuncts()) {
                if (key.containsAll(conjunct.columns())) {
                    conjuncts.add(conjunct);
                }
            }
        }
        return new FileFilter(table, conjuncts);
    }

    /** The rows of a file that may pass, by its statistics and its index; all if they cannot tell. */
    RowRanges rows(RunFiles files, int index) throws IOException {
        RowRanges rows = byStatistics(files, index);
        return inTable == null ? rows : files.narrow(index, inTable, rows);
    }

    private RowRanges byStatistics(RunFiles files, int index) throws IOException {
        long count = files.file(index).rowCount();
        Map<String, DataField> columns = new LinkedHashMap<>();
        Map<String, DataField> wanted = new LinkedHashMap<>();
        List<Predicate> usable = new ArrayList<>();
        for (Predicate conjunct : conjuncts) {
            Map<String, DataField> found = columnsInFile(files, index, conjunct);
            if (found != null) {
                usable.add(renamed(conjunct, found));
                found.forEach((name, field) -> {
                    columns.put(field.name(), field);
                    wanted.put(
                            field.name(),
                            new DataField(
                                    field.id(), field.name(), table.field(name).type()));
                });
            }
        }
        if (usable.isEmpty() || count == 0) {
            return RowRanges.all(count);
        }
        RowType inFile = RowType.of(List.copyOf(columns.values()));
        RowType asWanted = RowType.of(List.copyOf(wanted.values()));
        Filter filter = Predicate.and(usable.toArray(new Predicate[0])).bind(asWanted);
        return files.reader(index).mayMatch(new CastFilter(filter, inFile, asWanted), inFile);
    }

    private static Predicate renamed(Predicate predicate, Map<String, DataField> names) {
        if (predicate instanceof Predicate.And and) {
            return new Predicate.And(
                    and.parts().stream().map(p -> renamed(p, names)).toList());
        }
        if (predicate instanceof Predicate.Or or) {
            return new Predicate.Or(
                    or.parts().stream().map(p -> renamed(p, names)).toList());
        }
        if (predicate instanceof Predicate.Not not) {
            return new Predicate.Not(renamed(not.part(), names));
        }
        if (predicate instanceof Predicate.Compare c) {
            return new Predicate.Compare(nameOf(c.column(), names), c.op(), c.literal());
        }
        if (predicate instanceof Predicate.In in) {
            return new Predicate.In(nameOf(in.column(), names), in.literals());
        }
        if (predicate instanceof Predicate.IsNull isNull) {
            return new Predicate.IsNull(nameOf(isNull.column(), names));
        }
        Predicate.Like like = (Predicate.Like) predicate;
        return new Predicate.Like(nameOf(like.column(), names), like.pattern(), like.escape());
    }

    private static String nameOf(String column, Map<String, DataField> names) {
        DataField field = names.get(column);
        return field == null ? column : field.name();
    }

    /** The file's columns that a condition speaks of, by their names in the table; null if the file lacks one, or it cannot be cast. */
    private @Nullable Map<String, DataField> columnsInFile(RunFiles files, int index, Predicate conjunct)
            throws IOException {
        Map<String, DataField> found = new LinkedHashMap<>();
        for (String name : conjunct.columns()) {
            DataField column = table.field(name);
            ColumnSource source = files.source(index, column);
            if (source == null
                    || !RangeCast.isUseful(source.type(), column.type())
                    || !files.reader(index).hasColumn(source.name())) {
                return null;
            }
            found.put(name, new DataField(column.id(), source.name(), source.type()));
        }
        return found;
    }
}
