package org.lsmtable.cast;

import java.util.List;
import java.util.Set;
import java.util.function.BiPredicate;
import org.lsmtable.types.ArrayType;
import org.lsmtable.types.DataType;
import org.lsmtable.types.DecimalType;
import org.lsmtable.types.LengthType;
import org.lsmtable.types.MapType;
import org.lsmtable.types.MultisetType;
import org.lsmtable.types.RowType;
import org.lsmtable.types.TemporalType;
import org.lsmtable.types.TypeRoot;
import org.lsmtable.types.Types;
import org.lsmtable.vector.ListVector;

/**
 * Which type may become which (spec: data files, casts). Nullability does not matter, and parameters only where it is said.
 *
 * <p>Values of nested types become text only, those of MULTISET, VARIANT, BLOB and VECTOR nothing.
 */
public final class CastRules {
    private static final Set<TypeRoot> NUMBERS = Set.of(
            TypeRoot.TINYINT,
            TypeRoot.SMALLINT,
            TypeRoot.INT,
            TypeRoot.BIGINT,
            TypeRoot.FLOAT,
            TypeRoot.DOUBLE,
            TypeRoot.DECIMAL);
    private static final Set<TypeRoot> INTEGERS =
            Set.of(TypeRoot.TINYINT, TypeRoot.SMALLINT, TypeRoot.INT, TypeRoot.BIGINT);

    private CastRules() {}

    /** Whether values of one type can be read as another, perhaps with a loss. */
    public static boolean isSupported(DataType from, DataType to) {
        TypeRoot source = from.root();
        TypeRoot target = to.root();
        if (from.sameIgnoringNullability(to)) {
            return true;
        }
        return switch (source) {
            case BOOLEAN -> NUMBERS.contains(target) || target.isCharacter();
            case TINYINT, SMALLINT, INT, BIGINT, FLOAT, DOUBLE, DECIMAL -> fromNumber(source, target);
            case CHAR, VARCHAR -> target != TypeRoot.VARIANT && target != TypeRoot.BLOB && !target.isNested();
            case BINARY, VARBINARY -> target.isBinary() || target.isCharacter();
            case DATE -> target.isTimestamp() || isUnboundedText(to);
            case TIME -> target.isTimestamp() || isUnboundedText(to);
            case TIMESTAMP, TIMESTAMP_LTZ ->
                target.isTimestamp()
                        || target == TypeRoot.DATE
                        || target == TypeRoot.TIME
                        || target == TypeRoot.INT
                        || target == TypeRoot.BIGINT
                        || isUnboundedText(to);
            case ARRAY, MAP, ROW -> target.isCharacter() && partsBecomeText(from);
            case MULTISET, VARIANT, BLOB, VECTOR -> false;
        };
    }

    private static boolean partsBecomeText(DataType from) {
        List<DataType> parts = from instanceof RowType row ? row.types() : ListVector.childTypes(from);
        return parts.stream().allMatch(part -> isSupported(part, Types.STRING));
    }

    /**
     * Whether values of one type can be read as another: {@link #isSupported}, or both are nested types of one kind whose parts can. Such
     * a column has not changed its own type but that of a part of it, or has fields more, fewer or in another order; fields are found by id.
     * Keys of a MAP and elements of a MULTISET keep their types.
     */
    public static boolean isReadable(DataType from, DataType to) {
        return fits(from, to, CastRules::isSupported);
    }

    /**
     * Whether values of one type can be read as another and stay what they are: at most ROWs in them have fields more, fewer, renamed or in
     * another order.
     */
    public static boolean isRearranged(DataType from, DataType to) {
        return fits(from, to, DataType::sameIgnoringNullability);
    }

    /** Whether a rule allows two types, or both are nested ones of the same kind whose parts fit. */
    private static boolean fits(DataType from, DataType to, BiPredicate<DataType, DataType> rule) {
        if (rule.test(from, to)) {
            return true;
        }
        if (from instanceof ArrayType source && to instanceof ArrayType target) {
            return fits(source.element(), target.element(), rule);
        }
        if (from instanceof MapType source && to instanceof MapType target) {
            return source.key().holdsSameAs(target.key()) && fits(source.value(), target.value(), rule);
        }
        if (from instanceof MultisetType source && to instanceof MultisetType target) {
            return source.element().holdsSameAs(target.element());
        }
        return from instanceof RowType source
                && to instanceof RowType target
                && target.fields().stream().allMatch(field -> {
                    int position = RowCast.position(source, field);
                    return position < 0 || fits(source.typeAt(position), field.type(), rule);
                });
    }

    private static boolean fromNumber(TypeRoot source, TypeRoot target) {
        return NUMBERS.contains(target)
                || target.isCharacter()
                || (target == TypeRoot.BOOLEAN && INTEGERS.contains(source))
                || (target.isTimestamp() && (source == TypeRoot.INT || source == TypeRoot.BIGINT));
    }

    /** STRING; shorter text does not take what has no length of its own. */
    private static boolean isUnboundedText(DataType type) {
        return type instanceof LengthType text
                && text.root() == TypeRoot.VARCHAR
                && text.length() == DataType.MAX_LENGTH;
    }

    /**
     * Whether a supported cast goes by itself, as the table format sees it: the family of the new type takes all values of the old one.
     * Only the families count, not lengths, digits and fraction digits.
     */
    public static boolean isImplicit(DataType from, DataType to) {
        TypeRoot source = from.root();
        TypeRoot target = to.root();
        return isSupported(from, to) && (source == target || takesAll(source, target));
    }

