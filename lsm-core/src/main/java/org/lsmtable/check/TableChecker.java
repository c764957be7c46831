package org.lsmtable.check;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.lsmtable.fs.FileInfo;
import org.lsmtable.fs.Storage;
import org.lsmtable.manifest.FileKind;
import org.lsmtable.manifest.IndexFileEntry;
import org.lsmtable.manifest.ManifestEntry;
import org.lsmtable.manifest.ManifestFileMeta;
import org.lsmtable.manifest.ManifestStore;
import org.lsmtable.schema.SchemaStore;
import org.lsmtable.schema.TablePaths;
import org.lsmtable.schema.TableSchema;
import org.lsmtable.snapshot.Snapshot;
import org.lsmtable.snapshot.SnapshotStore;
import org.lsmtable.snapshot.TableStores;
import org.lsmtable.snapshot.TagStore;

/**
 * Checks that a table is sound: every reference of every snapshot and tag, every size and count, the order of levels, and on request
 * every row. The check of one bucket's files is {@link LevelCheck}, that of one file's rows {@link RowCheck}.
 */
public final class TableChecker {
    private final Storage storage;
    private final TablePaths paths;
    private final SchemaStore schemas;
    private final SnapshotStore snapshots;
    private final TagStore tags;
    private final ManifestStore manifests;
    private final Map<String, List<ManifestEntry>> entriesOfManifest = new HashMap<>();
    private final Set<String> checkedFiles;
    private final Map<Long, TableSchema> schemaById = new HashMap<>();
    /** Those that are told of already. */
    private final Set<Long> unreadableSchemas = new HashSet<>();

    private final Findings findings = new Findings();
    private final IndexFileCheck indexFiles;
    private final FileIndexCheck fileIndexes;

    /**
     * A checker of one branch.
     *
     * @param checkedFiles data files that need no look, since those of other branches have had it; those that this one looks at are added
     */
    public TableChecker(TableStores stores, Set<String> checkedFiles) {
        this.storage = stores.storage();
        this.paths = stores.paths();
        this.schemas = stores.schemas();
        this.snapshots = stores.snapshots();
        this.tags = stores.tags();
        this.manifests = stores.manifests();
        this.checkedFiles = checkedFiles;
        this.indexFiles = new IndexFileCheck(storage, paths, findings);
        this.fileIndexes = new FileIndexCheck(storage, paths, findings);
    }

    /**
     * Checks the whole table, once for each checker.
     *
     * @throws IOException only if storage fails as such; a damaged or missing file is a finding
     */
    public List<Finding> check(Depth depth) throws IOException {
        checkSchemas();
        if (schemaById.isEmpty()) {
            return findings.list();
        }
        List<Long> ids = snapshotIds();
        checkHints(ids);
        if (ids.isEmpty() && paths.isMain()) {
            checkNothingWasCommitted();
        }
        @Nullable Snapshot previous = null;
        for (long id : ids) {
            Snapshot snapshot = readSnapshot(id);
            if (snapshot != null) {
                checkSnapshot(snapshot, previous, depth);
                checkChangelog(snapshot);
            }
            previous = snapshot;
        }
        checkTags(ids, depth);
        return findings.list();
    }

    private void checkSchemas() throws IOException {
        List<FileInfo> files = storage.list(paths.schemaFolder());
        for (FileInfo file : files) {
            if (!file.name().startsWith("schema-")) {
                continue;
            }
            long id;
            try {
                id = Long.parseLong(file.name().substring("schema-".length()));
            } catch (NumberFormatException e) {
                findings.error("BAD_NAME", null, file.path(), "schema-<number>", file.name());
                continue;
            }
            try {
                schemaById.put(id, schemas.get(id));
            } catch (IOException | RuntimeException e) {
                findings.unreadable(null, file.path(), e);
                unreadableSchemas.add(id);
            }
        }
        if (schemaById.isEmpty()) {
            findings.error("MISSING_FILE", null, paths.schemaFolder(), "a readable schema file", "none");
        }
    }

    private List<Long> snapshotIds() throws IOException {
        List<Long> ids = new ArrayList<>();
        for (FileInfo file : storage.list(paths.snapshotFolder())) {
            String name = file.name();
            if (!name.startsWith("snapshot-")) {
                continue;
            }
            try {
                ids.add(Long.parseLong(name.substring("snapshot-".length())));
            } catch (NumberFormatException e) {
                findings.error("BAD_NAME", null, file.path(), "snapshot-<number>", name);
            }
        }
        ids.sort(null);
        for (int i = 1; i < ids.size(); i++) {
            if (ids.get(i) != ids.get(i - 1) + 1) {
                findings.error(
                        "MISSING_FILE",
                        ids.get(i - 1) + 1,
                        paths.snapshotFolder() + "/snapshot-" + (ids.get(i - 1) + 1),
                        "a snapshot between " + ids.get(i - 1) + " and " + ids.get(i),
                        "none");
            }
        }
        return ids;
    }

