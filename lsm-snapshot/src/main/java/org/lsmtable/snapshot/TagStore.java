package org.lsmtable.snapshot;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.NoSuchFileException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.temporal.ChronoField;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.lsmtable.fs.DamagedFileException;
import org.lsmtable.fs.FileInfo;
import org.lsmtable.fs.Storage;
import org.lsmtable.json.JsonObject;
import org.lsmtable.json.JsonText;
import org.lsmtable.schema.TablePaths;

/** Reads, creates and deletes the files of the {@code tag} folder (spec: metadata, tags). Safe for use by several threads. */
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
        String file = file(name);
        byte[] content;
        try {
            content = storage.read(file);
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
        try {
            JsonObject json = JsonObject.parse(file, content);
            return Optional.of(new Tag(name, SnapshotJson.read(json), createTime(json), timeRetained(json)));
        } catch (DamagedFileException e) {
            throw e.withAdvice("the tag cannot be used; 'lsm tag TABLE delete " + name + " --execute' deletes it");
        }
    }

    /**
     * Creates a tag, complete and durable.
     *
     * @return false if there is one of that name; it is untouched then
     * @throws IllegalArgumentException if no tag can have the name: blank, digits only, or with a slash
     */
    public boolean create(Tag tag) throws IOException {
        String name = tag.name();
        boolean digits = name.chars().allMatch(c -> c >= '0' && c <= '9');
        if (name.isBlank() || digits || name.indexOf('/') >= 0) {
            throw new IllegalArgumentException(
                    "a tag's name must hold more than digits and blanks, and no slash; found '" + name + "'");
        }
        return store(tag);
    }

    /**
     * Creates the tag of a {@link TagPeriod}, whose name may be of digits only. Otherwise like {@link #create}.
     *
     * @return false if there is one of that name; it is untouched then
     */
    public boolean createAutomatic(Tag tag) throws IOException {
        return store(tag);
    }

    private boolean store(Tag tag) throws IOException {
        return storage.createIfAbsent(file(tag.name()), print(tag));
    }

    /** Deletes a tag's file, which may be damaged, and nothing else. False if there is none. */
    public boolean delete(String name) throws IOException {
        if (name.isEmpty() || name.indexOf('/') >= 0 || !storage.delete(file(name))) {
            return false;
        }
        storage.syncFolder(paths.tagFolder());
        return true;
    }

    /** The file of a tag. */
    public String file(String name) {
        return paths.tagFolder() + "/" + PREFIX + name;
    }

    private static byte[] print(Tag tag) {
        return JsonText.object(text -> {
            SnapshotJson.print(text, tag.snapshot());
            LocalDateTime created = tag.createTime();
            Duration retained = tag.timeRetained();
            if (created != null && retained != null) {
                text.numbers("tagCreateTime", parts(created));
                text.decimal(
                        "tagTimeRetained",
                        BigDecimal.valueOf(retained.toSeconds())
                                .add(BigDecimal.valueOf(retained.toNanosPart(), NANO_DIGITS)));
            }
        });
    }

    /** Year to minute; second and nanosecond are left out when they and all behind them are zero. */
    private static List<Integer> parts(LocalDateTime time) {
        List<Integer> parts = new ArrayList<>(
                List.of(time.getYear(), time.getMonthValue(), time.getDayOfMonth(), time.getHour(), time.getMinute()));
        int nano = time.get(ChronoField.NANO_OF_SECOND);
        if (time.getSecond() > 0 || nano > 0) {
            parts.add(time.getSecond());
        }
        if (nano > 0) {
            parts.add(nano);
        }
        return parts;
    }

    /** All tags by name; one that vanishes while we read is left out. */
    public List<Tag> all() throws IOException {
        List<Tag> tags = new ArrayList<>();
        for (String name : names()) {
            find(name).ifPresent(tags::add);
        }
        return tags;
    }

    /** The names of all tags, ascending. No tag is read. */
    public List<String> names() throws IOException {
        List<String> names = new ArrayList<>();
        for (FileInfo info : storage.list(paths.tagFolder())) {
            if (!info.isFolder() && info.name().startsWith(PREFIX)) {
                names.add(info.name().substring(PREFIX.length()));
            }
        }
        names.sort(null);
        return names;
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
