package org.lsmtable.predicate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.lsmtable.types.RowType;

/**
 * A condition on the columns of a row, by name. Literals are plain Java values. Build with the static methods.
 *
 * <p>A null is equal to nothing, so the static methods take no null as a literal, by an {@link IllegalArgumentException}: ask for nulls with
 * {@link #isNull} and {@link #isNotNull}.
 */
public sealed interface Predicate {
    /** All parts hold; none at all is true. */
    record And(List<Predicate> parts) implements Predicate {
        public And {
            parts = List.copyOf(parts);
        }
    }

    /** At least one part holds; none at all is false. */
    record Or(List<Predicate> parts) implements Predicate {
        public Or {
            parts = List.copyOf(parts);
        }
    }

    /** The part does not hold; unknown stays unknown. */
    record Not(Predicate part) implements Predicate {}

    /** A column compared with a literal; unknown when either is null. */
    record Compare(String column, Op op, @Nullable Object literal) implements Predicate {}

    /** A column is one of the literals; none at all is false. */
    record In(String column, List<Object> literals) implements Predicate {
        public In {
            for (@Nullable Object literal : literals) {
                if (literal == null) {
                    throw nullLiteral(column);
                }
            }
            literals = List.copyOf(literals);
        }
    }

    /** A column is null. Never unknown. */
    record IsNull(String column) implements Predicate {}

    /** A text column matches a LIKE pattern: {@code %} any text, {@code _} one character, escape takes them literally. */
    record Like(String column, String pattern, char escape) implements Predicate {}

    /** The comparisons. */
    enum Op {
        EQ("="),
        NE("<>"),
        LT("<"),
        LE("<="),
        GT(">"),
        GE(">=");

        private final String text;

        Op(String text) {
            this.text = text;
        }

        /** The SQL sign. */
        public String text() {
            return text;
        }
    }

    static Predicate eq(String column, Object literal) {
        return compare(column, Op.EQ, literal);
    }

    static Predicate ne(String column, Object literal) {
        return compare(column, Op.NE, literal);
    }

    static Predicate lt(String column, Object literal) {
        return compare(column, Op.LT, literal);
    }

    static Predicate le(String column, Object literal) {
        return compare(column, Op.LE, literal);
    }

    static Predicate gt(String column, Object literal) {
        return compare(column, Op.GT, literal);
    }

    static Predicate ge(String column, Object literal) {
        return compare(column, Op.GE, literal);
    }

    private static Predicate compare(String column, Op op, @Nullable Object literal) {
        if (literal == null) {
            throw nullLiteral(column);
        }
        return new Compare(column, op, literal);
    }

    private static IllegalArgumentException nullLiteral(String column) {
        return new IllegalArgumentException(
                "column '" + column + "': expected a literal to compare with, found null; use isNull or isNotNull");
    }

    static Predicate between(String column, Object from, Object to) {
        return and(ge(column, from), le(column, to));
    }

    static Predicate in(String column, Object... literals) {
        return new In(column, Arrays.asList(literals));
    }

    static Predicate isNull(String column) {
        return new IsNull(column);
    }

    static Predicate isNotNull(String column) {
        return new Not(new IsNull(column));
    }

    static Predicate like(String column, String pattern) {
        return new Like(column, pattern, '\\');
    }

    static Predicate and(Predicate... parts) {
        return parts.length == 1 ? parts[0] : new And(Arrays.asList(parts));
    }

    static Predicate or(Predicate... parts) {
        return parts.length == 1 ? parts[0] : new Or(Arrays.asList(parts));
    }

    static Predicate not(Predicate part) {
        return new Not(part);
    }

    /** The names of the columns it looks at, in order of first use. */
    default Set<String> columns() {
        Set<String> names = new LinkedHashSet<>();
        collect(this, names);
        return names;
    }

    /** The parts of the outermost AND, or the predicate itself. */
    default List<Predicate> conjuncts() {
        if (this instanceof And and) {
            List<Predicate> flat = new ArrayList<>();
            for (Predicate part : and.parts()) {
                flat.addAll(part.conjuncts());
            }
            return flat;
        }
        return List.of(this);
    }

    /**
     * The predicate ready for evaluation on rows of a type: columns resolved, literals brought to the column types.
     *
     * @throws IllegalArgumentException naming the column, if there is none of that name, or the literal does not compare
     *     with its type
     */
    default Filter bind(RowType type) {
        return Filter.bind(this, type);
    }

    private static void collect(Predicate predicate, Set<String> names) {
        if (predicate instanceof And and) {
            and.parts().forEach(p -> collect(p, names));
        } else if (predicate instanceof Or or) {
            or.parts().forEach(p -> collect(p, names));
        } else if (predicate instanceof Not not) {
            collect(not.part(), names);
        } else if (predicate instanceof Compare c) {
            names.add(c.column());
        } else if (predicate instanceof In in) {
            names.add(in.column());
        } else if (predicate instanceof IsNull n) {
            names.add(n.column());
        } else if (predicate instanceof Like like) {
            names.add(like.column());
        }
    }
}
