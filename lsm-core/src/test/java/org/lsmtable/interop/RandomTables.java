package org.lsmtable.interop;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.lsmtable.data.Row;
import org.lsmtable.types.TypeParser;

/** Random table definitions and rows over all scalar types, with the values that have caused trouble elsewhere. */
final class RandomTables {
    /** What may be of a key. */
    static final List<String> KEY_TYPES = List.of(
            "INT",
            "BIGINT",
            "SMALLINT",
            "TINYINT",
            "STRING",
            "VARCHAR(20)",
            "CHAR(5)",
            "DATE",
            "DECIMAL(9, 2)",
            "DECIMAL(18, 4)",
            "DECIMAL(30, 10)",
            "TIMESTAMP(3)",
            "TIMESTAMP(6)",
            "BOOLEAN",
            "BYTES",
            "TIME(3)",
            "TIMESTAMP(6) WITH LOCAL TIME ZONE");
    /** What other columns may be of. */
    static final List<String> VALUE_TYPES = List.of(
            "BOOLEAN",
            "TINYINT",
            "SMALLINT",
            "INT",
            "BIGINT",
            "FLOAT",
            "DOUBLE",
            "DECIMAL(5, 2)",
            "DECIMAL(18, 0)",
            "DECIMAL(19, 4)",
            "DECIMAL(38, 10)",
            "CHAR(7)",
            "VARCHAR(30)",
            "STRING",
            "BINARY(4)",
            "VARBINARY(10)",
            "BYTES",
            "DATE",
            "TIME(3)",
            "TIMESTAMP(0)",
            "TIMESTAMP(3)",
            "TIMESTAMP(6)",
            "TIMESTAMP(9)",
            "TIMESTAMP(3) WITH LOCAL TIME ZONE",
            "TIMESTAMP(6) WITH LOCAL TIME ZONE",
            "TIMESTAMP(9) WITH LOCAL TIME ZONE");

    private RandomTables() {}

    /** A table to create; the partition columns are among the keys. */
    record Definition(
            List<Peer.Column> columns, List<String> keys, List<String> partitions, Map<String, String> options) {
        int indexOf(String column) {
            for (int i = 0; i < columns.size(); i++) {
                if (columns.get(i).name().equals(column)) {
                    return i;
                }
            }
            throw new IllegalArgumentException(column);
        }

        boolean hasSequenceFields() {
            return options.containsKey("sequence.field");
        }

        /** Whether a row that comes later replaces one with the same key. */
        boolean replaces(Object[] later, Object[] earlier) {
            for (String field : options.getOrDefault("sequence.field", "").split(",", -1)) {
                if (!field.isEmpty()) {
                    int order = compareNullsFirst(later[indexOf(field)], earlier[indexOf(field)]);
                    if (order != 0) {
                        return order > 0;
                    }
                }
            }
            return true;
        }

        @SuppressWarnings("unchecked")
        private static int compareNullsFirst(Object left, Object right) {
            if (left == null || right == null) {
                return Boolean.compare(left != null, right != null);
            }
            if (left instanceof byte[] bytes) {
                return Arrays.compareUnsigned(bytes, (byte[]) right);
            }
            return left instanceof String text
                    ? Arrays.compareUnsigned(
                            text.getBytes(StandardCharsets.UTF_8), ((String) right).getBytes(StandardCharsets.UTF_8))
                    : ((Comparable<Object>) left).compareTo(right);
        }

        /** Whether files of some format may be written. */
        boolean mayWrite(String format) {
            return options.entrySet().stream()
                    .anyMatch(option -> option.getKey().startsWith("file.format")
                            && option.getValue().contains(format));
        }

        /** The values of a partition column: few, since each combination is a folder with files of its own. */
        private List<Object> partitionValues(Peer.Column column) {
            Random own = new Random(Objects.hash(keys, partitions, column));
            List<Object> values = new ArrayList<>();
            int count = partitions.size() == 1 ? 3 : 2;
            while (values.size() < count) {
                values.add(value(own, column.type().replace(" NOT NULL", ""), 12));
            }
            return values;
        }

        /** The key of a row as a text that is equal exactly for equal keys. */
        String keyText(Object[] row) {
            return keys.stream().map(k -> text(row[indexOf(k)])).collect(Collectors.joining("|"));
        }
    }

