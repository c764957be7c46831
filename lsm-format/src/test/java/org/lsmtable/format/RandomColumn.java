package org.lsmtable.format;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.time.temporal.JulianFields;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.lsmtable.data.Values;
import org.lsmtable.types.DataField;
import org.lsmtable.types.DataType;
import org.lsmtable.types.DecimalType;
import org.lsmtable.types.LengthType;
import org.lsmtable.types.TemporalType;
import org.lsmtable.types.Types;
import org.lsmtable.vector.BytesVector;
import org.lsmtable.vector.ColumnVector;
import org.lsmtable.vector.DictionaryVector;
import org.lsmtable.vector.Physical;

/** A column of random values as plain Java objects, and what a Parquet file must hold for them. */
public record RandomColumn(DataField field, List<@Nullable Object> values) {
    /** A type of each kind that vectors hold, and of each way that Parquet files hold them. */
    public static final List<DataType> TYPES = List.of(
            Types.BOOLEAN,
            Types.TINYINT,
            Types.SMALLINT,
            Types.INT,
            Types.BIGINT,
            Types.FLOAT,
            Types.DOUBLE,
            Types.DATE,
            Types.time(0),
            Types.time(3),
            Types.decimal(1, 0),
            Types.decimal(9, 2),
            Types.decimal(10, 3),
            Types.decimal(18, 4),
            Types.decimal(19, 4),
            Types.decimal(25, 25),
            Types.decimal(38, 10),
            Types.charOf(5),
            Types.varchar(20),
            Types.STRING,
            Types.binary(4),
            Types.varbinary(20),
            Types.BYTES,
            Types.timestamp(0),
            Types.timestamp(3),
            Types.timestamp(6),
            Types.timestamp(7),
            Types.timestamp(9),
            Types.timestampLtz(3),
            Types.timestampLtz(5),
            Types.timestampLtz(9));

    /** Rows whose values repeat, or not, and are null now and then, always, or never. */
    public static RandomColumn of(DataField field, int rows, Random random) {
        DataType type = field.type();
        Supplier<Object> fresh = () -> value(type, random);
        int distinct = random.nextBoolean() ? Integer.MAX_VALUE : 1 + random.nextInt(50);
        List<Object> pool = new ArrayList<>();
        double nullShare = type.isNullable() ? new double[] {0, 0, 0.02, 0.5, 0.98, 1}[random.nextInt(6)] : 0;
        int run = random.nextInt(4) == 0 ? 1 + random.nextInt(60) : 1;
        List<@Nullable Object> values = new ArrayList<>();
        while (values.size() < rows) {
            Object value;
            if (random.nextDouble() < nullShare) {
                value = null;
            } else if (pool.size() < distinct) {
                value = fresh.get();
                pool.add(value);
            } else {
                value = pool.get(random.nextInt(pool.size()));
            }
            for (int i = 0; i < run && values.size() < rows; i++) {
                values.add(value);
            }
        }
        if (random.nextInt(5) == 0) {
            values.sort((a, b) ->
                    a == null || b == null ? Boolean.compare(a == null, b == null) : Values.compare(a, b, type));
        }
        return new RandomColumn(field, values);
    }

    public static Object value(DataType type, Random random) {
        return switch (type.root()) {
            case BOOLEAN -> random.nextInt(8) > 0;
            case TINYINT -> (byte) random.nextInt();
            case SMALLINT -> (short) random.nextInt();
            case INT -> edged(random, Integer.MIN_VALUE, Integer.MAX_VALUE).intValue();
            case BIGINT -> edged(random, Long.MIN_VALUE, Long.MAX_VALUE).longValue();
            case FLOAT ->
                random.nextInt(8) > 0
                        ? (Object) (float) random.nextGaussian()
                        : (Object) FLOATS[random.nextInt(FLOATS.length)];
            case DOUBLE ->
                random.nextInt(8) > 0
                        ? (Object) random.nextGaussian()
                        : (Object) (double) FLOATS[random.nextInt(FLOATS.length)];
            case DATE -> LocalDate.ofEpochDay(random.nextInt(200_000) - 100_000);
            case TIME -> LocalTime.ofNanoOfDay(random.nextInt(86_400_000) * 1_000_000L);
            case DECIMAL -> decimal((DecimalType) type, random);
            case CHAR, VARCHAR -> text(random, Math.min(((LengthType) type).length(), 100));
            case BINARY, VARBINARY -> {
                byte[] bytes = new byte[random.nextInt(Math.min(((LengthType) type).length(), 100) + 1)];
                random.nextBytes(bytes);
                yield bytes;
            }
            case TIMESTAMP -> timestamp((TemporalType) type, random);
            case TIMESTAMP_LTZ -> timestamp((TemporalType) type, random).toInstant(ZoneOffset.UTC);
            default -> throw new IllegalArgumentException(type.asText());
        };
    }

