package org.lsmtable.system;

import java.util.Comparator;
import java.util.List;
import org.lsmtable.data.Row;
import org.lsmtable.fs.FileInfo;
import org.lsmtable.types.RowType;
import org.lsmtable.types.Types;

/** {@code $branches}: one row a branch, by name; the main one is not listed. */
final class BranchesTable {
    private static final String PREFIX = "branch-";
    private static final RowType TYPE = new Columns()
            .notNull(Types.STRING, "branch_name")
            .notNull(Columns.TIME, "create_time")
            .type();

    private BranchesTable() {}

    static SystemTable of(SystemContext context) {
        return new SystemTable(
                "branches",
                TYPE,
                List.of("branch_name"),
                () -> context.stores().storage().list(context.stores().paths().branchesFolder()).stream()
                        .filter(info -> info.isFolder() && info.name().startsWith(PREFIX))
                        .sorted(Comparator.comparing(FileInfo::name))
                        .map(info ->
                                Row.of(info.name().substring(PREFIX.length()), context.local(info.modifiedMillis())))
                        .iterator());
    }
}