    static Definition definition(Random random) {
        List<Peer.Column> values = new ArrayList<>();
        int valueCount = 1 + random.nextInt(6);
        for (int i = 0; i < valueCount; i++) {
            String notNull = random.nextInt(6) == 0 ? " NOT NULL" : "";
            values.add(new Peer.Column("v" + i, pick(random, VALUE_TYPES) + notNull));
        }
        return definition(random, values);
    }

    /** A definition with given columns that are not of the key. */
    static Definition definition(Random random, List<Peer.Column> values) {
        List<Peer.Column> columns = new ArrayList<>();
        List<String> keys = new ArrayList<>();
        int keyCount = 1 + random.nextInt(3);
        for (int i = 0; i < keyCount; i++) {
            keys.add("k" + i);
            columns.add(new Peer.Column("k" + i, pick(random, KEY_TYPES) + " NOT NULL"));
        }
        for (Peer.Column value : values) {
            columns.add(random.nextInt(columns.size() + 1), value);
        }
        java.util.Collections.shuffle(keys, random);
        Map<String, String> options = new LinkedHashMap<>();
        options.put("bucket", Integer.toString(1 + random.nextInt(2)));
        if (random.nextInt(4) == 0) {
            options.put("bucket", "-1");
            options.put("dynamic-bucket.target-row-num", Integer.toString(15 + random.nextInt(60)));
            if (random.nextBoolean()) {
                options.put("dynamic-bucket.max-buckets", Integer.toString(1 + random.nextInt(3)));
            }
        }
        if (random.nextInt(4) > 0) {
            options.put("num-sorted-run.compaction-trigger", Integer.toString(2 + random.nextInt(3)));
        }
        if (random.nextInt(3) == 0) {
            options.put("target-file-size", "20 kb");
        }
        if (random.nextInt(4) == 0) {
            options.put("metadata.stats-mode", pick(random, List.of("none", "counts", "full", "truncate(3)")));
        }
        formats(random, columns, options);
        if (random.nextInt(4) == 0) {
            options.put("data-file.thin-mode", "true");
        }
        if (random.nextInt(4) == 0) {
            options.put("parquet.enable.dictionary", "false");
        }
        if (random.nextInt(3) == 0) {
            // Real Paimon does not know this option and goes on by its own rules.
            options.put("compaction.strategy", "binomial");
        }
        return new Definition(columns, keys, partitions(random, columns, keys, options), options);
    }

    /** Formats, mixed by level now and then, and a codec that all of them have. */
    private static void formats(Random random, List<Peer.Column> columns, Map<String, String> options) {
        boolean hasNanos = columns.stream().anyMatch(column -> column.type().contains("(9)"));
        List<String> formats = hasNanos ? List.of("parquet", "orc") : List.of("parquet", "orc", "avro");
        if (random.nextInt(2) == 0) {
            options.put("file.format", pick(random, formats));
        }
        if (random.nextInt(3) == 0) {
            options.put("file.format.per.level", "0:" + pick(random, formats) + ",5:" + pick(random, formats));
        }
        if (random.nextBoolean()) {
            boolean onlyParquet = options.keySet().stream().noneMatch(key -> key.startsWith("file.format"));
            options.put(
                    "file.compression",
                    pick(random, onlyParquet ? List.of("snappy", "gzip", "zstd") : List.of("snappy", "zstd")));
        }
    }

    /** In half of the tables that can, some of several key columns, in an order of their own. */
    private static List<String> partitions(
            Random random, List<Peer.Column> all, List<String> keys, Map<String, String> options) {
        if (keys.size() == 1 || random.nextBoolean()) {
            return List.of();
        }
        List<String> columns = new ArrayList<>(keys);
        // the peer's own partition filters cannot take BYTES
        columns.removeIf(key -> typeOf(all, key).startsWith("BYTES"));
        if (columns.isEmpty()) {
            return List.of();
        }
        java.util.Collections.shuffle(columns, random);
        if (random.nextBoolean()) {
            options.put("partition.legacy-name", "false");
        }
        return List.copyOf(columns.subList(0, 1 + random.nextInt(Math.min(columns.size(), keys.size() - 1))));
    }

    private static String typeOf(List<Peer.Column> columns, String name) {
        return columns.stream()
                .filter(column -> column.name().equals(name))
                .findFirst()
                .orElseThrow()
                .type();
    }

