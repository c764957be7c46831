package org.lsmtable.testing.memory;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.lsmtable.types.DataType;
import org.lsmtable.types.DecimalType;
import org.lsmtable.types.TemporalType;
import org.lsmtable.types.Types;

/** Random values of any scalar type as plain Java objects, with the awkward ones among them. */
public final class RandomValues {
    /** One type of each family and shape. */
    public static final List<DataType> SCALARS = List.of(
            Types.BOOLEAN,
            Types.TINYINT,
            Types.SMALLINT,
            Types.INT,
            Types.BIGINT,
            Types.FLOAT,
            Types.DOUBLE,
            Types.decimal(9, 2),
            Types.decimal(18, 4),
            Types.decimal(19, 3),
            Types.decimal(25, 2),
            Types.decimal(38, 10),
            Types.charOf(5),
            Types.varchar(20),
            Types.STRING,
            Types.binary(4),
            Types.BYTES,
            Types.DATE,
            Types.time(3),
            Types.timestamp(3),
            Types.timestamp(6),
            Types.timestamp(9),
            Types.timestampLtz(3),
            Types.timestampLtz(9));

    private RandomValues() {}

    /**
     * A value, null now and then if the type allows it.
     *
     * @param variety about how many different values there are; small for many equal ones
     */
    public static @Nullable Object next(DataType type, SplittableRandom random, int variety) {
        if (type.isNullable() && random.nextInt(6) == 0) {
            return null;
        }
        long n = (long) random.nextInt(variety) - variety / 2;
        boolean extreme = random.nextInt(12) == 0;
        return switch (type.root()) {
            case BOOLEAN -> n % 2 == 0;
            case TINYINT -> (byte) (extreme ? n < 0 ? -128 : 127 : n);
            case SMALLINT -> (short) (extreme ? n < 0 ? Short.MIN_VALUE : Short.MAX_VALUE : n);
            case INT -> extreme ? n < 0 ? Integer.MIN_VALUE : Integer.MAX_VALUE : (int) n * 31;
            case BIGINT -> extreme ? n < 0 ? Long.MIN_VALUE : Long.MAX_VALUE : n * 1_000_003L;
            case FLOAT ->
                extreme
                        ? List.of(Float.NaN, -0.0f, 0.0f, Float.NEGATIVE_INFINITY, Float.MAX_VALUE)
                                .get(random.nextInt(5))
                        : (Object) (n / 4f);
            case DOUBLE ->
                extreme
                        ? List.of(Double.NaN, -0.0, 0.0, Double.POSITIVE_INFINITY, Double.MIN_VALUE)
                                .get(random.nextInt(5))
                        : (Object) (n / 4d);
            case DECIMAL -> decimal((DecimalType) type, n, extreme);
            case CHAR -> text(n, 5);
            case VARCHAR -> text(n, 20);
            case BINARY -> bytes(n, 4);
            case VARBINARY -> bytes(n, 4 + Math.floorMod(n, 9));
            case DATE -> LocalDate.ofEpochDay(extreme ? n * 1000 : n);
            case TIME -> LocalTime.ofNanoOfDay(Math.floorMod(n * 977, 86_400_000L) * 1_000_000L);
            case TIMESTAMP -> local((TemporalType) type, n, extreme);
            case TIMESTAMP_LTZ -> local((TemporalType) type, n, extreme).toInstant(java.time.ZoneOffset.UTC);
            case ARRAY, MULTISET, MAP, ROW, VARIANT, BLOB, VECTOR ->
                throw new IllegalArgumentException("not scalar: " + type);
        };
    }

    private static BigDecimal decimal(DecimalType type, long n, boolean extreme) {
        BigInteger greatest = BigInteger.TEN.pow(type.precision()).subtract(BigInteger.ONE);
        BigInteger unscaled = extreme
                ? n < 0 ? greatest.negate() : greatest
                : BigInteger.valueOf(n).multiply(greatest.divide(BigInteger.valueOf(1_000_000)));
        return new BigDecimal(unscaled, type.scale());
    }

    private static String text(long n, int most) {
        String[] heads = {"", "a", "ab", "common prefix ", "\u00e9", "\uff5e", "\ud83d\ude00", "\u4e2d"};
        String text = heads[Math.floorMod(n, heads.length)] + (n / heads.length == 0 ? "" : n / heads.length);
        int points = text.codePointCount(0, text.length());
        return points <= most ? text : text.substring(0, text.offsetByCodePoints(0, most));
    }

    private static byte[] bytes(long n, int length) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) (n >> 3 * (i % 3));
        }
        return bytes;
    }

    private static LocalDateTime local(TemporalType type, long n, boolean extreme) {
        long nanos = Math.floorMod(n * 123_456_789L, 1_000_000_000L);
        long unit = (long) Math.pow(10, 9 - type.precision());
        Instant instant = Instant.ofEpochSecond(extreme ? n * 86_400 : n / 3, nanos / unit * unit);
        return LocalDateTime.ofInstant(instant, java.time.ZoneOffset.UTC);
    }
}
