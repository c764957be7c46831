package org.lsmtable.check;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.lsmtable.data.BinaryRow;
import org.lsmtable.data.BinaryRowWriter;
import org.lsmtable.format.ColumnCursor;
import org.lsmtable.format.DataFileReader;
import org.lsmtable.format.all.Formats;
import org.lsmtable.fs.Storage;
import org.lsmtable.index.HashIndexFile;
import org.lsmtable.manifest.IndexFileEntry;
import org.lsmtable.manifest.ManifestEntry;
import org.lsmtable.schema.TablePaths;
import org.lsmtable.schema.TableSchema;
import org.lsmtable.types.DataField;
import org.lsmtable.vector.ColumnVector;

/**
 * Checks the index files of a snapshot: each is there and has its size, and a dynamic bucket has one hash index, which on request is shown
 * to hold every key of the bucket's files; a key it lacks could be given another bucket and then be there twice.
 */
final class IndexFileCheck {
    private static final int BATCH_ROWS = 8_192;

    private final Storage storage;
    private final TablePaths paths;
    private final Findings findings;

    /** Data files whose keys were looked up; an index only grows, so once is enough. */
    private final Set<String> checkedFiles = new HashSet<>();

    private record Bucket(BinaryRow partition, int bucket) {}

    IndexFileCheck(Storage storage, TablePaths paths, Findings findings) {
        this.storage = storage;
        this.paths = paths;
        this.findings = findings;
    }

    /**
     * Checks the entries of a snapshot's index manifest against storage and the live files.
     *
     * @param schema any of the table: all of them put index files into the same folders
     */
    void check(
            long snapshot,
            List<IndexFileEntry> entries,
            Collection<ManifestEntry> live,
            TableSchema schema,
            Map<Long, TableSchema> schemas,
            Depth depth)
            throws IOException {
        Map<Bucket, int[]> hashes = new HashMap<>();
        for (IndexFileEntry entry : entries) {
            String path = paths.indexFile(schema, entry);
            boolean isHash = entry.indexType().equals(IndexFileEntry.HASH);
            boolean isSound = isSound(snapshot, path, entry);
            if (isHash && isSound) {
                int[] sorted = HashIndexFile.read(storage, path, entry.rowCount());
                Arrays.sort(sorted);
                if (hashes.put(new Bucket(entry.partition(), entry.bucket()), sorted) != null) {
                    findings.error("DUPLICATE_INDEX", snapshot, path, "one hash index of bucket " + entry.bucket(), 2);
                }
            }
        }
        if (depth == Depth.ROWS) {
            for (ManifestEntry file : live) {
                TableSchema written = schemas.get(file.file().schemaId());
                int[] known = hashes.get(new Bucket(file.partition(), file.bucket()));
                if (file.totalBuckets() == -1
                        && written != null
                        && checkedFiles.add(file.file().fileName())) {
                    keys(snapshot, file, written, known == null ? new int[0] : known);
                }
            }
        }
    }

    private boolean isSound(long snapshot, String path, IndexFileEntry entry) throws IOException {
        try {
            long actual = storage.info(path).sizeBytes();
            boolean isHash = entry.indexType().equals(IndexFileEntry.HASH);
            long expected = isHash ? Integer.BYTES * entry.rowCount() : entry.fileSize();
            if (actual != expected || actual != entry.fileSize()) {
                findings.error("SIZE_MISMATCH", snapshot, path, entry.fileSize(), actual);
                return false;
            }
            return true;
        } catch (NoSuchFileException e) {
            findings.error("MISSING_FILE", snapshot, path, "an index file of the snapshot", "none");
            return false;
        }
    }

    private void keys(long snapshot, ManifestEntry entry, TableSchema schema, int[] known) {
        String path = paths.dataFile(schema, entry.partition(), entry.bucket(), entry.file());
        List<DataField> keys = schema.trimmedKeyType().fields();
        BinaryRowWriter writer = new BinaryRowWriter(keys.size());
        List<ColumnCursor> cursors = new ArrayList<>();
        long missing = 0;
        try (DataFileReader reader =
                Formats.forFileName(entry.file().fileName(), schema.options()).open(storage.open(path))) {
            try {
                for (DataField key : keys) {
                    cursors.add(reader.column(key.name(), key.type()));
                }
                @Nullable ColumnVector[] vectors = new ColumnVector[keys.size()];
                for (long at = 0; at < reader.rowCount(); at += BATCH_ROWS) {
                    int rows = (int) Math.min(BATCH_ROWS, reader.rowCount() - at);
                    for (int i = 0; i < vectors.length; i++) {
                        vectors[i] = cursors.get(i).read(rows, vectors[i]);
                    }
                    missing += missing(vectors, rows, writer, known);
                }
            } finally {
                for (ColumnCursor cursor : cursors) {
                    cursor.close();
                }
            }
        } catch (IOException | RuntimeException e) {
            findings.unreadable(snapshot, path, e);
            return;
        }
        if (missing > 0) {
            findings.error(
                    "KEYS_NOT_INDEXED",
                    snapshot,
                    path,
                    "every key in the hash index of its bucket",
                    missing + " are not");
        }
    }

    private static long missing(@Nullable ColumnVector[] vectors, int rows, BinaryRowWriter writer, int[] known) {
        long missing = 0;
        for (int row = 0; row < rows; row++) {
            for (int i = 0; i < vectors.length; i++) {
                ColumnVector vector = vectors[i];
                if (vector != null) {
                    writer.write(i, vector, row);
                }
            }
            missing += Arrays.binarySearch(known, writer.takeBucketHash()) < 0 ? 1 : 0;
        }
        return missing;
    }
}