    private static final float[] FLOATS = {
        0f, -0f, 1f, -1f, Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY, Float.MIN_VALUE, -Float.MAX_VALUE
    };

    private static Number edged(Random random, long least, long greatest) {
        return switch (random.nextInt(10)) {
            case 0 -> least;
            case 1 -> greatest;
            case 2 -> 0L;
            default -> random.nextLong() >> random.nextInt(64);
        };
    }

    private static BigDecimal decimal(DecimalType type, Random random) {
        BigInteger limit = BigInteger.TEN.pow(type.precision());
        BigInteger unscaled = switch (random.nextInt(8)) {
            case 0 -> limit.subtract(BigInteger.ONE);
            case 1 -> BigInteger.ZERO;
            default -> new BigInteger(1 + random.nextInt(127), random).mod(limit);
        };
        return new BigDecimal(random.nextBoolean() ? unscaled : unscaled.negate(), type.scale());
    }

    private static String text(Random random, int maxCharacters) {
        int length = random.nextInt(maxCharacters + 1);
        StringBuilder text = new StringBuilder();
        String alphabet = "aab\u0000c~\u007f\u00e9\u4e2d\uffff";
        for (int i = 0; i < length; i++) {
            if (random.nextInt(20) == 0) {
                text.appendCodePoint(0x1f600 + random.nextInt(20));
            } else {
                text.append(alphabet.charAt(random.nextInt(alphabet.length())));
            }
        }
        return text.toString();
    }

    private static LocalDateTime timestamp(TemporalType type, Random random) {
        long second = random.nextInt(4) == 0
                ? random.nextInt(200_000) - 100_000
                : (long) (random.nextDouble() * 2e11) - 60_000_000_000L;
        int digit = (int) Math.pow(10, 9 - type.precision());
        int nanos = random.nextInt(1_000_000_000) / digit * digit;
        return LocalDateTime.ofEpochSecond(second, nanos, ZoneOffset.UTC);
    }

    /** The rows from (included) to (excluded) as a vector; byte strings as codes into a dictionary if asked for. */
    public ColumnVector vector(int from, int to, @Nullable BytesVector dictionary) {
        if (dictionary == null) {
            ColumnVector vector = ColumnVector.of(field.type(), 0);
            values.subList(from, to).forEach(value -> Values.append(value, vector));
            return vector;
        }
        DictionaryVector vector = new DictionaryVector(dictionary, to - from);
        for (Object value : values.subList(from, to)) {
            if (value == null) {
                vector.appendNulls(1);
            } else {
                BytesVector one = new BytesVector(field.type(), 1);
                Values.append(value, one);
                int code = 0;
                while (!Arrays.equals(dictionary.copyOf(code), one.copyOf(0))) {
                    code++;
                }
                vector.appendCode(code);
            }
        }
        return vector;
    }

    /** Whether the values can be given as a dictionary vector and are few enough for it in a test. */
    public boolean suitsDictionary() {
        return Physical.of(field.type()) == Physical.BYTES
                && values.stream().map(RandomColumn::comparable).distinct().count() <= 60;
    }

