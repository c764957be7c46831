package org.lsmtable.snapshot;

import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.lsmtable.fs.DamagedFileException;
import org.lsmtable.json.JsonObject;
import org.lsmtable.json.JsonText;
import org.lsmtable.types.UnsupportedFeatureException;

/**
 * The content of a snapshot file (spec: metadata, snapshot files). Every older form is read: literal nulls, historic keys,
 * missing counts. The form with all keys in fixed order and absent ones left out is written.
 */
final class SnapshotJson {
    private SnapshotJson() {}

    /**
     * Reads a snapshot.
     *
     * @throws UnsupportedFeatureException if it is of a later version
     */
    static Snapshot parse(String file, byte[] content) throws DamagedFileException {
        return read(JsonObject.parse(file, content));
    }

    /** The snapshot that a JSON object holds; a tag holds one among other things. */
    static Snapshot read(JsonObject json) throws DamagedFileException {
        int version = json.has("version") ? json.getInt("version") : 1;
        if (version > Snapshot.VERSION) {
            throw new UnsupportedFeatureException(json.file() + ": snapshot version " + version + " is newer than "
                    + Snapshot.VERSION + ", the newest known");
        }
        return new Snapshot(
                version,
                json.findText("uuid"),
                atLeast(json, "id", 1),
                atLeast(json, "schemaId", 0),
                fileName(json, "baseManifestList", json.getText("baseManifestList")),
                size(json, "baseManifestListSize"),
                fileName(json, "deltaManifestList", json.getText("deltaManifestList")),
                size(json, "deltaManifestListSize"),
                optionalFileName(json, "changelogManifestList"),
                size(json, "changelogManifestListSize"),
                optionalFileName(json, "indexManifest"),
                json.getText("commitUser"),
                json.getLong("commitIdentifier"),
                kind(json),
                json.getLong("timeMillis"),
                json.findLong("totalRecordCount"),
                json.findLong("deltaRecordCount"),
                json.findLong("changelogRecordCount"),
                json.findLong("watermark"),
                optionalFileName(json, "statistics"),
                json.findTextMap("properties"),
                json.findLong("nextRowId"),
                json.findText("operation"));
    }

    private static CommitKind kind(JsonObject json) throws DamagedFileException {
        String text = json.getText("commitKind");
        for (CommitKind kind : CommitKind.values()) {
            if (kind.name().equals(text)) {
                return kind;
            }
        }
        throw json.damaged("commitKind", "one of " + Arrays.toString(CommitKind.values()), "'" + text + "'");
    }

    private static long atLeast(JsonObject json, String key, long least) throws DamagedFileException {
        long value = json.getLong(key);
        if (value < least) {
            throw json.damaged(key, "at least " + least, String.valueOf(value));
        }
        return value;
    }

    private static @Nullable Long size(JsonObject json, String key) throws DamagedFileException {
        return json.has(key) ? Long.valueOf(atLeast(json, key, 0)) : null;
    }

    private static @Nullable String optionalFileName(JsonObject json, String key) throws DamagedFileException {
        String name = json.findText(key);
        return name == null ? null : fileName(json, key, name);
    }

    private static String fileName(JsonObject json, String key, String name) throws DamagedFileException {
        if (name.isEmpty() || name.indexOf('/') >= 0) {
            throw json.damaged(key, "the name of a file", "'" + name + "'");
        }
        return name;
    }

    /** The content of a snapshot's file. */
    static byte[] print(Snapshot snapshot) {
        return JsonText.object(text -> print(text, snapshot));
    }

    /** The keys and values of a snapshot, in an object that may hold others behind them. */
    static void print(JsonText text, Snapshot snapshot) throws IOException {
        text.number("version", snapshot.version());
        text.textIfSet("uuid", snapshot.uuid());
        text.number("id", snapshot.id());
        text.number("schemaId", snapshot.schemaId());
        text.text("baseManifestList", snapshot.baseManifestList());
        text.numberIfSet("baseManifestListSize", snapshot.baseManifestListSize());
        text.text("deltaManifestList", snapshot.deltaManifestList());
        text.numberIfSet("deltaManifestListSize", snapshot.deltaManifestListSize());
        text.textIfSet("changelogManifestList", snapshot.changelogManifestList());
        text.numberIfSet("changelogManifestListSize", snapshot.changelogManifestListSize());
        text.textIfSet("indexManifest", snapshot.indexManifest());
        text.text("commitUser", snapshot.commitUser());
        text.number("commitIdentifier", snapshot.commitIdentifier());
        text.text("commitKind", snapshot.commitKind().name());
        text.number("timeMillis", snapshot.timeMillis());
        text.numberIfSet("totalRecordCount", snapshot.totalRecordCount());
        text.numberIfSet("deltaRecordCount", snapshot.deltaRecordCount());
        text.numberIfSet("changelogRecordCount", snapshot.changelogRecordCount());
        text.numberIfSet("watermark", snapshot.watermark());
        text.textIfSet("statistics", snapshot.statistics());
        if (snapshot.properties() != null) {
            text.textMap("properties", snapshot.properties());
        }
        text.numberIfSet("nextRowId", snapshot.nextRowId());
        text.textIfSet("operation", snapshot.operation());
    }
}
