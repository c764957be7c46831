package org.lsmtable.maintenance;

import java.io.IOException;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.lsmtable.options.MaintenanceOptions;
import org.lsmtable.options.Options;
import org.lsmtable.schema.TableSchema;
import org.lsmtable.snapshot.Snapshot;
import org.lsmtable.snapshot.TableStores;
import org.lsmtable.snapshot.TagPeriod;
import org.lsmtable.snapshot.TagStore.Tag;

/**
 * The tags that a table's options ask for after commits (spec: commit, tags: automatic creation). A snapshot gets the tag of the last period that
 * was over at its time, if no automatic tag is there yet, or if that period has come after the one of the newest. Not thread-safe: belongs to one
 * writer.
 */
final class TagCreation {
    private final TableStores stores;
    private final Expiry expiry;
    private final Clock clock;
    private final TagPeriod period;
    private final Duration delay;
    private final ZoneId zone;
    private final Options options;
    private final boolean byWatermark;
    /** The beginning of the period of the newest automatic tag; null if there is none. */
    private @Nullable LocalDateTime newest;
    /** The snapshot to look at next; 0 before the tags have been looked at. */
    private long next;

    private TagCreation(TableStores stores, TableSchema schema, Clock clock, Expiry expiry, boolean byWatermark) {
        this.stores = stores;
        this.expiry = expiry;
        this.clock = clock;
        this.options = schema.options();
        this.byWatermark = byWatermark;
        this.period = TagPeriod.of(options);
        this.delay = options.get(MaintenanceOptions.TAG_CREATION_DELAY);
        if (delay.compareTo(period.length()) >= 0) {
            throw new IllegalArgumentException("option '" + MaintenanceOptions.TAG_CREATION_DELAY
                    + "': expected less than the period of tags, " + period.length() + ", found " + delay);
        }
        this.zone = byWatermark
                ? zone(MaintenanceOptions.WATERMARK_ZONE.key(), options.get(MaintenanceOptions.WATERMARK_ZONE))
                : options.find(MaintenanceOptions.PROCESS_TIME_ZONE)
                        .map(name -> zone(MaintenanceOptions.PROCESS_TIME_ZONE.key(), name))
                        .orElse(clock.getZone());
    }

    private static ZoneId zone(String option, String name) {
        try {
            return ZoneId.of(name);
        } catch (DateTimeException e) {
            throw new IllegalArgumentException(
                    "option '" + option + "': expected a time zone, found '" + name + "'", e);
        }
    }

    /**
     * What a table's options ask for; empty for nothing. Tags of batch jobs are made by the engines that run them, not by writers.
     *
     * @throws IllegalArgumentException naming the option, if one makes no sense
     */
    static Optional<TagCreation> of(TableStores stores, TableSchema schema, Clock clock, Expiry expiry) {
        String mode = schema.options().get(MaintenanceOptions.TAG_CREATION);
        return switch (mode) {
            case "process-time" -> Optional.of(new TagCreation(stores, schema, clock, expiry, false));
            case "watermark" -> Optional.of(new TagCreation(stores, schema, clock, expiry, true));
            default -> Optional.empty();
        };
    }

    /**
     * Looks at the snapshots that have come since the last time.
     *
     * @return the names of the tags that were made
     */
    List<String> run(Snapshot latest) throws IOException {
        if (next == 0) {
            begin();
        }
        List<String> made = new ArrayList<>();
        for (; next <= latest.id(); next++) {
            Optional<Snapshot> snapshot = next == latest.id()
                    ? Optional.of(latest)
                    : stores.snapshots().find(next);
            LocalDateTime time = snapshot.isEmpty() ? null : timeOf(snapshot.get());
            if (snapshot.isPresent() && time != null && isDue(time)) {
                LocalDateTime begin = beginOf(time);
                if (create(period.tagOf(begin), snapshot.get())) {
                    made.add(period.tagOf(begin));
                }
                newest = begin;
            }
        }
        if (!made.isEmpty()) {
            dropOldest();
        }
        return made;
    }

    private void begin() throws IOException {
        List<Tag> automatic = automatic();
        if (automatic.isEmpty()) {
            next = stores.snapshots().earliestId().orElse(1L);
        } else {
            Tag last = automatic.get(automatic.size() - 1);
            newest = period.timeOf(last.name()).orElseThrow();
            next = last.snapshot().id() + 1;
        }
        next = Math.max(next, stores.snapshots().earliestId().orElse(1L));
    }

    /** The automatic tags, those of the oldest periods first. */
    private List<Tag> automatic() throws IOException {
        return stores.tags().all().stream()
                .filter(tag -> period.timeOf(tag.name()).isPresent())
                .sorted(Comparator.comparing(tag -> period.timeOf(tag.name()).orElseThrow()))
                .toList();
    }

    private @Nullable LocalDateTime timeOf(Snapshot snapshot) {
        Long millis = byWatermark ? snapshot.watermark() : Long.valueOf(snapshot.timeMillis());
        return millis == null || millis == Long.MIN_VALUE || millis == Long.MAX_VALUE
                ? null
                : LocalDateTime.ofInstant(Instant.ofEpochMilli(millis), zone);
    }

    private boolean isDue(LocalDateTime time) {
        LocalDateTime last = newest;
        return last == null
                || !time.minus(delay).isBefore(last.plus(period.length().multipliedBy(2)));
    }

    private LocalDateTime beginOf(LocalDateTime time) {
        LocalDateTime last = newest;
        return last != null && options.get(MaintenanceOptions.TAG_COMPLETION)
                ? last.plus(period.length())
                : period.lastBefore(time);
    }

    /** False if there is a tag of that name already, or the snapshot has just expired. */
    private boolean create(String name, Snapshot snapshot) throws IOException {
        Duration retained =
                options.find(MaintenanceOptions.TAG_DEFAULT_RETAINED).orElse(null);
        LocalDateTime now = retained == null ? null : LocalDateTime.now(clock);
        if (!stores.tags().createAutomatic(new Tag(name, snapshot, now, retained))) {
            return false;
        }
        if (!stores.snapshots().exists(snapshot.id())) {
            stores.tags().delete(name); // its files may be gone
            return false;
        }
        return true;
    }

    private void dropOldest() throws IOException {
        Optional<Integer> most = options.find(MaintenanceOptions.TAG_RETAINED_MAX);
        if (most.isEmpty()) {
            return;
        }
        List<Tag> automatic = automatic();
        for (Tag tag : automatic.subList(0, Math.max(0, automatic.size() - most.get()))) {
            expiry.planTagDeletion(tag).execute();
        }
    }
}
