package org.lsmtable.format.parquet;

import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.BINARY;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.INT32;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.INT64;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.INT96;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Type.Repetition;
import org.apache.parquet.schema.Types.PrimitiveBuilder;
import org.jspecify.annotations.Nullable;
import org.lsmtable.types.DataType;
import org.lsmtable.types.Types;

/** Every way in which a file may hold the types: what the format's writers produce, and what readers accept besides. */
final class OracleColumns {
    private static final long DAY_NANOS = 86_400_000_000_000L;

    private final Random random;
    private final List<OracleColumn> columns = new ArrayList<>();

    private OracleColumns(Random random) {
        this.random = random;
    }

    /** All of them, each of few or of many distinct values, optional or required. */
    static List<OracleColumn> all(Random random) {
        OracleColumns all = new OracleColumns(random);
        all.addNumbers();
        all.addDecimals();
        all.addBytes();
        all.addTimes();
        all.addTimestamps();
        return all.columns;
    }

    /** The column of a name. */
    static OracleColumn named(List<OracleColumn> columns, String name) {
        return columns.stream().filter(c -> c.name().equals(name)).findFirst().orElseThrow();
    }

    private void add(
            String name,
            DataType type,
            PrimitiveTypeName physical,
            int length,
            @Nullable LogicalTypeAnnotation annotation,
            Function<Random, Object> values,
            Function<Object, Object> expected) {
        Repetition repetition = random.nextInt(3) == 0 ? Repetition.REQUIRED : Repetition.OPTIONAL;
        PrimitiveBuilder<? extends Type> builder = org.apache.parquet.schema.Types.primitive(physical, repetition);
        if (length > 0) {
            builder = builder.length(length);
        }
        if (annotation != null) {
            builder = builder.as(annotation);
        }
        Function<Random, Object> chosen = values;
        if (random.nextBoolean()) {
            Object[] few = new Object[1 + random.nextInt(random.nextBoolean() ? 5 : 200)];
            Arrays.setAll(few, i -> values.apply(random));
            chosen = r -> few[r.nextInt(few.length)];
        }
        columns.add(new OracleColumn((Type) builder.named(name), type, chosen, expected));
    }

    private void addNumbers() {
        add("boolean", Types.BOOLEAN, PrimitiveTypeName.BOOLEAN, 0, null, Random::nextBoolean, v -> v);
        add(
                "tinyint",
                Types.TINYINT,
                INT32,
                0,
                integer(8),
                r -> (int) (byte) r.nextInt(),
                v -> ((Integer) v).byteValue());
        add(
                "smallint",
                Types.SMALLINT,
                INT32,
                0,
                integer(16),
                r -> (int) (short) r.nextInt(),
                v -> ((Integer) v).shortValue());
        add("int", Types.INT, INT32, 0, null, Random::nextInt, v -> v);
        add("int_narrow", Types.INT, INT32, 0, null, r -> r.nextInt(300) - 20, v -> v);
        add("bigint", Types.BIGINT, INT64, 0, null, Random::nextLong, v -> v);
        add("bigint_narrow", Types.BIGINT, INT64, 0, null, r -> r.nextLong() >> 50, v -> v);
        add("float", Types.FLOAT, PrimitiveTypeName.FLOAT, 0, null, OracleColumns::anyFloat, v -> v);
        add("double", Types.DOUBLE, PrimitiveTypeName.DOUBLE, 0, null, OracleColumns::anyDouble, v -> v);
        add(
                "tinyint_plain",
                Types.TINYINT,
                INT32,
                0,
                null,
                r -> (int) (byte) r.nextInt(),
                v -> ((Integer) v).byteValue());
        add("tinyint_long", Types.TINYINT, INT64, 0, null, r -> (long) (byte) r.nextInt(), v -> ((Long) v).byteValue());
        add(
                "smallint_long",
                Types.SMALLINT,
                INT64,
                0,
                null,
                r -> (long) (short) r.nextInt(),
                v -> ((Long) v).shortValue());
        add("int_long", Types.INT, INT64, 0, integer(64), r -> (long) r.nextInt(), v -> ((Long) v).intValue());
        add("bigint_int", Types.BIGINT, INT32, 0, integer(32), Random::nextInt, v -> ((Integer) v).longValue());
    }

