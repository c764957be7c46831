package org.lsmtable.simulate;

/** What a table is written with: where it starts and what each flush brings. Immutable; says nothing of the table's options. */
public sealed interface Workload permits SyntheticWorkload, RecordedWorkload {
    /** What rows are like. */
    RowShape rows();
}