    private void checkHints(List<Long> ids) throws IOException {
        for (String hint : List.of("EARLIEST", "LATEST")) {
            String path = paths.snapshotFolder() + "/" + hint;
            if (!storage.exists(path)) {
                continue;
            }
            String text = new String(storage.read(path), StandardCharsets.UTF_8).trim();
            Long expected = ids.isEmpty() ? null : hint.equals("LATEST") ? ids.get(ids.size() - 1) : ids.get(0);
            if (expected == null || !text.equals(expected.toString())) {
                findings.warning("STALE_HINT", null, path, expected == null ? "no hint" : expected, text);
            }
        }
    }

    /** Manifest lists are what snapshots refer to; of a first commit that died there may be some. */
    private void checkNothingWasCommitted() throws IOException {
        for (FileInfo file : storage.list(paths.manifestFolder())) {
            if (file.name().startsWith("manifest-list-")) {
                findings.warning(
                        "MISSING_FILE",
                        null,
                        paths.snapshotFolder(),
                        "a snapshot, since there is " + file.path(),
                        "none");
                return;
            }
        }
    }

    private @Nullable Snapshot readSnapshot(long id) {
        String path = paths.snapshotFolder() + "/snapshot-" + id;
        try {
            Snapshot snapshot = snapshots.get(id);
            if (snapshot.id() != id) {
                findings.error("ID_MISMATCH", id, path, id, snapshot.id());
            }
            return snapshot;
        } catch (IOException | RuntimeException e) {
            findings.unreadable(id, path, e);
            return null;
        }
    }

    private void checkTags(List<Long> ids, Depth depth) throws IOException {
        for (String name : tags.names()) {
            TagStore.Tag tag;
            try {
                tag = tags.find(name).orElse(null);
            } catch (IOException | RuntimeException e) {
                findings.unreadable(null, tags.file(name), e);
                continue;
            }
            if (tag != null && !ids.contains(tag.snapshot().id())) {
                checkSnapshot(tag.snapshot(), null, depth);
            }
        }
    }

    private void checkSnapshot(Snapshot snapshot, @Nullable Snapshot previous, Depth depth) throws IOException {
        long id = snapshot.id();
        requireSchema(id, snapshot.schemaId(), "the schema of the snapshot");
        List<ManifestEntry> base = entries(id, snapshot.baseManifestList(), snapshot.baseManifestListSize());
        List<ManifestEntry> delta = entries(id, snapshot.deltaManifestList(), snapshot.deltaManifestListSize());
        Map<ManifestEntry.Identity, ManifestEntry> live = liveSet(id, base, delta);
        checkIndexes(snapshot, live.values(), depth);
        checkCounts(snapshot, previous, delta, live);
        for (ManifestEntry entry : live.values()) {
            checkFile(id, entry, depth);
        }
        new LevelCheck(schemaById, findings).check(id, live.values());
    }

    /** Change records go with the snapshot, also where a tag keeps its state. */
    private void checkChangelog(Snapshot snapshot) throws IOException {
        String list = snapshot.changelogManifestList();
        if (list != null) {
            for (ManifestEntry entry : entries(snapshot.id(), list, snapshot.changelogManifestListSize())) {
                checkFile(snapshot.id(), entry, Depth.METADATA);
            }
        }
    }

    private void checkIndexes(Snapshot snapshot, Collection<ManifestEntry> live, Depth depth) throws IOException {
        long id = snapshot.id();
        String manifest = snapshot.indexManifest();
        List<IndexFileEntry> entries = List.of();
        if (manifest != null) {
            String path = paths.manifestFolder() + "/" + manifest;
            if (!exists(id, path, "the index manifest of the snapshot")) {
                return;
            }
            try {
                entries = manifests.readIndexManifest(manifest);
            } catch (IOException | RuntimeException e) {
                findings.unreadable(id, path, e);
                return;
            }
        }
        indexFiles.check(id, entries, live, schemaOrAny(snapshot.schemaId()), schemaById, depth);
    }

    private List<ManifestEntry> entries(long snapshot, String list, @Nullable Long size) throws IOException {
        String path = paths.manifestFolder() + "/" + list;
        List<ManifestEntry> all = new ArrayList<>();
        if (!exists(snapshot, path, "a manifest list of the snapshot")) {
            return all;
        }
        List<ManifestFileMeta> manifestFiles;
        try {
            long actual = storage.info(path).sizeBytes();
            if (size != null && size != actual) {
                findings.error("SIZE_MISMATCH", snapshot, path, size, actual);
            }
            manifestFiles = manifests.readList(list, null);
        } catch (IOException | RuntimeException e) {
            findings.unreadable(snapshot, path, e);
            return all;
        }
        for (ManifestFileMeta manifest : manifestFiles) {
            all.addAll(manifestEntries(snapshot, manifest));
        }
        return all;
    }