    private static boolean takesAll(TypeRoot source, TypeRoot target) {
        return switch (source) {
            case TINYINT, SMALLINT, INT, BIGINT, FLOAT, DOUBLE ->
                target == TypeRoot.DECIMAL || (NUMBERS.contains(target) && source.ordinal() < target.ordinal());
            case DECIMAL -> target == TypeRoot.FLOAT || target == TypeRoot.DOUBLE;
            case CHAR -> target == TypeRoot.VARCHAR;
            case BINARY -> target == TypeRoot.VARBINARY;
            case TIMESTAMP -> target == TypeRoot.DATE || target == TypeRoot.TIME || target == TypeRoot.TIMESTAMP_LTZ;
            case TIMESTAMP_LTZ -> target == TypeRoot.TIMESTAMP;
            case BOOLEAN, VARCHAR, VARBINARY, DATE, TIME, ARRAY, MULTISET, MAP, ROW, VARIANT, BLOB, VECTOR -> false;
        };
    }

    static boolean isWhole(DataType type) {
        return INTEGERS.contains(type.root());
    }

    static boolean isBigint(DataType type) {
        return type.root() == TypeRoot.BIGINT;
    }

    /** Whether a supported cast leaves the words or bytes of every value as they are. */
    static boolean keepsForm(DataType from, DataType to) {
        if (from.sameIgnoringNullability(to)) {
            return true;
        }
        TypeRoot source = from.root();
        TypeRoot target = to.root();
        if (from instanceof LengthType narrow && to instanceof LengthType wide) {
            boolean fits = narrow.length() <= wide.length();
            boolean filled = target == TypeRoot.CHAR || target == TypeRoot.BINARY;
            return source.isCharacter() && target.isCharacter()
                    ? fits && !filled
                    : source.isBinary() && (target.isCharacter() || (fits && !filled));
        }
        if (from instanceof DecimalType narrow && to instanceof DecimalType wide) {
            return narrow.scale() == wide.scale()
                    && narrow.precision() <= wide.precision()
                    && narrow.isCompact() == wide.isCompact();
        }
        if (from instanceof TemporalType narrow && to instanceof TemporalType wide) {
            return source == target
                    && narrow.precision() <= wide.precision()
                    && narrow.isMillis() == wide.isMillis()
                    && narrow.isCompact() == wide.isCompact();
        }
        return INTEGERS.contains(source)
                && INTEGERS.contains(target)
                && target != TypeRoot.BIGINT
                && source.ordinal() < target.ordinal();
    }

    /**
     * Whether a supported cast leaves every value what it is, so that an index of the values before it tells of those after it: the same
     * bytes, or whole numbers that only get wider.
     */
    public static boolean keepsValues(DataType from, DataType to) {
        return keepsForm(from, to) || (isWhole(from) && isBigint(to));
    }

    /** Whether a cast may make null of a value: a DECIMAL with too few digits before the point does. */
    public static boolean mayYieldNull(DataType from, DataType to) {
        if (!(to instanceof DecimalType decimal) || from.sameIgnoringNullability(to)) {
            return false;
        }
        int digits = decimal.precision() - decimal.scale();
        return switch (from.root()) {
            case BOOLEAN -> digits < 1;
            case TINYINT -> digits < 3;
            case SMALLINT -> digits < 5;
            case INT -> digits < 10;
            case BIGINT -> digits < 19;
            case DECIMAL -> {
                DecimalType source = (DecimalType) from;
                boolean rounds = decimal.scale() < source.scale();
                yield digits < source.precision() - source.scale() + (rounds ? 1 : 0);
            }
            default -> true;
        };
    }

    /**
     * Whether a greater value never becomes a lesser one, and none becomes null or fails: then the bounds of values are, cast, bounds of the
     * cast values.
     */
    public static boolean keepsOrder(DataType from, DataType to) {
        if (!isSupported(from, to) || mayYieldNull(from, to)) {
            return false;
        }
        TypeRoot source = from.root();
        TypeRoot target = to.root();
        boolean real = target == TypeRoot.FLOAT || target == TypeRoot.DOUBLE;
        return switch (source) {
            case BOOLEAN -> target == TypeRoot.BOOLEAN || NUMBERS.contains(target);
            case TINYINT, SMALLINT, INT, BIGINT ->
                real
                        || target == TypeRoot.DECIMAL
                        || (INTEGERS.contains(target) && source.ordinal() <= target.ordinal())
                        || (source == TypeRoot.INT && target == TypeRoot.TIMESTAMP);
            case FLOAT, DOUBLE -> real;
            case DECIMAL -> real || target == TypeRoot.DECIMAL;
            case CHAR, VARCHAR, BINARY, VARBINARY ->
                source.isCharacter() == target.isCharacter() && keepsForm(from, to);
            case DATE, TIME -> source == target || target == TypeRoot.TIMESTAMP;
            case TIMESTAMP -> target == TypeRoot.TIMESTAMP || target == TypeRoot.DATE || target == TypeRoot.BIGINT;
            case TIMESTAMP_LTZ -> target == TypeRoot.TIMESTAMP_LTZ || target == TypeRoot.BIGINT;
            case ARRAY, MULTISET, MAP, ROW, VARIANT, BLOB, VECTOR -> false;
        };
    }
}
