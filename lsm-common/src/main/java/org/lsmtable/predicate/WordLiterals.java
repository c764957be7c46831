package org.lsmtable.predicate;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import org.jspecify.annotations.Nullable;
import org.lsmtable.types.DataType;
import org.lsmtable.types.DecimalType;
import org.lsmtable.types.TemporalType;
import org.lsmtable.vector.ColumnVector;
import org.lsmtable.vector.IntVector;
import org.lsmtable.vector.LongVector;

/**
 * Where a literal lies among the words of a column, without narrowing it: a literal that is no word itself lies above the
 * greatest word that is less. Words are compared in their {@link WordOrder}.
 */
final class WordLiterals {
    private static final BigInteger MIN = BigInteger.valueOf(Long.MIN_VALUE);
    private static final BigInteger MAX = BigInteger.valueOf(Long.MAX_VALUE);
    private static final long NANOS_PER_MILLI = 1_000_000L;

    private final DataType type;
    private final WordOrder order;

    WordLiterals(DataType type) {
        this.type = type;
        this.order = WordOrder.of(type);
    }

    WordOrder order() {
        return order;
    }

    /**
     * A place among the words.
     *
     * @param floor the greatest word that is not above the literal
     * @param exact whether the literal is that word
     * @param below whether the literal is less than all words, so that there is no floor
     */
    record Place(long floor, boolean exact, boolean below) {
        static Place exactly(long word) {
            return new Place(word, true, false);
        }

        static Place above(long word) {
            return new Place(word, false, false);
        }

        static Place belowAll() {
            return new Place(0, false, true);
        }
    }

    /** The place of a literal, null if it does not compare with the type. */
    @Nullable
    Place place(Object literal) {
        Place place = switch (type.root()) {
            case BOOLEAN -> literal instanceof Boolean flag ? Place.exactly(flag ? 1 : 0) : null;
            case TINYINT, SMALLINT, INT, BIGINT -> ofNumber(literal, 0);
            case DECIMAL -> ofNumber(literal, ((DecimalType) type).scale());
            case FLOAT -> FloatingLiterals.ofFloat(literal);
            case DOUBLE -> FloatingLiterals.ofDouble(literal);
            case DATE -> literal instanceof LocalDate date ? Place.exactly(date.toEpochDay()) : null;
            case TIME -> literal instanceof LocalTime time ? ofTime(time) : null;
            case TIMESTAMP, TIMESTAMP_LTZ -> {
                Instant instant = Literals.instant(literal, type);
                yield instant == null ? null : ofInstant(instant);
            }
            default -> throw new IllegalStateException(type.asText());
        };
        return place == null ? null : clamped(place);
    }

    private Place clamped(Place place) {
        long greatest = greatest();
        if (place.floor < least()) {
            return Place.belowAll();
        }
        return place.floor > greatest ? Place.above(greatest) : place;
    }

    /** The least word that is a value of the type. */
    private long least() {
        return switch (type.root()) {
            case TINYINT -> Byte.MIN_VALUE;
            case SMALLINT -> Short.MIN_VALUE;
            default -> order.least();
        };
    }

    /** The greatest word that is a value of the type. */
    private long greatest() {
        return switch (type.root()) {
            case TINYINT -> Byte.MAX_VALUE;
            case SMALLINT -> Short.MAX_VALUE;
            default -> order.greatest();
        };
    }

    private static @Nullable Place ofNumber(Object literal, int scale) {
        Double infinite = Literals.infinite(literal);
        if (infinite != null) {
            return infinite < 0 ? Place.belowAll() : Place.above(Long.MAX_VALUE); // NaN is above all numbers
        }
        BigDecimal number = Literals.number(literal);
        return number == null ? null : ofUnscaled(number, Literals.floorUnscaled(number, scale), scale);
    }

    private static Place ofUnscaled(BigDecimal number, BigInteger floor, int scale) {
        if (floor.compareTo(MIN) < 0) {
            return Place.belowAll();
        }
        if (floor.compareTo(MAX) > 0) {
            return Place.above(Long.MAX_VALUE);
        }
        return new Place(floor.longValue(), new BigDecimal(floor, scale).compareTo(number) == 0, false);
    }

    private static Place ofTime(LocalTime time) {
        long nanos = time.toNanoOfDay();
        return new Place(nanos / NANOS_PER_MILLI, nanos % NANOS_PER_MILLI == 0, false);
    }

    private Place ofInstant(Instant instant) {
        int scale = ((TemporalType) type).isMillis() ? 3 : 6;
        BigDecimal seconds = BigDecimal.valueOf(instant.getEpochSecond()).add(BigDecimal.valueOf(instant.getNano(), 9));
        return ofUnscaled(seconds, seconds.setScale(scale, RoundingMode.FLOOR).unscaledValue(), scale);
    }

    /** Words in their order as a vector of the column's type. */
    ColumnVector vector(long[] words) {
        if (order == WordOrder.INT || order == WordOrder.FLOAT) {
            IntVector ints = new IntVector(type, words.length);
            for (long word : words) {
                ints.append(order == WordOrder.FLOAT ? WordOrder.toFloatBits((int) word) : (int) word);
            }
            return ints;
        }
        LongVector longs = new LongVector(type, words.length);
        for (long word : words) {
            longs.append(order == WordOrder.DOUBLE ? WordOrder.toDoubleBits(word) : word);
        }
        return longs;
    }

    /** A word that is not above any value, given a lower bound from statistics; the least if there is none. */
    long lowerBound(@Nullable Object min) {
        if (min == null || Literals.isNaN(min)) {
            return order.least();
        }
        Place place = bound(min);
        return place.below
                ? order.least()
                : order.isFloating() ? FloatingLiterals.belowZeros(place.floor) : place.floor;
    }

    /** A word that is not below any value, given an upper bound from statistics; the greatest if there is none. */
    long upperBound(@Nullable Object max) {
        if (max == null || Literals.isNaN(max)) {
            return order.greatest();
        }
        Place place = bound(max);
        if (place.below) {
            return order.least();
        }
        return order.isFloating() ? FloatingLiterals.aboveZeros(place.floor) : place.floor;
    }

    private Place bound(Object value) {
        Place place = place(value);
        if (place == null) {
            throw new IllegalArgumentException("statistics: expected a bound of type " + type.asText() + ", found "
                    + value.getClass().getSimpleName() + " " + value);
        }
        return place;
    }
}
