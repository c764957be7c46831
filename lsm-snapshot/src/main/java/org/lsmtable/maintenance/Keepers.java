package org.lsmtable.maintenance;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.lsmtable.maintenance.State.Kind;
import org.lsmtable.maintenance.States.StateFile;
import org.lsmtable.schema.TablePaths;
import org.lsmtable.snapshot.Snapshot;
import org.lsmtable.snapshot.TableStores;

/**
 * The states that stay: the snapshots of a branch from one on, its tags but for some, its long-lived changelogs, and all states of all other
 * branches. They are asked twice: when a plan is made, and, for those that have come since, when what keeps the states that go is gone.
 *
 * <p>Who makes a tag or a branch looks for the snapshot again when it is made, and takes it back if the snapshot has gone. So either we see what was
 * made, or it is taken back.
 */
final class Keepers {
    private final TableStores stores;
    private final States states;
    private final KeptStates kept;
    private final Set<String> goingFiles;
    private final Set<StateFile> known = new HashSet<>();
    private final Memory memory;
    private final Set<Snapshot> keptOverwrites = new HashSet<>();
    private @Nullable Snapshot first;

    /** What is known from earlier plans of the same expiry. */
    record Memory(Overwrites overwrites, StateNames names) {}

    /**
     * The states of a table that stay.
     *
     * @param goingFiles the tags that are to go
     */
    Keepers(TableStores stores, KeptStates kept, Memory memory, Set<String> goingFiles) {
        this.stores = stores;
        this.states = new States(stores.storage());
        this.kept = kept;
        this.memory = memory;
        this.goingFiles = Set.copyOf(goingFiles);
    }

    /** How much is to be read of the first snapshot that stays. */
    enum First {
        /** All of it. */
        WHOLE,
        /** All but its data files: those that are candidates are known not to be among them. */
        METADATA
    }

    /**
     * Keeps what all of them name.
     *
     * @param first the first snapshot that stays; null if the branch has no snapshot
     */
    void keep(@Nullable Snapshot first, First extent) throws IOException {
        this.first = first;
        if (first != null) {
            if (extent == First.WHOLE) {
                kept.keep(state(first));
            } else {
                kept.keepAllButLive(state(first));
            }
            keepLater(first.id() + 1);
        }
        keepBesideSnapshots(goingFiles);
    }

    private State state(Snapshot snapshot) {
        return new State(Kind.SNAPSHOT, stores.paths(), stores.snapshots().file(snapshot.id()), snapshot);
    }

    /** Keeps what those name that have come since; a tag by the name of one that has gone is a new one. */
    void keepNew() throws IOException {
        Snapshot before = first;
        if (before != null) {
            keepLater(before.id() + 1);
        }
        keepBesideSnapshots(Set.of());
    }

    private void keepLater(long from) throws IOException {
        Overwrites.Later later = memory.overwrites().from(from);
        Snapshot restart = later.restart();
        if (restart != null) {
            kept.keep(state(restart));
        }
        for (Snapshot overwrite : later.overwrites()) {
            if (keptOverwrites.add(overwrite)) {
                kept.keepOverwrite(state(overwrite));
            }
        }
    }

    private void keepBesideSnapshots(Set<String> without) throws IOException {
        List<StateFile> files = new ArrayList<>(states.filesBesideSnapshots(stores.paths()));
        for (TablePaths line : states.lines(stores.paths())) {
            if (!line.equals(stores.paths())) {
                files.addAll(states.files(line));
            }
        }
        for (StateFile file : files) {
            if (!without.contains(file.file().path()) && known.add(file)) {
                keep(file);
            }
        }
        memory.names().retain(Set.copyOf(files));
    }

    private void keep(StateFile file) throws IOException {
        long[] names = memory.names().find(file);
        Optional<State> state = names == null ? states.read(file) : Optional.empty();
        if (state.isPresent()) {
            names = memory.names().read(file, state.get());
        }
        if (names != null) {
            kept.keepNamed(names);
        } else if (state.isPresent()) {
            kept.keep(state.get());
        }
    }
}
