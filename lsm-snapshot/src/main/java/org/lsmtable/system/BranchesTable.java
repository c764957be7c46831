package org.lsmtable.system;

import java.util.List;
import org.lsmtable.data.Row;
import org.lsmtable.snapshot.BranchStore;
import org.lsmtable.types.RowType;
import org.lsmtable.types.Types;

/** {@code $branches}: one row a branch, by name; the main one is not listed. */
final class BranchesTable {
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
                () -> new BranchStore(
                                context.stores().storage(), context.stores().paths())
                        .all().stream()
                                .map(branch -> Row.of(branch.name(), context.local(branch.modifiedMillis())))
                                .iterator());
    }
}
