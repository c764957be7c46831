package org.lsmtable.snapshot;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.NoSuchFileException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.lsmtable.fs.DamagedFileException;
import org.lsmtable.fs.FileInfo;
import org.lsmtable.fs.Storage;
import org.lsmtable.json.JsonObject;
import org.lsmtable.schema.TablePaths;

/** Reads the files of the {@code tag} folder (spec: metadata, tags). Safe for use by several threads. */
public final class TagStore {
    private static final String PREFIX = "tag-";
    private static final int NANO_DIGITS = 9;

    private final Storage storage;
    private final TablePaths paths;

    /** A tag; creation time and retention are null unless a retention was given. */
    public record Tag(
            String name,
            Snapshot snapshot,
            @Nullable LocalDateTime createTime,
            @Nullable Duration timeRetained) {}

    public TagStore(Storage storage, TablePaths paths) {
        this.storage = storage;
        this.paths = paths;
    }

    /** The tag of a name, empty if there is none. */
    public Optional<Tag> find(String name) throws IOException {
        if (name.isEmpty() || name.indexOf('/') >= 0) {
            return Optional.empty();
        }
        String file = paths.tagFolder() + "/" + PREFIX + name;
        byte[] content;
        try {
            content = storage.read(file);
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
        JsonObject json = JsonObject.parse(file, content);
        return Optional.of(new Tag(name, SnapshotJson.read(json), createTime(json), timeRetained(json)));
    }

    /** All tags by name; one that vanishes while we read is left out. */
    public List<Tag> all() throws IOException {
        List<Tag> tags = new ArrayList<>();
        for (FileInfo info : storage.list(paths.tagFolder())) {
            if (!info.isFolder() && info.name().startsWith(PREFIX)) {
                find(info.name().substring(PREFIX.length())).ifPresent(tags::add);
            }
        }
        tags.sort(Comparator.comparing(Tag::name));
        return tags;
    }

    /** Year to minute, then second and nanosecond, which are left out when they and all behind them are zero. */
    private static @Nullable LocalDateTime createTime(JsonObject json) throws DamagedFileException {
        List<Integer> parts = json.findInts("tagCreateTime");
        if (parts == null) {
            return null;
        }
        if (parts.size() < 5 || parts.size() > 7) {
            throw json.damaged("tagCreateTime", "5 to 7 numbers", parts.size() + " numbers");
        }
        try {
            return LocalDateTime.of(
                    parts.get(0),
                    parts.get(1),
                    parts.get(2),
                    parts.get(3),
                    parts.get(4),
                    parts.size() > 5 ? parts.get(5) : 0,
                    parts.size() > 6 ? parts.get(6) : 0);
        } catch (DateTimeException e) {
            throw json.damaged("tagCreateTime", "a date and time", parts + " (" + e.getMessage() + ")");
        }
    }

    private static @Nullable Duration timeRetained(JsonObject json) throws DamagedFileException {
        String text = json.findNumberText("tagTimeRetained");
        if (text == null) {
            return null;
        }
        BigDecimal seconds = new BigDecimal(text);
        // the scale first: numbers like 1e999999999 must not be spelled out
        if (Math.abs(seconds.scale()) > NANO_DIGITS || seconds.precision() > 2 * NANO_DIGITS) {
            throw json.damaged("tagTimeRetained", "seconds with up to 9 fraction digits", text);
        }
        BigDecimal whole = seconds.setScale(0, RoundingMode.FLOOR);
        return Duration.ofSeconds(
                whole.longValueExact(),
                seconds.subtract(whole).movePointRight(NANO_DIGITS).longValueExact());
    }
}