    private void addDecimals() {
        decimal("dec9", 9, 2, INT32, 0, 9, 2);
        decimal("dec18", 18, 4, INT64, 0, 18, 4);
        decimal("dec19", 19, 4, FIXED_LEN_BYTE_ARRAY, 9, 19, 4);
        decimal("dec38", 38, 10, FIXED_LEN_BYTE_ARRAY, 16, 38, 10);
        decimal("dec9_long", 9, 2, INT64, 0, 12, 2);
        decimal("dec9_fixed", 9, 2, FIXED_LEN_BYTE_ARRAY, 5, 9, 2);
        decimal("dec18_binary", 18, 0, BINARY, 0, 18, 0);
        decimal("dec18_wide", 18, 3, FIXED_LEN_BYTE_ARRAY, 16, 38, 3);
        decimal("dec30_int", 30, 5, INT32, 0, 7, 5);
        decimal("dec30_long", 30, 5, INT64, 0, 17, 5);
        decimal("dec30_binary", 30, 5, BINARY, 0, 30, 5);
        decimal("dec30_long_scaled", 30, 25, INT64, 0, 5, 2);
        decimal("dec18_int_scaled", 18, 6, INT32, 0, 9, 2);
        decimal("dec38_fixed_scaled", 38, 10, FIXED_LEN_BYTE_ARRAY, 9, 20, 4);
    }

    /** Values fit the smaller of the two types. */
    private void decimal(
            String name, int precision, int scale, PrimitiveTypeName physical, int length, int digits, int fileScale) {
        int usable = Math.min(digits, precision - (scale - fileScale));
        Function<Random, Object> values = r -> {
            BigInteger limit = BigInteger.TEN.pow(1 + r.nextInt(usable)).subtract(BigInteger.ONE);
            BigInteger unscaled = r.nextInt(10) == 0 ? limit : new BigInteger(limit.bitLength() + 8, r).mod(limit);
            return encode(r.nextBoolean() ? unscaled : unscaled.negate(), physical, length);
        };
        add(
                name,
                Types.decimal(precision, scale),
                physical,
                length,
                LogicalTypeAnnotation.decimalType(fileScale, digits),
                values,
                v -> new BigDecimal(decode(v), fileScale).setScale(scale));
    }

    private static Object encode(BigInteger unscaled, PrimitiveTypeName physical, int length) {
        if (physical == INT32) {
            return unscaled.intValueExact();
        }
        if (physical == INT64) {
            return unscaled.longValueExact();
        }
        byte[] least = unscaled.toByteArray();
        if (physical == BINARY) {
            return least;
        }
        byte[] fixed = new byte[length];
        Arrays.fill(fixed, (byte) unscaled.signum() < 0 ? (byte) -1 : 0);
        System.arraycopy(least, 0, fixed, length - least.length, least.length);
        return fixed;
    }

    private static BigInteger decode(Object value) {
        return value instanceof byte[] bytes ? new BigInteger(bytes) : BigInteger.valueOf(((Number) value).longValue());
    }

    private void addBytes() {
        Function<Object, Object> text = v -> new String((byte[]) v, StandardCharsets.UTF_8);
        LogicalTypeAnnotation utf8 = LogicalTypeAnnotation.stringType();
        add("string", Types.STRING, BINARY, 0, utf8, r -> anyText(r, 40), text);
        add("string_short", Types.varchar(10), BINARY, 0, utf8, r -> anyText(r, 3), text);
        add("string_long", Types.STRING, BINARY, 0, utf8, r -> anyText(r, 300), text);
        add("string_plain", Types.charOf(20), BINARY, 0, null, r -> anyText(r, 20), text);
        add("string_prefixed", Types.STRING, BINARY, 0, utf8, r -> utf8("customer/" + r.nextInt(100) + "/x"), text);
        add("bytes", Types.BYTES, BINARY, 0, null, r -> anyBytes(r, r.nextInt(30)), v -> v);
        add("bytes_fixed", Types.binary(7), FIXED_LEN_BYTE_ARRAY, 7, null, r -> anyBytes(r, 7), v -> v);
    }

    private void addTimes() {
        add(
                "date",
                Types.DATE,
                INT32,
                0,
                LogicalTypeAnnotation.dateType(),
                r -> r.nextInt(40000) - 10000,
                v -> LocalDate.ofEpochDay((Integer) v));
        add(
                "time",
                Types.time(3),
                INT32,
                0,
                LogicalTypeAnnotation.timeType(true, TimeUnit.MILLIS),
                r -> r.nextInt(86_400_000),
                v -> LocalTime.ofNanoOfDay((Integer) v * 1_000_000L));
        add(
                "time_micros",
                Types.time(3),
                INT64,
                0,
                LogicalTypeAnnotation.timeType(true, TimeUnit.MICROS),
                r -> (long) (r.nextDouble() * 86_400_000_000L),
                v -> LocalTime.ofNanoOfDay((Long) v / 1000 * 1_000_000));
        add(
                "time_nanos",
                Types.time(0),
                INT64,
                0,
                LogicalTypeAnnotation.timeType(false, TimeUnit.NANOS),
                r -> (long) (r.nextDouble() * DAY_NANOS),
                v -> LocalTime.ofNanoOfDay((Long) v / 1_000_000 * 1_000_000));
    }

