package org.lsmtable.maintenance;

import org.lsmtable.schema.TablePaths;
import org.lsmtable.snapshot.Snapshot;

/**
 * A state of a table that a file keeps, and with it every file that the state names.
 *
 * @param kind what keeps it
 * @param line the branch it belongs to, the main one included
 * @param file the file that keeps it: a snapshot, a tag, or what was kept of an expired snapshot for its change records
 * @param snapshot what the file says
 */
record State(Kind kind, TablePaths line, String file, Snapshot snapshot) {
    /** What keeps a state. */
    enum Kind {
        SNAPSHOT,
        TAG,
        /** Only the change records of the snapshot are kept, and what names them. */
        CHANGELOG
    }
}
