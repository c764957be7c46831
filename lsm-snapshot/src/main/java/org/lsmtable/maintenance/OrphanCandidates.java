package org.lsmtable.maintenance;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.lsmtable.fs.FileInfo;
import org.lsmtable.fs.Locations;
import org.lsmtable.fs.Storage;
import org.lsmtable.options.FileOptions;
import org.lsmtable.schema.TablePaths;
import org.lsmtable.schema.TableSchema;
import org.lsmtable.snapshot.BranchStore;
import org.lsmtable.types.UnsupportedFeatureException;

/**
 * The files of a table that may be orphans, found by where they lie and how old they are (spec: commit and maintenance, orphan files). What is not
 * of one of these places and forms is nobody's business here: marks in partition folders, folders of other names, files in the table's root.
 */
final class OrphanCandidates {
    private static final String BUCKET = "bucket-";
    /** Files of the table's users, which no manifest names. */
    private static final String MANAGED_BLOB = ".managed.blob";
    /** What writers of small files leave when they die: {@code .NAME.RANDOM.tmp}. */
    private static final Pattern TEMPORARY =
            Pattern.compile("\\.(?:schema-\\d+|(?:tag|consumer)-.+)\\.[^.]+\\.tmp", Pattern.DOTALL);

    private final Storage storage;
    private final TablePaths main;
    private final TableSchema schema;
    private final long olderThanMillis;
    private final Map<String, List<Candidate>> byName = new HashMap<>();
    private final List<Candidate> unnamed = new ArrayList<>();
    private final List<DataFolder> dataFolders = new ArrayList<>();

    /** A file and what it is. */
    record Candidate(FileInfo file, String what) {}

    /**
     * A folder of a partition or bucket.
     *
     * @param others things in it that are neither folders of these kinds nor candidates
     */
    record DataFolder(FileInfo folder, List<DataFolder> below, List<FileInfo> files, int others) {}

    OrphanCandidates(Storage storage, TablePaths main, TableSchema schema, long olderThanMillis) {
        this.storage = storage;
        this.main = main;
        this.schema = schema;
        this.olderThanMillis = olderThanMillis;
    }

    /** Those that are candidates until their name is found to be used. The map may be changed. */
    Map<String, List<Candidate>> byName() {
        return byName;
    }

    /** Those that nothing can name. */
    List<Candidate> unnamed() {
        return unnamed;
    }

    /** The folders of partitions, or of buckets in a table without partitions. */
    List<DataFolder> dataFolders() {
        return dataFolders;
    }

    /** Whether something was last changed before the time that protects it. */
    boolean isOld(FileInfo file) {
        return file.modifiedMillis() < olderThanMillis;
    }

    /** Looks at everything. */
    void find() throws IOException {
        addNamed(main.manifestFolder(), "manifest or list of manifests");
        addNamed(main.indexFolder(), "index file");
        addNamed(main.statisticsFolder(), "statistics");
        for (String root : dataRoots()) {
            dataFolders.addAll(partitions(root, schema.partitionKeys().size()));
        }
        addUnnamed(main);
        for (BranchStore.Branch branch : new BranchStore(storage, main).all()) {
            addUnnamed(main.onBranch(branch.name()));
        }
    }

    private Set<String> dataRoots() {
        Set<String> roots = new LinkedHashSet<>();
        String data = main.dataFolder(schema);
        if (!data.equals(main.root()) && !data.startsWith(main.root() + "/")) {
            throw new UnsupportedFeatureException(main.name()
                    + ": cannot look for files that nothing refers to: not supported: data files outside the table, in '"
                    + data + "', where those of other tables may lie (option '" + FileOptions.DATA_DIRECTORY + "')");
        }
        roots.add(data);
        String external = schema.options().find(FileOptions.EXTERNAL_PATHS).orElse("");
        for (String root : external.split(",", -1)) {
            if (!root.isBlank()) {
                roots.add(Locations.canonical(root.strip()));
            }
        }
        return roots;
    }

    private void addNamed(String folder, String what) throws IOException {
        for (FileInfo file : storage.list(folder)) {
            if (!file.isFolder() && isOld(file)) {
                addNamed(file, what);
            }
        }
    }

    private void addNamed(FileInfo file, String what) {
        byName.computeIfAbsent(file.name(), name -> new ArrayList<>(1)).add(new Candidate(file, what));
    }

    private void addUnnamed(TablePaths paths) throws IOException {
        addUnnamed(paths.snapshotFolder(), name -> isForeign(name, "snapshot-"));
        addUnnamed(paths.changelogFolder(), name -> isForeign(name, "changelog-"));
        for (String folder : List.of(paths.schemaFolder(), paths.tagFolder(), paths.consumerFolder())) {
            addUnnamed(folder, name -> TEMPORARY.matcher(name).matches());
        }
    }

    private static boolean isForeign(String name, String prefix) {
        return !name.startsWith(prefix) && !name.equals("EARLIEST") && !name.equals("LATEST");
    }

    private void addUnnamed(String folder, Predicate<String> isWanted) throws IOException {
        for (FileInfo file : storage.list(folder)) {
            if (!file.isFolder() && isWanted.test(file.name()) && isOld(file)) {
                unnamed.add(new Candidate(file, "temporary file"));
            }
        }
    }

    /** The folders below one that has so many levels of partition folders and then buckets. */
    private List<DataFolder> partitions(String folder, int levels) throws IOException {
        List<DataFolder> found = new ArrayList<>();
        for (FileInfo entry : storage.list(folder)) {
            if (isDataFolder(entry, levels)) {
                found.add(levels == 0 ? bucket(entry) : partition(entry, levels - 1));
            }
        }
        return found;
    }

    private static boolean isDataFolder(FileInfo entry, int levels) {
        return entry.isFolder()
                && (levels == 0 ? entry.name().startsWith(BUCKET) : entry.name().contains("="));
    }

    private DataFolder partition(FileInfo folder, int levels) throws IOException {
        List<DataFolder> below = new ArrayList<>();
        int others = 0;
        for (FileInfo entry : storage.list(folder.path())) {
            if (isDataFolder(entry, levels)) {
                below.add(levels == 0 ? bucket(entry) : partition(entry, levels - 1));
            } else {
                others++;
            }
        }
        return new DataFolder(folder, below, List.of(), others);
    }

    private DataFolder bucket(FileInfo folder) throws IOException {
        List<FileInfo> files = new ArrayList<>();
        int others = 0;
        for (FileInfo entry : storage.list(folder.path())) {
            if (!entry.isFolder() && isOld(entry) && !entry.name().endsWith(MANAGED_BLOB)) {
                files.add(entry);
                addNamed(entry, "data file");
            } else {
                others++;
            }
        }
        return new DataFolder(folder, List.of(), files, others);
    }
}
