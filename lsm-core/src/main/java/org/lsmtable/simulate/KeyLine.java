package org.lsmtable.simulate;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import org.lsmtable.data.BinaryRow;
import org.lsmtable.manifest.DataFileMeta;
import org.lsmtable.types.DataType;

/**
 * Where keys lie on a line from 0 to 1 on which some files' bytes lie evenly. Files tell no more than their first and last key: of the first
 * key column that differs among those, numbers, times and texts are turned into a number, and each file's bytes are taken to be spread
 * evenly over the numbers between its two keys.
 */
final class KeyLine {
    private static final int TEXT_POSITIONS = 6;

    private final Scale scale;

    /** Numbers at which the density of bytes changes, ascending, and the share of all bytes below each. */
    private final double[] marks;

    private final double[] below;

    private KeyLine(Scale scale, double[] marks, double[] below) {
        this.scale = scale;
        this.marks = marks;
        this.below = below;
    }

    /** A number for each key that does not decrease in key order. */
    private interface Scale {
        double of(BinaryRow key);
    }

    /**
     * A line.
     *
     * @param keys the types of the key columns
     * @param all files whose keys will be asked for
     * @param weighed files whose bytes are even on the line
     */
    static KeyLine of(List<DataType> keys, List<DataFileMeta> all, List<DataFileMeta> weighed) {
        List<BinaryRow> ends = new ArrayList<>();
        for (DataFileMeta file : all) {
            ends.add(file.minKey());
            ends.add(file.maxKey());
        }
        Scale scale = scale(keys, ends);
        TreeSet<Double> values = new TreeSet<>();
        ends.forEach(key -> values.add(scale.of(key)));
        double[] marks = values.stream().mapToDouble(Double::doubleValue).toArray();
        return new KeyLine(scale, marks, below(scale, marks, weighed));
    }

    private static double[] below(Scale scale, double[] marks, List<DataFileMeta> weighed) {
        double[] change = new double[marks.length];
        double[] atOnce = new double[marks.length];
        for (DataFileMeta file : weighed) {
            int from = Arrays.binarySearch(marks, scale.of(file.minKey()));
            int to = Arrays.binarySearch(marks, scale.of(file.maxKey()));
            if (from < 0 || to < 0 || to <= from) {
                atOnce[Math.max(0, from)] += file.fileSize();
            } else {
                double density = file.fileSize() / (marks[to] - marks[from]);
                change[from] += density;
                change[to] -= density;
            }
        }
        double[] below = new double[marks.length];
        double density = 0;
        for (int i = 1; i < marks.length; i++) {
            density += change[i - 1];
            below[i] = below[i - 1] + atOnce[i - 1] + Math.max(0, density) * (marks[i] - marks[i - 1]);
        }
        double sum = marks.length == 0 ? 0 : below[marks.length - 1];
        for (int i = 0; i < below.length; i++) {
            // where no bytes lie, keys still have an order
            double even = below.length == 1 ? 0 : (double) i / (below.length - 1);
            below[i] = sum > 0 ? below[i] / sum : even;
        }
        return below;
    }

    /** The place of a key, from 0 to 1. */
    double place(BinaryRow key) {
        double value = scale.of(key);
        int at = Arrays.binarySearch(marks, value);
        if (at >= 0) {
            return below[at];
        }
        int next = -at - 1;
        if (next == 0 || next == marks.length) {
            return next == 0 ? 0 : 1;
        }
        double part = (value - marks[next - 1]) / (marks[next] - marks[next - 1]);
        return below[next - 1] + part * (below[next] - below[next - 1]);
    }

    private static Scale scale(List<DataType> keys, List<BinaryRow> ends) {
        for (int column = 0; column < keys.size(); column++) {
            DataType type = keys.get(column);
            int field = column;
            List<Object> values =
                    ends.stream().map(key -> value(key, field, type)).toList();
            if (values.stream().distinct().limit(2).count() < 2 && !isBytes(values)) {
                continue;
            }
            if (isBytes(values)) {
                TextScale text =
                        TextScale.of(values.stream().map(KeyLine::bytes).toList());
                if (text.isConstant()) {
                    continue;
                }
                return key -> text.number(bytes(value(key, field, type)));
            }
            return key -> number(value(key, field, type));
        }
        return key -> 0;
    }

    /** A key column, which is never null. */
    private static Object value(BinaryRow key, int field, DataType type) {
        return Objects.requireNonNull(key.get(field, type), "key column");
    }

    private static boolean isBytes(List<Object> values) {
        return !values.isEmpty() && (values.get(0) instanceof String || values.get(0) instanceof byte[]);
    }

    private static byte[] bytes(Object value) {
        return value instanceof byte[] bytes ? bytes : value.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static double number(Object value) {
        if (value instanceof BigDecimal decimal) {
            return decimal.doubleValue();
        }
        if (value instanceof Number number) {
            return number.doubleValue();
        }
        if (value instanceof Boolean bool) {
            return bool ? 1 : 0;
        }
        if (value instanceof LocalDate date) {
            return date.toEpochDay();
        }
        if (value instanceof LocalTime time) {
            return time.toNanoOfDay();
        }
        if (value instanceof LocalDateTime time) {
            return number(time.toInstant(ZoneOffset.UTC));
        }
        if (value instanceof Instant time) {
            return time.getEpochSecond() + time.getNano() / 1e9;
        }
        return 0;
    }

    /**
     * Texts as numbers: the first bytes in which any two differ are the digits, each with the base that its smallest and greatest value ask
     * for.
     */
    private record TextScale(int prefix, int[] least, int[] base) {
        static TextScale of(List<byte[]> texts) {
            byte[] first = texts.get(0);
            int prefix = first.length;
            for (byte[] text : texts) {
                int differs = Arrays.mismatch(first, text);
                prefix = differs < 0 ? prefix : Math.min(prefix, differs);
            }
            int[] least = new int[TEXT_POSITIONS];
            int[] base = new int[TEXT_POSITIONS];
            for (int i = 0; i < TEXT_POSITIONS; i++) {
                int min = 256;
                int max = -1;
                for (byte[] text : texts) {
                    int digit = digit(text, prefix + i);
                    min = Math.min(min, digit);
                    max = Math.max(max, digit);
                }
                least[i] = min;
                base[i] = max - min + 1;
            }
            return new TextScale(prefix, least, base);
        }

        /** A byte from 1 on, 0 past the end of the text. */
        private static int digit(byte[] text, int at) {
            return at < text.length ? 1 + (text[at] & 0xff) : 0;
        }

        boolean isConstant() {
            return Arrays.stream(base).allMatch(b -> b == 1);
        }

        double number(byte[] text) {
            double number = 0;
            double unit = 1;
            for (int i = 0; i < TEXT_POSITIONS; i++) {
                unit /= base[i];
                int digit = digit(text, prefix + i) - least[i];
                number += Math.max(0, Math.min(base[i] - 1, digit)) * unit;
            }
            return number;
        }
    }
}