    /**
     * The definition with, in every fourth case, one or two value columns that say which row is newer. Such tables get no deletes: a
     * delete is forgotten when it reaches the last level, and what an older row does then depends on when that was. Only ascending:
     * Paimon 1.4 merges its write buffer in that order whatever the option says.
     */
    static Definition withSequenceFields(Random random, Definition definition) {
        List<String> values = new ArrayList<>(definition.columns().stream()
                // 1.4.2 compares NaN by < and >, to which it is neither
                .filter(column ->
                        !column.type().startsWith("DOUBLE") && !column.type().startsWith("FLOAT"))
                .map(Peer.Column::name)
                .filter(name -> !definition.keys().contains(name))
                .toList());
        if (random.nextInt(4) > 0 || values.isEmpty()) {
            return definition;
        }
        java.util.Collections.shuffle(values, random);
        Map<String, String> options = new LinkedHashMap<>(definition.options());
        options.put(
                "sequence.field", String.join(",", values.subList(0, Math.min(values.size(), 1 + random.nextInt(2)))));
        return new Definition(definition.columns(), definition.keys(), definition.partitions(), options);
    }

    /**
     * The definition with, in every other case, one or two nested columns more. Where Avro may be written, multisets are of text: at others
     * both Paimon versions fail, and we refuse.
     */
    static Definition withNestedColumns(Random random, Definition definition) {
        List<Peer.Column> columns = new ArrayList<>(definition.columns());
        for (int i = random.nextInt(2) * (1 + random.nextInt(2)); i > 0; i--) {
            String notNull = random.nextInt(6) == 0 ? " NOT NULL" : "";
            String type = RandomNested.type(random, 3);
            if (definition.mayWrite("avro")) {
                type = type.replaceAll("MULTISET<\\w+ ", "MULTISET<STRING ");
            }
            columns.add(random.nextInt(columns.size() + 1), new Peer.Column("n" + columns.size(), type + notNull));
        }
        return new Definition(columns, definition.keys(), definition.partitions(), definition.options());
    }

