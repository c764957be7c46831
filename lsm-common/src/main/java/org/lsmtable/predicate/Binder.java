package org.lsmtable.predicate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.lsmtable.predicate.Junctions.All;
import org.lsmtable.predicate.Junctions.Any;
import org.lsmtable.predicate.Junctions.Constant;
import org.lsmtable.predicate.Predicate.Op;
import org.lsmtable.types.DataType;
import org.lsmtable.types.RowType;
import org.lsmtable.vector.Physical;

/**
 * Turns a predicate into nodes: columns become positions, literals places among the values of the column, and NOT goes down to
 * the leaves, where it turns each test into its opposite on values that are not null.
 */
final class Binder {
    private static final Constant TRUE = new Constant(true);
    private static final Constant FALSE = new Constant(false);

    private final RowType type;

    Binder(RowType type) {
        this.type = type;
    }

    /** The node that is true where the predicate is. */
    Node bind(Predicate predicate) {
        return bind(predicate, true);
    }

    /** The node that is true where the predicate has a truth value. */
    private Node bind(Predicate predicate, boolean wanted) {
        if (predicate instanceof Predicate.Not not) {
            return bind(not.part(), !wanted);
        }
        if (predicate instanceof Predicate.And and) {
            return wanted ? all(and.parts(), true) : any(and.parts(), false);
        }
        if (predicate instanceof Predicate.Or or) {
            return wanted ? any(or.parts(), true) : all(or.parts(), false);
        }
        if (predicate instanceof Predicate.IsNull isNull) {
            return new NullLeaf(position(isNull.column()), wanted);
        }
        if (predicate instanceof Predicate.Compare compare) {
            return compare(compare, wanted);
        }
        return predicate instanceof Predicate.In in ? in(in, wanted) : like((Predicate.Like) predicate, wanted);
    }

    private Node all(List<Predicate> parts, boolean wanted) {
        List<Node> nodes = new ArrayList<>();
        boolean never = false;
        for (Predicate part : parts) { // all of them, so that every error shows
            Node node = bind(part, wanted);
            never |= node.equals(FALSE);
            if (!node.equals(TRUE)) {
                nodes.add(node);
            }
        }
        return never ? FALSE : nodes.isEmpty() ? TRUE : nodes.size() == 1 ? nodes.get(0) : new All(nodes);
    }

    private Node any(List<Predicate> parts, boolean wanted) {
        List<Node> nodes = new ArrayList<>();
        boolean always = false;
        for (Predicate part : parts) {
            Node node = bind(part, wanted);
            always |= node.equals(TRUE);
            if (!node.equals(FALSE)) {
                nodes.add(node);
            }
        }
        return always ? TRUE : nodes.isEmpty() ? FALSE : nodes.size() == 1 ? nodes.get(0) : new Any(nodes);
    }

    private int position(String column) {
        int position = type.indexOf(column);
        if (position < 0) {
            throw new IllegalArgumentException("no column '" + column + "'; columns are " + type.names());
        }
        return position;
    }

    /** The position of a column whose values have an order. */
    private int comparable(String column) {
        int position = position(column);
        DataType columnType = type.typeAt(position);
        boolean isOrdered = switch (columnType.root()) {
            case ARRAY, MULTISET, MAP, ROW, VARIANT, BLOB, VECTOR -> false;
            default -> true;
        };
        if (!isOrdered) {
            throw new IllegalArgumentException("column '" + column + "' of type " + columnType.asText()
                    + " cannot be compared; of its values only IS NULL and IS NOT NULL can be asked");
        }
        return position;
    }

    private Node compare(Predicate.Compare compare, boolean wanted) {
        int column = comparable(compare.column());
        Op op = wanted ? compare.op() : opposite(compare.op());
        boolean isBytes = Physical.of(type.typeAt(column)) == Physical.BYTES;
        Object literal = compare.literal();
        if (literal == null) {
            return FALSE; // unknown everywhere, and so is its opposite
        }
        return isBytes ? compareBytes(column, op, literal) : compareWords(column, op, literal);
    }

    private static Op opposite(Op op) {
        return switch (op) {
            case EQ -> Op.NE;
            case NE -> Op.EQ;
            case LT -> Op.GE;
            case LE -> Op.GT;
            case GT -> Op.LE;
            case GE -> Op.LT;
        };
    }

