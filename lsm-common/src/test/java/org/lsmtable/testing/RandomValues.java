package org.lsmtable.testing;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.lsmtable.data.Row;
import org.lsmtable.types.ArrayType;
import org.lsmtable.types.DataField;
import org.lsmtable.types.DataType;
import org.lsmtable.types.DecimalType;
import org.lsmtable.types.LengthType;
import org.lsmtable.types.MapType;
import org.lsmtable.types.MultisetType;
import org.lsmtable.types.RowType;
import org.lsmtable.types.TemporalType;
import org.lsmtable.types.Types;

/** Random types and values of them, nulls at every depth where the type allows them. */
public final class RandomValues {
    private static final List<DataType> FLAT = List.of(
            Types.BOOLEAN,
            Types.TINYINT,
            Types.SMALLINT,
            Types.INT,
            Types.BIGINT,
            Types.FLOAT,
            Types.DOUBLE,
            Types.decimal(9, 2),
            Types.decimal(20, 5),
            Types.STRING,
            Types.varchar(5),
            Types.BYTES,
            Types.DATE,
            Types.time(3),
            Types.timestamp(3),
            Types.timestamp(6),
            Types.timestampLtz(6));

    private RandomValues() {}

    /** ARRAY, MAP, MULTISET or ROW, at most so deep. */
    public static DataType nestedType(SplittableRandom random, int depth) {
        boolean isNullable = random.nextInt(4) > 0;
        return switch (random.nextInt(4)) {
            case 0 -> new ArrayType(anyType(random, depth - 1), isNullable);
            case 1 -> new MapType(keyType(random), anyType(random, depth - 1), isNullable);
            case 2 -> new MultisetType(keyType(random), isNullable);
            default -> {
                List<DataField> fields = new ArrayList<>();
                for (int i = 0; i <= random.nextInt(3); i++) {
                    fields.add(new DataField(0, "f" + i, anyType(random, depth - 1)));
                }
                yield new RowType(fields, isNullable);
            }
        };
    }

    /** A nested type at most so deep, or a flat one. */
    public static DataType anyType(SplittableRandom random, int depth) {
        if (depth > 0 && random.nextBoolean()) {
            return nestedType(random, depth);
        }
        DataType flat = FLAT.get(random.nextInt(FLAT.size()));
        return random.nextInt(4) > 0 ? flat : flat.notNull();
    }

    /** A type whose values have an equality in Java that is theirs. */
    private static DataType keyType(SplittableRandom random) {
        DataType type = FLAT.get(random.nextInt(FLAT.size()));
        return (type.root().isBinary() ? Types.STRING : type).notNull();
    }

    /** A value that is not null itself. */
    public static Object value(SplittableRandom random, DataType type) {
        return switch (type.root()) {
            case BOOLEAN -> random.nextBoolean();
            case TINYINT -> (byte) random.nextInt();
            case SMALLINT -> (short) random.nextInt();
            case INT -> random.nextInt();
            case BIGINT -> random.nextLong();
            case FLOAT -> random.nextInt(20) == 0 ? Float.NaN : (float) random.nextInt(-1000, 1000) / 8;
            case DOUBLE -> random.nextInt(20) == 0 ? -0.0 : random.nextDouble();
            case DECIMAL -> {
                DecimalType decimal = (DecimalType) type;
                BigInteger bound = BigInteger.TEN.pow(1 + random.nextInt(decimal.precision()));
                BigInteger unscaled =
                        BigInteger.valueOf(random.nextLong()).multiply(BigInteger.valueOf(random.nextLong()));
                yield new BigDecimal(unscaled.remainder(bound), decimal.scale());
            }
            case CHAR, VARCHAR -> text(random, Math.min(((LengthType) type).length(), 20));
            case BINARY, VARBINARY -> {
                byte[] bytes = new byte[random.nextInt(12)];
                random.nextBytes(bytes);
                yield bytes;
            }
            case DATE -> LocalDate.ofEpochDay(random.nextInt(-100_000, 100_000));
            case TIME -> LocalTime.ofNanoOfDay(random.nextInt(86_400_000) * 1_000_000L);
            case TIMESTAMP -> LocalDateTime.ofInstant(instant(random, (TemporalType) type), ZoneOffset.UTC);
            case TIMESTAMP_LTZ -> instant(random, (TemporalType) type);
            case ARRAY -> {
                List<@Nullable Object> list = new ArrayList<>();
                for (int i = size(random); i > 0; i--) {
                    list.add(orNull(random, ((ArrayType) type).element()));
                }
                yield list;
            }
            case MAP -> {
                Map<Object, @Nullable Object> map = new LinkedHashMap<>();
                for (int i = size(random); i > 0; i--) {
                    map.put(value(random, ((MapType) type).key()), orNull(random, ((MapType) type).value()));
                }
                yield map;
            }
            case MULTISET -> {
                Map<Object, Object> counts = new LinkedHashMap<>();
                for (int i = size(random); i > 0; i--) {
                    counts.put(value(random, ((MultisetType) type).element()), 1 + random.nextInt(5));
                }
                yield counts;
            }
            case ROW ->
                Row.of(((RowType) type)
                        .types().stream().map(field -> orNull(random, field)).toArray());
            case VARIANT, BLOB, VECTOR -> throw new IllegalArgumentException(type.asText());
        };
    }

    /** A value, or null where the type allows it. */
    public static @Nullable Object orNull(SplittableRandom random, DataType type) {
        return type.isNullable() && random.nextInt(4) == 0 ? null : Objects.requireNonNull(value(random, type));
    }

    private static int size(SplittableRandom random) {
        return random.nextInt(20) == 0 ? 40 : random.nextInt(4);
    }

    private static String text(SplittableRandom random, int longest) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(longest + 1); i > 0; i--) {
            text.appendCodePoint(random.nextInt(10) == 0 ? 0x1F600 + random.nextInt(9) : 'a' + random.nextInt(26));
        }
        return text.toString();
    }

    private static Instant instant(SplittableRandom random, TemporalType type) {
        long millis = random.nextLong(-4_000_000_000_000L, 4_000_000_000_000L);
        return Instant.ofEpochMilli(millis).plusNanos(type.isMillis() ? 0 : random.nextInt(1000) * 1000L);
    }
}
