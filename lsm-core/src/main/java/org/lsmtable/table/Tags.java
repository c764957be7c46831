package org.lsmtable.table;

import java.io.IOException;
import java.time.Duration;
import java.time.LocalDateTime;
import org.jspecify.annotations.Nullable;
import org.lsmtable.snapshot.Snapshot;
import org.lsmtable.snapshot.TagStore;
import org.lsmtable.table.TableException.Reason;

/** Creates and deletes the tags of a table. */
final class Tags {
    private final TableContext context;

    Tags(TableContext context) {
        this.context = context;
    }

    TagStore.Tag create(String name, SnapshotRef ref, @Nullable Duration retained) throws IOException {
        Snapshot snapshot = context.resolve(ref)
                .orElseThrow(() -> TableErrors.notFound(root() + ": the table has no snapshot yet"));
        LocalDateTime now = retained == null
                ? null
                : LocalDateTime.now(context.environment().clock());
        TagStore.Tag tag = new TagStore.Tag(name, snapshot, now, retained);
        if (!context.stores().tags().create(tag)) {
            throw new TableException(Reason.EXISTS, root() + ": there is a tag '" + name + "' already", null);
        }
        if (!isStillThere(ref, snapshot)) {
            // gone after we had read it and before the tag could protect its files
            context.stores().tags().delete(name);
            throw TableErrors.notFound(root() + ": snapshot " + snapshot.id() + " has just expired");
        }
        return tag;
    }

    private boolean isStillThere(SnapshotRef ref, Snapshot snapshot) throws IOException {
        return context.stores().snapshots().exists(snapshot.id())
                || ref instanceof SnapshotRef.Tag other
                        && context.stores().tags().find(other.name()).isPresent();
    }

    TagStore.Tag find(String name) throws IOException {
        return context.stores().tags().find(name).orElseThrow(() -> missing(name));
    }

    private TableException missing(String name) {
        return TableErrors.notFound(root() + ": tag '" + name + "' not found");
    }

    private String root() {
        return context.paths().name();
    }
}