    private void addTimestamps() {
        for (int precision : new int[] {0, 3, 6, 9}) {
            for (TimeUnit unit : TimeUnit.values()) {
                long nanos = unit == TimeUnit.MILLIS ? 1_000_000 : unit == TimeUnit.MICROS ? 1000 : 1;
                boolean utc = random.nextBoolean();
                add(
                        "ts" + precision + "_" + unit,
                        utc ? Types.timestampLtz(precision) : Types.timestamp(precision),
                        INT64,
                        0,
                        LogicalTypeAnnotation.timestampType(utc, unit),
                        r -> anyNanos(r) / nanos,
                        v -> timestamp(
                                (Long) v / (1_000_000_000 / nanos),
                                (Long) v % (1_000_000_000 / nanos) * nanos,
                                precision,
                                utc));
            }
            boolean utc = random.nextBoolean();
            add(
                    "ts" + precision + "_INT96",
                    utc ? Types.timestampLtz(precision) : Types.timestamp(precision),
                    INT96,
                    0,
                    null,
                    OracleColumns::anyInt96,
                    v -> ofInt96((byte[]) v, precision, utc));
        }
        add(
                "ts3_plain",
                Types.timestamp(3),
                INT64,
                0,
                null,
                r -> anyNanos(r) / 1_000_000,
                v -> timestamp(0, (Long) v * 1_000_000, 3, false));
    }

    /** What a type of a precision keeps of an instant, rounding down to its unit: milliseconds, microseconds or nanoseconds. */
    private static Object timestamp(long seconds, long nanos, int precision, boolean utc) {
        Instant instant = Instant.ofEpochSecond(seconds, nanos);
        int unit = precision <= 3 ? 1_000_000 : precision <= 6 ? 1_000 : 1;
        instant = Instant.ofEpochSecond(instant.getEpochSecond(), instant.getNano() - instant.getNano() % unit);
        return utc ? instant : LocalDateTime.ofInstant(instant, ZoneOffset.UTC);
    }

    private static Object ofInt96(byte[] bytes, int precision, boolean utc) {
        ByteBuffer in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        long nanos = in.getLong();
        long day = in.getInt() - 2_440_588L;
        return timestamp(day * 86_400, nanos, precision, utc);
    }

    private static byte[] anyInt96(Random random) {
        long nanos = (long) (random.nextDouble() * DAY_NANOS);
        int day = 2_440_588 + random.nextInt(40000) - 20000;
        if (random.nextInt(3) == 0) {
            nanos = -nanos;
        }
        return ByteBuffer.allocate(12)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(nanos)
                .putInt(day)
                .array();
    }

    /** Nanoseconds within a hundred years of 1970, often with zeros at the end. */
    private static long anyNanos(Random random) {
        long nanos = (long) ((random.nextDouble() - 0.5) * 200 * 365 * DAY_NANOS);
        return random.nextBoolean() ? nanos : nanos / 1_000_000_000 * 1_000_000_000;
    }

    private static Object anyFloat(Random random) {
        return switch (random.nextInt(12)) {
            case 0 -> Float.NaN;
            case 1 -> -0.0f;
            case 2 -> 0.0f;
            case 3 -> Float.NEGATIVE_INFINITY;
            default -> Float.intBitsToFloat(random.nextInt() & 0xbfffffff);
        };
    }

    private static Object anyDouble(Random random) {
        return switch (random.nextInt(12)) {
            case 0 -> Double.NaN;
            case 1 -> -0.0;
            case 2 -> 0.0;
            case 3 -> Double.POSITIVE_INFINITY;
            default -> random.nextGaussian() * 1000;
        };
    }

    private static byte[] anyText(Random random, int most) {
        StringBuilder text = new StringBuilder();
        int length = random.nextInt(most + 1);
        while (text.length() < length - 1) {
            int c = random.nextInt(20);
            text.appendCodePoint(c == 0 ? 0x1F600 + random.nextInt(50) : c == 1 ? 0xE0 + random.nextInt(30) : 'a' + c);
        }
        return utf8(text.toString());
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] anyBytes(Random random, int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    private static LogicalTypeAnnotation integer(int bits) {
        return LogicalTypeAnnotation.intType(bits, true);
    }
}