    private Node compareWords(int column, Op op, Object literal) {
        WordLiterals literals = new WordLiterals(type.typeAt(column));
        WordLiterals.Place place = required(literals.place(literal), column, literal);
        long least = literals.order().least();
        long greatest = literals.order().greatest();
        long floor = place.floor();
        boolean exact = place.exact();
        if (place.below()) {
            return nothingUpTo(column, op);
        }
        return switch (op) {
            case EQ -> exact ? new WordRange(column, literals, floor, floor, true) : FALSE;
            case NE -> exact ? new WordRange(column, literals, floor, floor, false) : present(column);
            case LT ->
                exact
                        ? floor == least ? FALSE : new WordRange(column, literals, least, floor - 1, true)
                        : new WordRange(column, literals, least, floor, true);
            case LE -> new WordRange(column, literals, least, floor, true);
            case GT -> floor == greatest ? FALSE : new WordRange(column, literals, floor + 1, greatest, true);
            case GE ->
                exact
                        ? new WordRange(column, literals, floor, greatest, true)
                        : floor == greatest ? FALSE : new WordRange(column, literals, floor + 1, greatest, true);
        };
    }

    private Node compareBytes(int column, Op op, Object literal) {
        BytesLiterals literals = new BytesLiterals(type.typeAt(column));
        BytesLiterals.Place place = required(literals.place(literal), column, literal);
        byte[] floor = place.floor;
        boolean exact = place.exact;
        if (floor == null) {
            return nothingUpTo(column, op);
        }
        return switch (op) {
            case EQ, NE -> {
                boolean isEqual = op == Op.EQ;
                yield exact
                        ? new BytesRange.Listed(column, literals, new byte[][] {floor}, isEqual)
                        : isEqual ? FALSE : present(column);
            }
            case LT -> new BytesRange(column, literals, null, new BytesRange.Bound(floor, !exact));
            case LE -> new BytesRange(column, literals, null, new BytesRange.Bound(floor, true));
            case GT -> new BytesRange(column, literals, new BytesRange.Bound(floor, false), null);
            case GE -> new BytesRange(column, literals, new BytesRange.Bound(floor, exact), null);
        };
    }

    /** A comparison with a literal below all values: each that is not null is greater. */
    private static Node nothingUpTo(int column, Op op) {
        return switch (op) {
            case EQ, LT, LE -> FALSE;
            case NE, GT, GE -> present(column);
        };
    }

    private static Node present(int column) {
        return new NullLeaf(column, false);
    }

    private Node in(Predicate.In in, boolean wanted) {
        int column = comparable(in.column());
        boolean isBytes = Physical.of(type.typeAt(column)) == Physical.BYTES;
        if (in.literals().isEmpty()) {
            return wanted ? FALSE : TRUE; // false for null, too
        }
        Node node = isBytes ? bytesIn(column, in.literals(), wanted) : wordsIn(column, in.literals(), wanted);
        return node != null ? node : wanted ? FALSE : present(column);
    }

    /** Null if no literal can be a value of the column. */
    private @Nullable Node wordsIn(int column, List<Object> wantedLiterals, boolean wanted) {
        WordLiterals literals = new WordLiterals(type.typeAt(column));
        long[] words = wantedLiterals.stream()
                .map(literal -> required(literals.place(literal), column, literal))
                .filter(WordLiterals.Place::exact)
                .mapToLong(WordLiterals.Place::floor)
                .sorted()
                .distinct()
                .toArray();
        return words.length == 0
                ? null
                : words.length == 1
                        ? new WordRange(column, literals, words[0], words[0], wanted)
                        : new WordRange.Listed(column, literals, words, wanted);
    }

    /** Null if no literal can be a value of the column. */
    private @Nullable Node bytesIn(int column, List<Object> wantedLiterals, boolean wanted) {
        BytesLiterals literals = new BytesLiterals(type.typeAt(column));
        byte[][] values = wantedLiterals.stream()
                .map(literal -> required(literals.place(literal), column, literal))
                .filter(place -> place.exact)
                .map(place -> Objects.requireNonNull(place.floor))
                .sorted(literals::compare)
                .toArray(byte[][]::new);
        return values.length == 0 ? null : new BytesRange.Listed(column, literals, values, wanted);
    }

    private Node like(Predicate.Like like, boolean wanted) {
        int column = position(like.column());
        DataType columnType = type.typeAt(column);
        if (!columnType.root().isCharacter()) {
            throw new IllegalArgumentException(
                    "column '" + like.column() + "': LIKE needs text, found type " + columnType.asText());
        }
        LikePattern pattern = LikePattern.of(like.pattern(), like.escape());
        BytesLiterals literals = new BytesLiterals(columnType);
        return pattern.isLiteral()
                ? new BytesRange.Listed(column, literals, new byte[][] {pattern.prefix()}, wanted)
                : new LikeLeaf(column, literals, pattern, wanted);
    }

    private <T> T required(@Nullable T place, int column, Object literal) {
        if (place == null) {
            String shown = literal instanceof byte[] bytes ? Arrays.toString(bytes) : literal.toString();
            throw new IllegalArgumentException("column '" + type.field(column).name() + "' of type "
                    + type.typeAt(column).asText() + " does not compare with "
                    + literal.getClass().getSimpleName() + " " + shown);
        }
        return place;
    }
}
