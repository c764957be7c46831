package org.lsmtable.check;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.lsmtable.data.BinaryRow;
import org.lsmtable.data.KeyComparator;
import org.lsmtable.manifest.DataFileMeta;
import org.lsmtable.manifest.ManifestEntry;
import org.lsmtable.schema.TableSchema;
import org.lsmtable.types.DataType;

/** Checks the merge tree of each bucket: every level above 0 is one sorted run, and a file's own bounds are in order. */
final class LevelCheck {
    /** Keys of different types, which old releases may have left side by side, cannot be compared. */
    private record Place(BinaryRow partition, int bucket, int level, List<DataType> keyTypes) {}

    private final Map<Long, TableSchema> schemas;
    private final Findings findings;

    LevelCheck(Map<Long, TableSchema> schemas, Findings findings) {
        this.schemas = schemas;
        this.findings = findings;
    }

    void check(long snapshot, Collection<ManifestEntry> live) {
        TableSchema schema = schemas.values().stream()
                .max(Comparator.comparingLong(TableSchema::id))
                .orElseThrow();
        if (schema.primaryKeys().isEmpty()) {
            return;
        }
        Map<Place, List<DataFileMeta>> byPlace = new LinkedHashMap<>();
        for (ManifestEntry entry : live) {
            DataFileMeta file = entry.file();
            List<DataType> keyTypes = schemas.getOrDefault(file.schemaId(), schema)
                    .trimmedKeyType()
                    .types();
            byPlace.computeIfAbsent(
                            new Place(entry.partition(), entry.bucket(), file.level(), keyTypes),
                            place -> new ArrayList<>())
                    .add(file);
        }
        byPlace.forEach((place, files) -> {
            KeyComparator order = new KeyComparator(place.keyTypes());
            files.forEach(file -> bounds(snapshot, file, order));
            if (place.level() > 0) {
                disjoint(snapshot, files, order);
            }
        });
    }

    private void bounds(long snapshot, DataFileMeta file, KeyComparator order) {
        if (order.compare(file.minKey(), file.maxKey()) > 0) {
            findings.error("KEY_ORDER", snapshot, file.fileName(), "min key <= max key", "the reverse");
        }
        if (file.minSequence() > file.maxSequence()) {
            findings.error(
                    "SEQUENCE_ORDER",
                    snapshot,
                    file.fileName(),
                    "min sequence <= max sequence",
                    file.minSequence() + " > " + file.maxSequence());
        }
        Long deletes = file.deleteRowCount();
        if (deletes != null && (deletes < 0 || deletes > file.rowCount())) {
            findings.error(
                    "COUNT_MISMATCH", snapshot, file.fileName(), "0 to " + file.rowCount() + " deletes", deletes);
        }
    }

    private void disjoint(long snapshot, List<DataFileMeta> files, KeyComparator order) {
        files.sort((a, b) -> order.compare(a.minKey(), b.minKey()));
        for (int i = 1; i < files.size(); i++) {
            DataFileMeta left = files.get(i - 1);
            DataFileMeta right = files.get(i);
            if (order.compare(left.maxKey(), right.minKey()) >= 0) {
                findings.error(
                        "LEVEL_OVERLAP",
                        snapshot,
                        right.fileName(),
                        "keys above those of " + left.fileName() + " on level " + left.level(),
                        "overlapping key ranges");
            }
        }
    }
}
