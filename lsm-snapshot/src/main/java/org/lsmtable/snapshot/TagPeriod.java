package org.lsmtable.snapshot;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoField;
import java.util.List;
import java.util.Optional;
import org.lsmtable.options.Option;
import org.lsmtable.options.Options;

/**
 * The periods that automatic tags of a table stand for, and the names they have (spec: commit, tags). A tag whose name is one of a period counts
 * as automatic, whoever made it. Immutable.
 */
public final class TagPeriod {
    private static final Option<String> PERIOD = Option.ofChoice(
            "tag.creation-period",
            List.of("daily", "hourly", "two-hours"),
            "The periods that automatic tags stand for.");
    private static final Option<Duration> DURATION =
            Option.ofDuration("tag.creation-period-duration", null, "Periods of any length, instead.");
    private static final Option<String> FORMATTER = Option.ofChoice(
            "tag.period-formatter",
            List.of("with_dashes", "without_dashes", "without_dashes_and_spaces"),
            "How the names of automatic tags are written.");

    private final Duration length;
    private final DateTimeFormatter names;
    private final boolean areDays;

    private TagPeriod(Duration length, String pattern) {
        this.length = length;
        this.areDays = !pattern.contains("HH");
        // a year of four digits and not of any number, so that names without dashes can be read
        this.names = new DateTimeFormatterBuilder()
                .appendValue(ChronoField.YEAR, 4)
                .appendPattern(pattern)
                .parseDefaulting(ChronoField.HOUR_OF_DAY, 0)
                .parseDefaulting(ChronoField.MINUTE_OF_HOUR, 0)
                .toFormatter()
                .withResolverStyle(ResolverStyle.STRICT);
    }

    /** The periods that a table's options say. */
    public static TagPeriod of(Options options) {
        if (options.isSet(DURATION)) {
            return new TagPeriod(options.get(DURATION), "MMddHHmm");
        }
        String dashes = options.get(FORMATTER);
        return switch (options.get(PERIOD)) {
            case "hourly" ->
                new TagPeriod(
                        Duration.ofHours(1),
                        switch (dashes) {
                            case "without_dashes" -> "MMdd HH";
                            case "without_dashes_and_spaces" -> "MMddHH";
                            default -> "-MM-dd HH";
                        });
            case "two-hours" -> new TagPeriod(Duration.ofHours(2), "-MM-dd HH");
            default -> new TagPeriod(Duration.ofDays(1), dashes.equals("with_dashes") ? "-MM-dd" : "MMdd");
        };
    }

    /** The beginning of the period that a tag stands for; empty if its name is not that of an automatic tag. */
    public Optional<LocalDateTime> timeOf(String tag) {
        int space = areDays ? tag.indexOf(' ') : -1; // what follows a day is passed over
        try {
            return Optional.of(LocalDateTime.parse(space < 0 ? tag : tag.substring(0, space), names));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    /** The name of the tag of the period that begins at a time. */
    public String tagOf(LocalDateTime time) {
        return names.format(time);
    }

    /** The beginning of the last period that is over at a time. */
    public LocalDateTime lastBefore(LocalDateTime time) {
        long millis = time.toInstant(ZoneOffset.UTC).toEpochMilli();
        long begun = Math.floorDiv(millis, length.toMillis()) * length.toMillis();
        return LocalDateTime.ofEpochSecond(Math.floorDiv(begun, 1000L), 0, ZoneOffset.UTC)
                .minus(length);
    }

    /** How long a period is. */
    public Duration length() {
        return length;
    }

    /** A name as automatic tags have it, for messages. */
    public String example() {
        return names.format(LocalDateTime.of(2024, 1, 31, 0, 0));
    }
}