    /**
     * Rows to write, kind text in front; keys repeat. No negative zeros where ORC may hold them: real Paimon reads a batch of zeros of both
     * signs as if all were the first.
     */
    static List<Object[]> rows(Random random, Definition definition, int count) {
        boolean plainZeros = definition.mayWrite("orc");
        Map<String, List<Object>> partitionValues = new LinkedHashMap<>();
        for (String partition : definition.partitions()) {
            Peer.Column column = definition.columns().get(definition.indexOf(partition));
            partitionValues.put(partition, definition.partitionValues(column));
        }
        List<Object[]> rows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Object[] row = new Object[definition.columns().size() + 1];
            int kind = random.nextInt(10);
            row[0] = kind < 6 ? "+I" : kind < 8 || definition.hasSequenceFields() ? "+U" : "-D";
            for (int c = 0; c < definition.columns().size(); c++) {
                Peer.Column column = definition.columns().get(c);
                boolean key = definition.keys().contains(column.name());
                boolean mayBeNull = !column.type().endsWith(" NOT NULL");
                if (partitionValues.containsKey(column.name())) {
                    row[c + 1] = pick(random, partitionValues.get(column.name()));
                } else if (!mayBeNull || random.nextInt(5) > 0) {
                    Object value = value(random, column.type().replaceAll(" NOT NULL$", ""), key ? 12 : 1000);
                    row[c + 1] = plainZeros ? withoutNegativeZero(value) : value;
                }
            }
            rows.add(row);
        }
        return rows;
    }

    static Object withoutNegativeZero(Object value) {
        if (value instanceof Float f) {
            return f + 0.0f;
        }
        return value instanceof Double d ? (Object) (d + 0.0) : value;
    }

    private static <T> T pick(Random random, List<T> from) {
        return from.get(random.nextInt(from.size()));
    }

    /** A value of a type; {@code variety} bounds how many different ones there are, roughly. */
    static Object value(Random random, String type, int variety) {
        if (type.contains("<")) {
            return RandomNested.value(random, TypeParser.parse(type), variety);
        }
        String base = type.replaceAll("[( ].*", "");
        int[] numbers = Arrays.stream(type.replaceAll("[^0-9]+", " ").trim().split(" "))
                .filter(s -> !s.isEmpty())
                .mapToInt(Integer::parseInt)
                .toArray();
        boolean edge = random.nextInt(8) == 0;
        int small = random.nextInt(variety) - variety / 2;
        switch (base) {
            case "BOOLEAN":
                return random.nextBoolean();
            case "TINYINT":
                return edge ? (random.nextBoolean() ? Byte.MIN_VALUE : Byte.MAX_VALUE) : (byte) small;
            case "SMALLINT":
                return edge ? (random.nextBoolean() ? Short.MIN_VALUE : Short.MAX_VALUE) : (short) small;
            case "INT":
                return edge ? (random.nextBoolean() ? Integer.MIN_VALUE : Integer.MAX_VALUE) : small;
            case "BIGINT":
                return edge ? (random.nextBoolean() ? Long.MIN_VALUE : Long.MAX_VALUE) : (long) small * 1_000_003L;
            case "FLOAT":
                return edge ? pick(random, List.of(Float.NaN, -0.0f, 0.0f, Float.NEGATIVE_INFINITY)) : small / 8f;
            case "DOUBLE":
                return edge ? pick(random, List.of(Double.NaN, -0.0, 0.0, Double.POSITIVE_INFINITY)) : small / 8d;
            case "DECIMAL":
                BigInteger limit = BigInteger.TEN.pow(numbers[0]).subtract(BigInteger.ONE);
                BigInteger unscaled = edge
                        ? (random.nextBoolean() ? limit : limit.negate())
                        : BigInteger.valueOf(small).multiply(limit).divide(BigInteger.valueOf(5_000));
                return new BigDecimal(unscaled, numbers[1]);
            case "CHAR", "VARCHAR", "STRING":
                int longest = base.equals("STRING") ? 40 : numbers[0];
                return text(random, edge, small, longest);
            case "BINARY", "VARBINARY", "BYTES":
                int length = base.equals("BINARY") ? numbers[0] : Math.abs(small) % 10;
                byte[] bytes = new byte[length];
                new Random(small).nextBytes(bytes);
                return bytes;
            case "DATE":
                return LocalDate.ofEpochDay(edge ? -719_162 : small * 37L);
            case "TIME":
                return LocalTime.ofNanoOfDay((Math.abs(small) * 86_399L % 86_400_000L) * 1_000_000L);
            case "TIMESTAMP":
                long unit = numbers[0] <= 3 ? 1_000_000L : numbers[0] <= 6 ? 1_000L : 1L;
                if (numbers[0] == 0) {
                    unit = 1_000_000_000L;
                }
                long nanos = small * 1_234_567_890_123L / unit * unit;
                LocalDateTime time =
                        LocalDateTime.of(edge ? 1900 : 1970, 1, 1, 0, 0).plusNanos(nanos);
                return type.contains("LOCAL TIME ZONE") ? (Object) time.toInstant(ZoneOffset.UTC) : time;
            default:
                throw new IllegalArgumentException(type);
        }
    }

    private static String text(Random random, boolean edge, int small, int longest) {
        String text = edge
                ? pick(random, List.of("", "é中", "\uD83D\uDE00", "a", "a\tb", "zz"))
                : "s" + Integer.toString(Math.abs(small), 36).repeat(1 + Math.abs(small) % 4);
        if (text.codePointCount(0, text.length()) > longest) {
            text = text.substring(0, text.offsetByCodePoints(0, longest));
        }
        return text;
    }

    /** A value as a text that is equal exactly for equal values, whatever engine gave it. */
    static String text(Object value) {
        if (value == null) {
            return "null";
        }
        if (value instanceof byte[] bytes) {
            return "x" + HexFormat.of().formatHex(bytes);
        }
        if (value instanceof Float f) {
            return "f" + Integer.toHexString(Float.floatToIntBits(f));
        }
        if (value instanceof Double d) {
            return "d" + Long.toHexString(Double.doubleToLongBits(d));
        }
        if (value instanceof BigDecimal d) {
            return d.toPlainString();
        }
        if (value instanceof Instant i) {
            return i.toString();
        }
        if (value instanceof Row row) {
            return IntStream.range(0, row.size())
                    .mapToObj(i -> text(row.get(i)))
                    .collect(Collectors.joining(", ", "(", ")"));
        }
        if (value instanceof List<?> list) {
            return list.stream().map(RandomTables::text).collect(Collectors.joining(", ", "[", "]"));
        }
        if (value instanceof Map<?, ?> map) {
            return map.entrySet().stream()
                    .map(entry -> text(entry.getKey()) + "=" + text(entry.getValue()))
                    .sorted()
                    .collect(Collectors.joining(", ", "{", "}"));
        }
        return value.toString();
    }

    static String rowText(Object[] row) {
        return Arrays.stream(row).map(RandomTables::text).collect(Collectors.joining(", "));
    }
}
