package org.lsmtable.maintenance;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.lsmtable.fs.FileInfo;
import org.lsmtable.fs.Storage;
import org.lsmtable.maintenance.State.Kind;
import org.lsmtable.schema.NumberedFiles;
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
    private static final String SNAPSHOT = "snapshot-";
    private static final String TAG = "tag-";
    private static final String CHANGELOG = "changelog-";

    private final Storage storage;

    /** A file that keeps a state, as a listing shows it: with another size or time it is another one. */
    record StateFile(Kind kind, TablePaths line, FileInfo file) {}

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

    /** All states of one branch: snapshots by id, then tags by name, then long-lived changelogs by id. */
    List<State> of(TablePaths line) throws IOException {
        List<State> states = new ArrayList<>();
        for (StateFile file : files(line)) {
            read(file).ifPresent(states::add);
        }
        return states;
    }

    /** The files that keep all states of one branch. */
    List<StateFile> files(TablePaths line) throws IOException {
        List<StateFile> files = new ArrayList<>(numbered(Kind.SNAPSHOT, line, line.snapshotFolder(), SNAPSHOT));
        files.addAll(filesBesideSnapshots(line));
        return files;
    }

    /** The tags of one branch by name, and its long-lived changelogs by id. */
    List<StateFile> filesBesideSnapshots(TablePaths line) throws IOException {
        List<StateFile> files = new ArrayList<>(tags(line));
        files.addAll(numbered(Kind.CHANGELOG, line, line.changelogFolder(), CHANGELOG));
        return files;
    }

    /** The tags of one branch, by name. */
    List<StateFile> tags(TablePaths line) throws IOException {
        return storage.list(line.tagFolder()).stream()
                .filter(info -> !info.isFolder() && info.name().startsWith(TAG))
                .sorted(Comparator.comparing(FileInfo::name))
                .map(info -> new StateFile(Kind.TAG, line, info))
                .toList();
    }

    private List<StateFile> numbered(Kind kind, TablePaths line, String folder, String prefix) throws IOException {
        return storage.list(folder).stream()
                .filter(info -> !info.isFolder() && number(info, prefix).isPresent())
                .sorted(Comparator.comparingLong(info -> number(info, prefix).orElseThrow()))
                .map(info -> new StateFile(kind, line, info))
                .toList();
    }

    private static OptionalLong number(FileInfo info, String prefix) {
        return NumberedFiles.idOf(info.name(), prefix);
    }

    /** The name of the tag that a file is. */
    static String tagName(StateFile file) {
        return file.file().name().substring(TAG.length());
    }

    /** Reads a state; empty if its file has vanished. */
    Optional<State> read(StateFile file) throws IOException {
        String name = file.file().name();
        Optional<Snapshot> found = switch (file.kind()) {
            case SNAPSHOT -> snapshot(file.line(), number(file.file(), SNAPSHOT).orElseThrow());
            case TAG ->
                new TagStore(storage, file.line())
                        .find(name.substring(TAG.length()))
                        .map(TagStore.Tag::snapshot);
            case CHANGELOG ->
                new ChangelogStore(storage, file.line())
                        .find(number(file.file(), CHANGELOG).orElseThrow());
        };
        return found.map(
                snapshot -> new State(file.kind(), file.line(), file.file().path(), snapshot));
    }

    private Optional<Snapshot> snapshot(TablePaths line, long id) throws IOException {
        try {
            return Optional.of(new SnapshotStore(storage, line).get(id));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }
}
