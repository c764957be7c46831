package org.lsmtable.maintenance;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.lsmtable.manifest.DataFileMeta;
import org.lsmtable.manifest.IndexFileEntry;
import org.lsmtable.manifest.ManifestEntry;
import org.lsmtable.schema.TablePaths;
import org.lsmtable.schema.TableSchema;

/**
 * The files that states which are to go name, until a state that stays is found to name them too. What is left at the end may be
 * deleted. Not thread-safe.
 */
final class Candidates {
    /** A file, or several that live and die together. */
    record Doomed(List<String> paths, String why) {
        Doomed {
            paths = List.copyOf(paths);
        }
    }

    private final TablePaths paths;
    private final TableSchema schema;
    private final Map<String, Doomed> lists = new LinkedHashMap<>();
    private final Map<String, Doomed> manifests = new LinkedHashMap<>();
    private final Map<String, Doomed> indexFiles = new LinkedHashMap<>();
    private final Map<String, Doomed> statistics = new LinkedHashMap<>();
    private final Map<FileKey, Doomed> changelogFiles = new LinkedHashMap<>();
    private final Map<FileKey, Doomed> dataFiles = new LinkedHashMap<>();

    /**
     * No files of a table yet.
     *
     * @param schema tells where data files lie
     */
    Candidates(TablePaths paths, TableSchema schema) {
        this.paths = paths;
        this.schema = schema;
    }

    /** A manifest list or index manifest. */
    void addList(String name, String why) {
        lists.putIfAbsent(name, new Doomed(List.of(paths.manifestFolder() + "/" + name), why));
    }

    void addManifest(String name, String why) {
        manifests.putIfAbsent(name, new Doomed(List.of(paths.manifestFolder() + "/" + name), why));
    }

    void addStatistics(String name, String why) {
        statistics.putIfAbsent(name, new Doomed(List.of(paths.statisticsFolder() + "/" + name), why));
    }

    void addIndexFile(IndexFileEntry entry, String why) {
        indexFiles.putIfAbsent(entry.fileName(), new Doomed(List.of(paths.indexFile(schema, entry)), why));
    }

    /** A data file with its extra files. */
    void addDataFile(ManifestEntry entry, String why) {
        dataFiles.putIfAbsent(FileKey.of(entry), doomed(entry, why));
    }

    /** A file of change records with its extra files. */
    void addChangelogFile(ManifestEntry entry, String why) {
        changelogFiles.putIfAbsent(FileKey.of(entry), doomed(entry, why));
    }

    private Doomed doomed(ManifestEntry entry, String why) {
        DataFileMeta file = entry.file();
        List<String> all = new ArrayList<>();
        all.add(paths.dataFile(schema, entry.partition(), entry.bucket(), file));
        for (String extra : file.extraFiles()) {
            all.add(paths.extraFile(schema, entry.partition(), entry.bucket(), file, extra));
        }
        return new Doomed(all, why);
    }

    void keepList(String name) {
        lists.remove(name);
    }

    void keepManifest(String name) {
        manifests.remove(name);
    }

    void keepStatistics(String name) {
        statistics.remove(name);
    }

    void keepIndexFile(String name) {
        indexFiles.remove(name);
    }

    void keepDataFile(FileKey file) {
        dataFiles.remove(file);
    }

    /** All of them stay. */
    void keepDataFiles() {
        dataFiles.clear();
    }

    void keepChangelogFile(FileKey file) {
        changelogFiles.remove(file);
    }

    /** Keeps all files of some names, given by the hashes of {@link StateNames}, ascending. */
    void keepNamed(long[] hashes) {
        for (Map<String, Doomed> named : List.of(lists, manifests, statistics, indexFiles)) {
            named.keySet().removeIf(name -> isNamed(hashes, name));
        }
        dataFiles.keySet().removeIf(file -> isNamed(hashes, file.fileName()));
    }

    private static boolean isNamed(long[] hashes, String name) {
        return Arrays.binarySearch(hashes, StateNames.hash(name)) >= 0;
    }

    boolean hasList(String name) {
        return lists.containsKey(name);
    }

    boolean hasDataFile(FileKey file) {
        return dataFiles.containsKey(file);
    }

    boolean hasDataFiles() {
        return !dataFiles.isEmpty();
    }

    boolean hasChangelogFiles() {
        return !changelogFiles.isEmpty();
    }

    boolean hasIndexFiles() {
        return !indexFiles.isEmpty();
    }

    boolean isEmpty() {
        return lists.isEmpty()
                && manifests.isEmpty()
                && statistics.isEmpty()
                && indexFiles.isEmpty()
                && changelogFiles.isEmpty()
                && dataFiles.isEmpty();
    }

    /** What is left, in the order in which it may be deleted: what names a file comes before the file. */
    List<Doomed> left() {
        List<Doomed> left = new ArrayList<>();
        for (Map<?, Doomed> files : List.of(lists, manifests, statistics, indexFiles, changelogFiles, dataFiles)) {
            left.addAll(files.values());
        }
        return left;
    }

    /** Those of them that are data files or hold change records. */
    Collection<Doomed> leftInBuckets() {
        List<Doomed> left = new ArrayList<>(changelogFiles.values());
        left.addAll(dataFiles.values());
        return left;
    }

    /** The folder below which the folders of data files lie. */
    String dataFolder() {
        return paths.dataFolder(schema);
    }
}