    /** The distinct values in an order of their own, one of them twice and one that no row has. */
    public BytesVector newDictionary(Random random) {
        List<Object> distinct = new ArrayList<>();
        List<Object> seen = new ArrayList<>();
        for (Object value : values) {
            if (value != null && !seen.contains(comparable(value))) {
                seen.add(comparable(value));
                distinct.add(value);
            }
        }
        distinct.add(value(field.type(), random));
        Collections.shuffle(distinct, random);
        BytesVector dictionary = new BytesVector(field.type(), distinct.size());
        distinct.forEach(value -> Values.append(value, dictionary));
        return dictionary;
    }

    private static @Nullable Object comparable(@Nullable Object value) {
        return value instanceof byte[] bytes ? ByteBuffer.wrap(bytes) : value;
    }

    /** What the file must hold, in the classes of {@link LibraryFile}; written from the specification's table. */
    public List<@Nullable Object> stored() {
        List<@Nullable Object> stored = new ArrayList<>();
        values.forEach(value -> stored.add(value == null ? null : stored(value, field.type())));
        return stored;
    }

    public static Object stored(Object value, DataType type) {
        return switch (type.root()) {
            case BOOLEAN, INT, BIGINT -> value;
            case TINYINT, SMALLINT -> ((Number) value).intValue();
            case FLOAT -> Float.floatToRawIntBits((Float) value);
            case DOUBLE -> Double.doubleToRawLongBits((Double) value);
            case DATE -> (int) ChronoUnit.DAYS.between(LocalDate.EPOCH, (LocalDate) value);
            case TIME -> (int) LocalTime.MIDNIGHT.until((LocalTime) value, ChronoUnit.MILLIS);
            case CHAR, VARCHAR -> ByteBuffer.wrap(((String) value).getBytes(UTF_8));
            case BINARY, VARBINARY -> ByteBuffer.wrap((byte[]) value);
            case DECIMAL -> storedDecimal(((BigDecimal) value).unscaledValue(), ((DecimalType) type).precision());
            case TIMESTAMP -> storedTimestamp((LocalDateTime) value, ((TemporalType) type).precision());
            case TIMESTAMP_LTZ ->
                storedTimestamp(
                        LocalDateTime.ofInstant((Instant) value, ZoneOffset.UTC), ((TemporalType) type).precision());
            default -> throw new IllegalArgumentException(type.asText());
        };
    }

    private static Object storedDecimal(BigInteger unscaled, int precision) {
        if (precision <= 9) {
            return unscaled.intValueExact();
        }
        if (precision <= 18) {
            return unscaled.longValueExact();
        }
        int length =
                new int[] {9, 9, 9, 10, 10, 11, 11, 11, 12, 12, 13, 13, 13, 14, 14, 15, 15, 16, 16, 16}[precision - 19];
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[length - 1 - i] = unscaled.shiftRight(8 * i).byteValue();
        }
        return ByteBuffer.wrap(bytes);
    }

    private static Object storedTimestamp(LocalDateTime value, int precision) {
        LocalDateTime epoch = LocalDateTime.of(1970, 1, 1, 0, 0);
        if (precision <= 3) {
            return nanosSince(epoch, value)
                    .divide(BigInteger.valueOf(1_000_000))
                    .longValueExact();
        }
        if (precision <= 6) {
            return nanosSince(epoch, value).divide(BigInteger.valueOf(1000)).longValueExact();
        }
        // before 1970 the later day and negative nanoseconds
        LocalDate day = value.toLocalDate();
        long nanos = value.toLocalTime().toNanoOfDay();
        if (value.isBefore(epoch) && nanos > 0) {
            day = day.plusDays(1);
            nanos -= 86_400_000_000_000L;
        }
        ByteBuffer buffer = ByteBuffer.allocate(12).order(ByteOrder.LITTLE_ENDIAN);
        return buffer.putLong(nanos)
                .putInt((int) day.getLong(JulianFields.JULIAN_DAY))
                .flip();
    }

    private static BigInteger nanosSince(LocalDateTime epoch, LocalDateTime value) {
        long seconds = epoch.until(value.withNano(0), ChronoUnit.SECONDS);
        return BigInteger.valueOf(seconds)
                .multiply(BigInteger.valueOf(1_000_000_000))
                .add(BigInteger.valueOf(value.get(ChronoField.NANO_OF_SECOND)));
    }
}
