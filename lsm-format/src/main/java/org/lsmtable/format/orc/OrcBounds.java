package org.lsmtable.format.orc;

import java.math.BigDecimal;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import org.apache.orc.BooleanColumnStatistics;
import org.apache.orc.ColumnStatistics;
import org.apache.orc.DateColumnStatistics;
import org.apache.orc.DecimalColumnStatistics;
import org.apache.orc.DoubleColumnStatistics;
import org.apache.orc.IntegerColumnStatistics;
import org.apache.orc.StringColumnStatistics;
import org.apache.orc.TimestampColumnStatistics;
import org.apache.orc.TypeDescription;
import org.apache.orc.storage.common.type.HiveDecimal;
import org.jspecify.annotations.Nullable;
import org.lsmtable.data.Values;
import org.lsmtable.predicate.ColumnRange;
import org.lsmtable.types.DataType;
import org.lsmtable.types.DecimalType;
import org.lsmtable.types.TypeRoot;

/**
 * Bounds of a column in ORC's statistics as plain Java values of the type that is read, wide enough for what ORC gets wrong:
 *
 * <ul>
 *   <li>NaN makes comparisons fail, so bounds of FLOAT and DOUBLE hold only if the sum is a number, and zeros are widened;
 *   <li>CHAR is compared with its blanks, which sort above control characters;
 *   <li>timestamps are cut to milliseconds, and those of the second before 1970 are a second off.
 * </ul>
 */
final class OrcBounds {
    private static final long TIMESTAMP_SLACK_MILLIS = 1001;

    private final DataType type;
    private final boolean isReadable;
    private final OrcZone zone;

    /**
     * Bounds of a column.
     *
     * @param stored null if the file does not have it
     */
    OrcBounds(DataType type, @Nullable TypeDescription stored, OrcZone zone) {
        this.type = type;
        this.isReadable = stored != null && OrcTypes.holds(stored, type);
        this.zone = zone;
    }

    /** Whether statistics of the column are of any use. */
    boolean tellsAnything() {
        return isReadable;
    }

    /** What statistics tell about so many rows. */
    ColumnRange range(@Nullable ColumnStatistics statistics, long rows) {
        if (statistics == null || !isReadable) {
            return ColumnRange.unknown(rows);
        }
        long present = statistics.getNumberOfValues();
        if (present < 0 || present > rows) {
            return ColumnRange.unknown(rows);
        }
        Long nulls = rows - present;
        Object min = present == 0 ? null : min(statistics);
        Object max = present == 0 ? null : max(statistics);
        if (min != null && max != null && Values.compare(min, max, type) > 0) {
            return new ColumnRange(null, null, nulls, rows);
        }
        return new ColumnRange(min, max, nulls, rows);
    }

    private @Nullable Object min(ColumnStatistics statistics) {
        if (statistics instanceof IntegerColumnStatistics integers) {
            return integer(integers.getMinimum());
        }
        if (statistics instanceof BooleanColumnStatistics booleans) {
            return booleans.getFalseCount() == 0;
        }
        if (statistics instanceof DoubleColumnStatistics doubles) {
            return floating(doubles, doubles.getMinimum(), -0.0);
        }
        if (statistics instanceof StringColumnStatistics texts) {
            String bound = texts.getLowerBound();
            return bound == null || type.root() != TypeRoot.CHAR ? bound : withoutBlanks(bound);
        }
        if (statistics instanceof DecimalColumnStatistics decimals) {
            return decimal(decimals.getMinimum());
        }
        if (statistics instanceof DateColumnStatistics dates) {
            return LocalDate.ofEpochDay(dates.getMinimumDayOfEpoch());
        }
        return statistics instanceof TimestampColumnStatistics stamps
                ? timestamp(stamps.getMinimumUTC(), -TIMESTAMP_SLACK_MILLIS)
                : null;
    }

    private @Nullable Object max(ColumnStatistics statistics) {
        if (statistics instanceof IntegerColumnStatistics integers) {
            return integer(integers.getMaximum());
        }
        if (statistics instanceof BooleanColumnStatistics booleans) {
            return booleans.getTrueCount() > 0;
        }
        if (statistics instanceof DoubleColumnStatistics doubles) {
            return floating(doubles, doubles.getMaximum(), 0.0);
        }
        if (statistics instanceof StringColumnStatistics texts) {
            return texts.getUpperBound();
        }
        if (statistics instanceof DecimalColumnStatistics decimals) {
            return decimal(decimals.getMaximum());
        }
        if (statistics instanceof DateColumnStatistics dates) {
            return LocalDate.ofEpochDay(dates.getMaximumDayOfEpoch());
        }
        return statistics instanceof TimestampColumnStatistics stamps
                ? timestamp(stamps.getMaximumUTC(), TIMESTAMP_SLACK_MILLIS)
                : null;
    }

    private @Nullable Object integer(long value) {
        return switch (type.root()) {
            case TINYINT -> value == (byte) value ? (Object) (byte) value : null;
            case SMALLINT -> value == (short) value ? (Object) (short) value : null;
            case INT -> value == (int) value ? (Object) (int) value : null;
            case BIGINT -> value;
            case TIME -> value < 0 || value >= 86_400_000 ? null : LocalTime.ofNanoOfDay(value * 1_000_000);
            default -> null;
        };
    }

    private @Nullable Object floating(DoubleColumnStatistics statistics, double bound, double zero) {
        if (Double.isNaN(statistics.getSum()) || Double.isNaN(bound)) {
            return null;
        }
        double widened = bound == 0 ? zero : bound;
        return type.root() == TypeRoot.FLOAT ? (Object) (float) widened : (Object) widened;
    }

    /** A value without its blanks may be less than the bound, but not less than the bound up to its first blank or less. */
    private static String withoutBlanks(String bound) {
        int end = 0;
        while (end < bound.length() && bound.charAt(end) > ' ') {
            end++;
        }
        return bound.substring(0, end);
    }

    private @Nullable Object decimal(@Nullable HiveDecimal bound) {
        if (bound == null) {
            return null;
        }
        BigDecimal value = bound.bigDecimalValue();
        return value.scale() > ((DecimalType) type).scale() ? null : value.setScale(((DecimalType) type).scale());
    }

    private @Nullable Object timestamp(@Nullable Timestamp bound, long slack) {
        if (bound == null || !zone.isUtc()) {
            return null;
        }
        Instant instant = Instant.ofEpochMilli(bound.getTime() + slack);
        return type.root() == TypeRoot.TIMESTAMP ? LocalDateTime.ofInstant(instant, ZoneOffset.UTC) : instant;
    }
}
