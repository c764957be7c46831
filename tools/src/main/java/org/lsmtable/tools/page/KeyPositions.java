package org.lsmtable.tools.page;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.Base64;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.lsmtable.data.BinaryRow;
import org.lsmtable.data.KeyComparator;
import org.lsmtable.manifest.DataFileMeta;
import org.lsmtable.types.RowType;

/**
 * Where keys lie between the smallest and the largest of a bucket, from 0 to 1. A key of one column that is a number or a time lies where
 * its value lies; any other key by its rank among the first and last keys of all files.
 */
final class KeyPositions {
    private static final int SHOWN_CHARS = 60;

    private final RowType type;
    private final NavigableMap<BinaryRow, Integer> ranks;
    private final double lowest;
    private final double highest;

    private KeyPositions(RowType type, NavigableMap<BinaryRow, Integer> ranks) {
        this.type = type;
        this.ranks = ranks;
        this.lowest = ranks.isEmpty() ? Double.NaN : value(ranks.firstKey());
        this.highest = ranks.isEmpty() ? Double.NaN : value(ranks.lastKey());
    }

    static KeyPositions of(RowType type, List<DataFileMeta> files) {
        NavigableMap<BinaryRow, Integer> ranks = new TreeMap<>(new KeyComparator(type.types()));
        for (DataFileMeta file : files) {
            ranks.put(file.minKey(), 0);
            ranks.put(file.maxKey(), 0);
        }
        int rank = 0;
        for (BinaryRow key : ranks.keySet().toArray(new BinaryRow[0])) {
            ranks.put(key, rank++);
        }
        return new KeyPositions(type, ranks);
    }

    /** Whether keys lie where their value lies. */
    boolean isByValue() {
        return lowest < highest;
    }

    /** The place of the first or last key of a file, from 0 to 1. */
    double of(BinaryRow key) {
        if (isByValue()) {
            return (value(key) - lowest) / (highest - lowest);
        }
        Integer rank = ranks.get(key);
        return rank == null || ranks.size() < 2 ? 0 : (double) rank / (ranks.size() - 1);
    }

    /** The key as a number, NaN if it is none. */
    private double value(BinaryRow key) {
        Object value = type.fieldCount() == 1 ? key.get(0, type.typeAt(0)) : null;
        if (value instanceof Number number) {
            return Double.isFinite(number.doubleValue()) ? number.doubleValue() : Double.NaN;
        } else if (value instanceof LocalDate date) {
            return date.toEpochDay();
        } else if (value instanceof LocalTime time) {
            return time.toNanoOfDay();
        } else if (value instanceof LocalDateTime time) {
            return seconds(time.toInstant(ZoneOffset.UTC));
        }
        return value instanceof Instant instant ? seconds(instant) : Double.NaN;
    }

    private static double seconds(Instant instant) {
        return instant.getEpochSecond() + instant.getNano() / 1e9;
    }

    /** A key for people: {@code 7}, {@code (7, abc)}; long texts are cut. */
    String text(BinaryRow key) {
        return text(key, type);
    }

    /** The values of a row for people. */
    static String text(BinaryRow row, RowType type) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < type.fieldCount(); i++) {
            text.append(i == 0 ? "" : ", ").append(text(row.get(i, type.typeAt(i))));
        }
        return type.fieldCount() == 1 ? text.toString() : "(" + text + ")";
    }

    private static String text(@Nullable Object value) {
        String text = value instanceof byte[] bytes
                ? Base64.getEncoder().encodeToString(bytes)
                : value instanceof BigDecimal decimal ? decimal.toPlainString() : String.valueOf(value);
        return text.length() <= SHOWN_CHARS ? text : text.substring(0, SHOWN_CHARS) + "…";
    }
}
