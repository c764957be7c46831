package org.lsmtable.maintenance;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.lsmtable.fs.Storage;
import org.lsmtable.maintenance.State.Kind;
import org.lsmtable.schema.TablePaths;
import org.lsmtable.snapshot.BranchStore;
import org.lsmtable.snapshot.BranchStore.Branch;
import org.lsmtable.snapshot.ChangelogStore;
import org.lsmtable.snapshot.Snapshot;
import org.lsmtable.snapshot.SnapshotStore;
import org.lsmtable.snapshot.TagStore;

/**
 * Everything that keeps files of a table: the snapshots, tags and long-lived changelogs of the main branch and of all others, whose data files
 * lie among each other. What vanishes while it is read is left out; what cannot be read is an error, because it might name any file.
 */
final class States {
    private final Storage storage;

    States(Storage storage) {
        this.storage = storage;
    }

    /** The branches of a table, the main one first. */
    List<TablePaths> lines(TablePaths any) throws IOException {
        List<TablePaths> lines = new ArrayList<>();
        lines.add(any.onBranch(TablePaths.MAIN));
        for (Branch branch : new BranchStore(storage, any).all()) {
            lines.add(any.onBranch(branch.name()));
        }
        return lines;
    }

    /** All states of all branches of a table. */
    List<State> all(TablePaths any) throws IOException {
        List<State> all = new ArrayList<>();
        for (TablePaths line : lines(any)) {
            all.addAll(of(line));
        }
        return all;
    }

    /** All states of one branch: snapshots by id, then tags by name, then long-lived changelogs by id. */
    List<State> of(TablePaths line) throws IOException {
        List<State> states = new ArrayList<>();
        SnapshotStore snapshots = new SnapshotStore(storage, line);
        for (Snapshot snapshot : snapshots.all()) {
            states.add(new State(Kind.SNAPSHOT, line, snapshots.file(snapshot.id()), snapshot));
        }
        states.addAll(tags(line));
        states.addAll(changelogs(line));
        return states;
    }

    /** The tagged states of one branch, by name of the tag. */
    List<State> tags(TablePaths line) throws IOException {
        List<State> states = new ArrayList<>();
        TagStore tags = new TagStore(storage, line);
        for (TagStore.Tag tag : tags.all()) {
            states.add(new State(Kind.TAG, line, tags.file(tag.name()), tag.snapshot()));
        }
        return states;
    }

    /** What was kept of expired snapshots of one branch, by id. */
    List<State> changelogs(TablePaths line) throws IOException {
        List<State> states = new ArrayList<>();
        ChangelogStore changelogs = new ChangelogStore(storage, line);
        for (long id : changelogs.ids()) {
            Optional<Snapshot> found = changelogs.find(id);
            found.ifPresent(snapshot -> states.add(new State(Kind.CHANGELOG, line, changelogs.file(id), snapshot)));
        }
        return states;
    }
}
