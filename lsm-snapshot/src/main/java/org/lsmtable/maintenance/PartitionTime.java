package org.lsmtable.maintenance;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.format.SignStyle;
import java.time.temporal.ChronoField;
import java.time.temporal.TemporalAccessor;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.lsmtable.data.BinaryRow;
import org.lsmtable.options.MaintenanceOptions;
import org.lsmtable.options.Options;
import org.lsmtable.scan.LiveFile;
import org.lsmtable.schema.PartitionPath;
import org.lsmtable.schema.TableSchema;
import org.lsmtable.types.DataField;
import org.lsmtable.types.UnsupportedFeatureException;

/**
 * What the age of a partition is counted from (spec: commit and maintenance, partition expiration). A day of a DATE column is a number here, and
 * a number is no time: such partitions do not expire by their values, with no writer of the format.
 */
interface PartitionTime {
    /** {@code 2026-1-31}, or with a time of day behind a blank, {@code 4:05:06.789}; days and hours too many go over into the next month and day. */
    DateTimeFormatter USUAL = new DateTimeFormatterBuilder()
            .appendValue(ChronoField.YEAR, 1, 10, SignStyle.NORMAL)
            .appendLiteral('-')
            .appendValue(ChronoField.MONTH_OF_YEAR, 1, 2, SignStyle.NORMAL)
            .appendLiteral('-')
            .appendValue(ChronoField.DAY_OF_MONTH, 1, 2, SignStyle.NORMAL)
            .optionalStart()
            .appendLiteral(' ')
            .appendValue(ChronoField.HOUR_OF_DAY, 1, 2, SignStyle.NORMAL)
            .appendLiteral(':')
            .appendValue(ChronoField.MINUTE_OF_HOUR, 1, 2, SignStyle.NORMAL)
            .appendLiteral(':')
            .appendValue(ChronoField.SECOND_OF_MINUTE, 1, 2, SignStyle.NORMAL)
            .optionalStart()
            .appendFraction(ChronoField.NANO_OF_SECOND, 1, 9, true)
            .toFormatter(Locale.ROOT)
            .withResolverStyle(ResolverStyle.LENIENT);

    /**
     * The time in the zone of those who write; null if there is none, and the partition never expires.
     *
     * @param files all its data files, one at least
     */
    @Nullable
    LocalDateTime of(BinaryRow partition, List<LiveFile> files);

    /**
     * What a table's options say.
     *
     * @throws UnsupportedFeatureException if it is a way of counting that others have added
     * @throws IllegalArgumentException naming the option, if one makes no sense
     */
    static PartitionTime of(TableSchema schema) {
        String strategy = schema.options().get(MaintenanceOptions.PARTITION_EXPIRATION_STRATEGY);
        return switch (strategy) {
            case "values-time" -> ofValues(schema);
            case "update-time" -> (partition, files) -> newest(files);
            default ->
                throw new UnsupportedFeatureException("option '" + MaintenanceOptions.PARTITION_EXPIRATION_STRATEGY
                        + "' = '" + strategy + "' is not supported, expected values-time or update-time");
        };
    }

    private static @Nullable LocalDateTime newest(List<LiveFile> files) {
        long newest = Long.MIN_VALUE;
        for (LiveFile file : files) {
            Long created = file.file().creationTimeMillis();
            if (created == null) {
                return null;
            }
            newest = Math.max(newest, created);
        }
        return LocalDateTime.ofInstant(Instant.ofEpochMilli(newest), ZoneOffset.UTC);
    }

    private static PartitionTime ofValues(TableSchema schema) {
        Options options = schema.options();
        String pattern =
                options.find(MaintenanceOptions.PARTITION_TIMESTAMP_PATTERN).orElse(null);
        DateTimeFormatter formatter = options.find(MaintenanceOptions.PARTITION_TIMESTAMP_FORMATTER)
                .map(PartitionTime::formatter)
                .orElse(USUAL);
        return (partition, files) -> {
            List<@Nullable String> texts = texts(schema, partition);
            String text = pattern == null ? texts.get(0) : fill(pattern, schema.partitionKeys(), texts);
            return text == null ? null : parse(text, formatter);
        };
    }

    private static DateTimeFormatter formatter(String text) {
        try {
            return DateTimeFormatter.ofPattern(text, Locale.ROOT);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "option '" + MaintenanceOptions.PARTITION_TIMESTAMP_FORMATTER
                            + "': expected a pattern of dates and times, found '" + text + "': " + e.getMessage(),
                    e);
        }
    }

    private static List<@Nullable String> texts(TableSchema schema, BinaryRow partition) {
        List<@Nullable String> texts = new ArrayList<>();
        for (int i = 0; i < partition.arity(); i++) {
            DataField column = schema.partitionType().field(i);
            Object value = partition.get(i, column.type().nullable());
            texts.add(value == null ? null : text(column, value));
        }
        return texts;
    }

    private static @Nullable String text(DataField column, Object value) {
        try {
            return PartitionPath.plainText(column, value);
        } catch (UnsupportedFeatureException e) {
            return null;
        }
    }

    /** One column after the other, as others do it: {@code $d} is replaced in {@code $dt} too. */
    private static String fill(String pattern, List<String> columns, List<@Nullable String> texts) {
        String filled = pattern;
        for (int i = 0; i < columns.size(); i++) {
            filled = filled.replace("$" + columns.get(i), String.valueOf(texts.get(i)));
        }
        return filled;
    }

    private static @Nullable LocalDateTime parse(String text, DateTimeFormatter formatter) {
        try {
            TemporalAccessor parsed = formatter.parseBest(text, LocalDateTime::from, LocalDate::from);
            return parsed instanceof LocalDate date ? date.atStartOfDay() : (LocalDateTime) parsed;
        } catch (DateTimeException e) {
            return null;
        }
    }
}
