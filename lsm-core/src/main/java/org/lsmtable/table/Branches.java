package org.lsmtable.table;

import static org.lsmtable.table.TableErrors.call;
import static org.lsmtable.table.TableErrors.run;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import org.lsmtable.fs.FileInfo;
import org.lsmtable.snapshot.BranchStore;
import org.lsmtable.snapshot.BranchStore.Branch;
import org.lsmtable.snapshot.FastForward;
import org.lsmtable.snapshot.TagStore;
import org.lsmtable.table.TableException.Reason;

/**
 * The branches of a table (spec: metadata, branches). A branch is a table with schemas, snapshots and tags of its own; its data files lie among those of
 * the main branch. An expiration here spares what any branch needs; one by another engine may spare it only as long as the main branch has a tag
 * of the snapshot it began with.
 *
 * <p>Safe for use by several threads. Throws {@link TableException}.
 */
public final class Branches {
    private final TableContext context;
    private final BranchStore store;

    Branches(TableContext context) {
        this.context = context;
        this.store = new BranchStore(context.environment().storage(), context.paths());
    }

    /** All of them but the main one, by name. */
    public List<Branch> all() {
        return call(store::all);
    }

    /**
     * Opens a branch of the table, {@code main} for the table itself. The caller closes it.
     *
     * @throws TableException NOT_FOUND if there is none of that name
     */
    public Table open(String name) {
        return Table.of(call(() -> context.onBranch(name)));
    }

    /**
     * Creates a branch that has the schemas of this one, and no snapshot.
     *
     * @throws TableException EXISTS if there is one of that name, INVALID if no branch can have it
     */
    public void create(String name) {
        run(() -> {
            if (!store.create(name, context.paths())) {
                throw exists(name);
            }
        });
    }

    /** The same from a tag: the branch begins with the tagged snapshot, and has the tag too. */
    public void create(String name, String tag) {
        run(() -> {
            Tags tags = new Tags(context);
            TagStore.Tag found = tags.find(tag);
            try {
                if (!store.create(name, context.paths(), found)) {
                    throw exists(name);
                }
            } catch (NoSuchFileException e) {
                requireStillThere(tags, tag, name);
                throw e;
            }
            requireStillThere(tags, tag, name);
        });
    }

    /** Takes a new branch back if its tag was deleted before the branch could protect the files. */
    private void requireStillThere(Tags tags, String tag, String branch) throws IOException {
        if (context.stores().tags().find(tag).isEmpty()) {
            store.delete(branch);
            tags.find(tag);
        }
    }

    private TableException exists(String name) {
        return new TableException(
                Reason.EXISTS, context.paths().root() + ": there is a branch '" + name + "' already", null);
    }

    /** The files that deleting a branch would delete. */
    public List<FileInfo> files(String name) {
        return call(() -> {
            requireExists(name);
            return store.files(name);
        });
    }

    /**
     * Deletes a branch. Data files that only it still needed stay until somebody cleans up files that nothing refers to.
     *
     * @throws TableException NOT_FOUND if there is none of that name
     */
    public void delete(String name) {
        run(() -> {
            requireExists(name);
            store.delete(name);
        });
    }

    /**
     * What would make the main branch what a branch is; to be looked at and then carried out by {@link #execute}. A main branch that is open must be
     * opened again afterwards.
     *
     * @throws TableException NOT_FOUND if there is no such branch, INVALID if it has no snapshot
     */
    public FastForward fastForward(String name) {
        return call(() -> {
            requireExists(name);
            return store.fastForward(name);
        });
    }

    /**
     * Carries it out. Nobody should write to the main branch meanwhile.
     *
     * @throws TableException CONFLICT if somebody has committed to the main branch since the plan was made
     */
    public void execute(FastForward plan) {
        run(plan::execute);
    }

    private void requireExists(String name) throws IOException {
        if (!store.exists(name)) {
            throw TableErrors.notFound(context.paths().root() + ": branch '" + name + "' not found");
        }
    }
}
