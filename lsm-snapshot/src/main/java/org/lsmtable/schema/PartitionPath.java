package org.lsmtable.schema;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoField;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.lsmtable.data.BinaryRow;
import org.lsmtable.types.DataField;
import org.lsmtable.types.DataType;
import org.lsmtable.types.RowType;
import org.lsmtable.types.TemporalType;
import org.lsmtable.types.UnsupportedFeatureException;

/**
 * The folder names of partitions (spec: metadata, partition path): {@code key=text} a column, with a text form that the option
 * {@code partition.legacy-name} chooses. Several partitions may share one folder; values are never read back from it.
 */
public final class PartitionPath {
    private static final String ESCAPED = "\"#%'*/:=?\\{}[]^";
    private static final int MILLI_DIGITS = 3;
    private static final int NANO_DIGITS = 9;
    private static final String DEFAULT_NAME = "__DEFAULT_PARTITION__";

    private PartitionPath() {}

    /** The path of a partition below the table's folder, without slashes at its ends; empty if there are no partition columns. */
    public static String of(TableSchema schema, BinaryRow partition) {
        List<String> texts = texts(schema, partition);
        StringBuilder path = new StringBuilder();
        for (int i = 0; i < texts.size(); i++) {
            if (i > 0) {
                path.append('/');
            }
            appendEscaped(path, schema.partitionKeys().get(i));
            path.append('=');
            appendEscaped(path, texts.get(i));
        }
        return path.toString();
    }

    /** The text of each partition column, not escaped; that of null and of blank texts is the default name. */
    public static List<String> texts(TableSchema schema, BinaryRow partition) {
        RowType type = schema.partitionType();
        if (partition.arity() != type.fieldCount()) {
            throw new IllegalArgumentException(
                    "expected a partition of " + type.names() + ", found " + partition.arity() + " fields");
        }
        String legacy = schema.options().asMap().getOrDefault("partition.legacy-name", "true");
        String defaultName = schema.options().asMap().getOrDefault("partition.default-name", DEFAULT_NAME);
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < type.fieldCount(); i++) {
            DataField column = type.field(i);
            Object value = partition.get(i, column.type().nullable());
            String text = value == null
                    ? ""
                    : legacy.equalsIgnoreCase("false")
                            // the table format asks for the zone of whoever writes, so there is no other source for it
                            ? castText(value, column.type(), ZoneId.systemDefault())
                            : plainText(column, value);
            texts.add(text.isBlank() ? defaultName : text);
        }
        return texts;
    }

    /**
     * A value as folders are named that have {@code partition.legacy-name}, not escaped: a day or a time of day as a number.
     *
     * @throws UnsupportedFeatureException if its type has no such text
     */
    public static String plainText(DataField column, Object value) {
        return switch (column.type().root()) {
            case DATE -> String.valueOf(((LocalDate) value).toEpochDay());
            case TIME -> String.valueOf(((LocalTime) value).toNanoOfDay() / 1_000_000);
            case TIMESTAMP_LTZ ->
                LocalDateTime.ofInstant((Instant) value, ZoneOffset.UTC).toString();
            case BINARY, VARBINARY ->
                throw new UnsupportedFeatureException("partition column '" + column.name() + "' of type "
                        + column.type().asText()
                        + ": its folder has no fixed name unless 'partition.legacy-name' is false");
            default -> plainText(value);
        };
    }

    /**
     * A value as SQL casts it to text.
     *
     * @param zone the zone in which a TIMESTAMP_LTZ is shown
     */
    public static String castText(Object value, DataType type, ZoneId zone) {
        return switch (type.root()) {
            case TIME -> timeText((LocalTime) value, type);
            case TIMESTAMP -> timestampText((LocalDateTime) value, type);
            case TIMESTAMP_LTZ -> timestampText(LocalDateTime.ofInstant((Instant) value, zone), type);
            case BINARY, VARBINARY -> new String((byte[]) value, StandardCharsets.UTF_8);
            default -> plainText(value);
        };
    }

    private static String plainText(Object value) {
        return value instanceof BigDecimal decimal ? decimal.toPlainString() : value.toString();
    }

    /** As many fraction digits as the precision allows, less the zeros at the end, but one at least. */
    private static String timeText(LocalTime time, DataType type) {
        int most = Math.min(((TemporalType) type).precision(), MILLI_DIGITS);
        return clockText(time) + fraction(time, Math.min(1, most), most);
    }

    /** As many fraction digits as the precision says, or more if the value has more. */
    private static String timestampText(LocalDateTime time, DataType type) {
        int least = ((TemporalType) type).precision();
        return time.toLocalDate() + " " + clockText(time.toLocalTime())
                + fraction(time.toLocalTime(), least, NANO_DIGITS);
    }

    private static String clockText(LocalTime time) {
        return String.format(Locale.ROOT, "%02d:%02d:%02d", time.getHour(), time.getMinute(), time.getSecond());
    }

    /** A point and fraction digits, zeros at the end left out as far as the least number allows; nothing if no digit is left. */
    private static String fraction(LocalTime time, int least, int most) {
        String digits = String.format(Locale.ROOT, "%09d", time.get(ChronoField.NANO_OF_SECOND));
        int end = most;
        while (end > least && digits.charAt(end - 1) == '0') {
            end--;
        }
        return end == 0 ? "" : "." + digits.substring(0, end);
    }

    private static void appendEscaped(StringBuilder path, String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < 0x20 || c == 0x7f || ESCAPED.indexOf(c) >= 0) {
                path.append(String.format(Locale.ROOT, "%%%02X", (int) c));
            } else {
                path.append(c);
            }
        }
    }
}