    private List<ManifestEntry> manifestEntries(long snapshot, ManifestFileMeta manifest) throws IOException {
        List<ManifestEntry> known = entriesOfManifest.get(manifest.fileName());
        if (known != null) {
            return known;
        }
        String path = paths.manifestFolder() + "/" + manifest.fileName();
        List<ManifestEntry> entries = List.of();
        if (exists(snapshot, path, "a manifest of the snapshot")) {
            try {
                long actual = storage.info(path).sizeBytes();
                if (actual != manifest.fileSize()) {
                    findings.error("SIZE_MISMATCH", snapshot, path, manifest.fileSize(), actual);
                }
                entries = manifests.readManifest(manifest);
                long added =
                        entries.stream().filter(e -> e.kind() == FileKind.ADD).count();
                if (added != manifest.numAddedFiles() || entries.size() - added != manifest.numDeletedFiles()) {
                    findings.error(
                            "COUNT_MISMATCH",
                            snapshot,
                            path,
                            manifest.numAddedFiles() + " added, " + manifest.numDeletedFiles() + " deleted",
                            added + " added, " + (entries.size() - added) + " deleted");
                }
            } catch (IOException | RuntimeException e) {
                findings.unreadable(snapshot, path, e);
            }
        }
        entriesOfManifest.put(manifest.fileName(), entries);
        return entries;
    }

    private Map<ManifestEntry.Identity, ManifestEntry> liveSet(
            long snapshot, List<ManifestEntry> base, List<ManifestEntry> delta) {
        Map<ManifestEntry.Identity, ManifestEntry> live = new LinkedHashMap<>();
        Map<ManifestEntry.Identity, ManifestEntry> unmatched = new LinkedHashMap<>();
        for (List<ManifestEntry> part : List.of(base, delta)) {
            for (ManifestEntry entry : part) {
                ManifestEntry.Identity identity = entry.identity();
                if (entry.kind() == FileKind.DELETE) {
                    if (live.remove(identity) == null) {
                        unmatched.put(identity, entry);
                    }
                } else if (live.put(identity, entry) != null) {
                    findings.error("DUPLICATE_FILE", snapshot, entry.file().fileName(), "added once", "added twice");
                }
            }
        }
        for (ManifestEntry entry : unmatched.values()) {
            findings.error("DELETE_WITHOUT_ADD", snapshot, entry.file().fileName(), "an ADD before the DELETE", "none");
        }
        return live;
    }

    private void checkCounts(
            Snapshot snapshot,
            @Nullable Snapshot previous,
            List<ManifestEntry> delta,
            Map<ManifestEntry.Identity, ManifestEntry> live) {
        String path = paths.snapshotFolder() + "/snapshot-" + snapshot.id();
        long total = live.values().stream().mapToLong(e -> e.file().rowCount()).sum();
        Long stated = snapshot.totalRecordCount();
        if (stated != null && stated != total) {
            findings.error("COUNT_MISMATCH", snapshot.id(), path, "totalRecordCount " + total, stated);
        }
        long change = delta.stream()
                .mapToLong(e -> e.kind() == FileKind.ADD
                        ? e.file().rowCount()
                        : -e.file().rowCount())
                .sum();
        Long statedChange = snapshot.deltaRecordCount();
        if (statedChange != null && statedChange != change) {
            findings.error("COUNT_MISMATCH", snapshot.id(), path, "deltaRecordCount " + change, statedChange);
        }
        if (previous != null && previous.schemaId() > snapshot.schemaId()) {
            findings.warning(
                    "SCHEMA_WENT_BACK",
                    snapshot.id(),
                    path,
                    "schema " + previous.schemaId() + " or later",
                    snapshot.schemaId());
        }
    }

    private void checkFile(long snapshot, ManifestEntry entry, Depth depth) throws IOException {
        TableSchema schema = schemaById.get(entry.file().schemaId());
        TableSchema any = schemaOrAny(entry.file().schemaId());
        String path = paths.dataFile(any, entry.partition(), entry.bucket(), entry.file());
        if (!checkedFiles.add(path)) {
            return;
        }
        requireSchema(
                snapshot,
                entry.file().schemaId(),
                "the schema of " + entry.file().fileName());
        if (!exists(snapshot, path, "a data file of the snapshot")) {
            return;
        }
        long actual = storage.info(path).sizeBytes();
        if (actual != entry.file().fileSize()) {
            findings.error("SIZE_MISMATCH", snapshot, path, entry.file().fileSize(), actual);
        } else if (depth == Depth.ROWS && schema != null) {
            new RowCheck(storage, findings).check(snapshot, path, entry, schema);
        }
        fileIndexes.check(snapshot, path, entry, any, depth);
    }

    /** A schema, or another that tells as well where files lie. */
    private TableSchema schemaOrAny(long id) {
        TableSchema schema = schemaById.get(id);
        return schema != null ? schema : schemaById.values().iterator().next();
    }

    private void requireSchema(long snapshot, long schemaId, String what) {
        if (!schemaById.containsKey(schemaId) && !unreadableSchemas.contains(schemaId)) {
            findings.error("MISSING_FILE", snapshot, paths.schemaFolder() + "/schema-" + schemaId, what, "none");
        }
    }

    private boolean exists(long snapshot, String path, String what) throws IOException {
        try {
            storage.info(path);
            return true;
        } catch (NoSuchFileException e) {
            findings.error("MISSING_FILE", snapshot, path, what, "none");
            return false;
        }
    }
}
