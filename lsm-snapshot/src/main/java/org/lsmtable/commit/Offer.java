package org.lsmtable.commit;

import java.io.IOException;
import java.util.Optional;
import org.lsmtable.snapshot.CommitKind;
import org.lsmtable.snapshot.Snapshot;

/** A change as it is offered to the table: the same at every attempt, or made anew for each snapshot it may follow. */
interface Offer {
    CommitKind kind();

    /** Of the commit user, for the looks after an earlier success. */
    long identifier();

    /** What the next attempt is to commit, of this kind and identifier. */
    Changes after(Optional<Snapshot> latest) throws IOException;

    /** The same change whatever it follows. */
    static Offer of(Changes changes) {
        return new Offer() {
            @Override
            public CommitKind kind() {
                return changes.kind();
            }

            @Override
            public long identifier() {
                return changes.identifier();
            }

            @Override
            public Changes after(Optional<Snapshot> latest) {
                return changes;
            }
        };
    }
}
