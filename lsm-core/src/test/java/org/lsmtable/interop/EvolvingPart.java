package org.lsmtable.interop;

import java.time.LocalDateTime;
import java.time.temporal.ChronoField;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.lsmtable.data.Row;
import org.lsmtable.types.TypeParser;

/**
 * A column, or a part of a nested one, as it changes with the schema, with what the values are now that were written before a change: the
 * model of {@link RandomEvolutionTest}. A part keeps its identity whatever it is called; a field that was added later is null in older
 * values, and a field that was dropped is in none. Since a compaction stores values in the type that a part has just then, a scalar may have
 * several right values: cast at once, or in steps.
 */
abstract sealed class EvolvingPart {
    /** What a value of one type may be as another, by an authority. */
    interface Cast {
        Set<Object> apply(Object value, String from, String to);

        /** Whether all files of the table keep what a value becomes. */
        boolean isKept(Object value);
    }

    /** A part with its name: a column, or a field of a ROW. */
    static final class Field {
        String name;
        final EvolvingPart part;

        Field(String name, EvolvingPart part) {
            this.name = name;
            this.part = part;
        }

        /** As a column is declared. */
        Peer.Column declared() {
            return new Peer.Column(name, part.type());
        }
    }

    /**
     * A part inside a column.
     *
     * @param path the names that lead to it
     * @param row the ROW that it is a field of, or null
     * @param part the part
     */
    record Place(List<String> path, RowPart row, EvolvingPart part) {
        Field field() {
            return row.fields.stream()
                    .filter(field -> field.part == part)
                    .findFirst()
                    .orElseThrow();
        }
    }

    /** Whether it may be null. */
    boolean nullable = true;

    abstract String typeOfValues();

    /** A value that is not null, and that every later type of the part can take. */
    abstract Object value(Random random, int variety);

    abstract Object kept(Object value);

    abstract boolean takes(Object kept, Object read);

    /** Adds the parts within this one, at every depth. */
    void collect(List<String> path, List<Place> places) {}

    /** The type that it has now. */
    final String type() {
        return typeOfValues() + (nullable ? "" : " NOT NULL");
    }

    final Object valueOrNull(Random random, int variety) {
        return nullable && random.nextInt(5) == 0 ? null : value(random, variety);
    }

    /** What the model keeps of a value that is written now. */
    final Object keep(Object value) {
        return value == null ? null : kept(value);
    }

    /** Whether a value that was kept may be read as this one now. */
    final boolean mayBe(Object kept, Object read) {
        return kept == null ? read == null : takes(kept, read);
    }

    final void place(List<String> above, String step, RowPart row, List<Place> places) {
        List<String> path = new ArrayList<>(above);
        path.add(step);
        places.add(new Place(path, row, this));
        collect(path, places);
    }

    /** A part that holds no others: the chain of types it goes along, and where on it it has been. */
    static final class Scalar extends EvolvingPart {
        private record Kept(int place, Object value) {}

        private final List<String> chain;
        private final Cast cast;
        private final List<Integer> visited = new ArrayList<>(List.of(0));

        Scalar(List<String> chain, Cast cast) {
            this.chain = chain;
            this.cast = cast;
        }

        private int place() {
            return visited.get(visited.size() - 1);
        }

        int typesLeft() {
            return chain.size() - place() - 1;
        }

        /** Gives it a later type of its chain. */
        void widen(int steps) {
            visited.add(place() + steps);
        }

        @Override
        String typeOfValues() {
            return chain.get(place());
        }

        @Override
        Object value(Random random, int variety) {
            while (true) {
                Object value = RandomTables.withoutNegativeZero(RandomTables.value(random, typeOfValues(), variety));
                if (mayChangeType(value) && cast.isKept(value)) {
                    return value;
                }
            }
        }

        /**
         * Whether every later type of a chain can take a value: no NaN for DECIMAL (texts are not read as numbers), and no nanoseconds behind
         * three zeros, which Paimon 1.4.2 keeps in a TIMESTAMP(6).
         */
        static boolean mayChangeType(Object value) {
            if (value instanceof LocalDateTime time) {
                int nanos = time.get(ChronoField.NANO_OF_SECOND);
                return nanos >= 1_000_000 || nanos % 1_000 == 0;
            }
            return !(value instanceof Float f && !Float.isFinite(f))
                    && !(value instanceof Double d && !Double.isFinite(d));
        }

        @Override
        Object kept(Object value) {
            return new Kept(place(), value);
        }

        @Override
        boolean takes(Object kept, Object read) {
            return possible((Kept) kept).stream().map(RandomTables::text).anyMatch(RandomTables.text(read)::equals);
        }

        private Set<Object> possible(Kept kept) {
            Map<Integer, Set<Object>> at = new TreeMap<>();
            at.put(kept.place(), new HashSet<>(Set.of(kept.value())));
            for (int place : visited) {
                if (place > kept.place()) {
                    Set<Object> reached = new HashSet<>();
                    at.forEach((from, values) -> values.forEach(
                            value -> reached.addAll(cast.apply(value, chain.get(from), chain.get(place)))));
                    at.put(place, reached);
                }
            }
            return at.get(place());
        }
    }

    /** A ROW. */
    static final class RowPart extends EvolvingPart {
        final List<Field> fields = new ArrayList<>();

        @Override
        String typeOfValues() {
            return fields.stream()
                    .map(field -> field.name + " " + field.part.type())
                    .collect(Collectors.joining(", ", "ROW<", ">"));
        }

        boolean has(String name) {
            return fields.stream().anyMatch(field -> field.name.equals(name));
        }

        @Override
        Object value(Random random, int variety) {
            return Row.of(fields.stream()
                    .map(field -> field.part.valueOrNull(random, variety))
                    .toArray());
        }

        @Override
        Object kept(Object value) {
            Map<EvolvingPart, Object> kept = new IdentityHashMap<>();
            for (int i = 0; i < fields.size(); i++) {
                EvolvingPart part = fields.get(i).part;
                kept.put(part, part.keep(((Row) value).get(i)));
            }
            return kept;
        }

        @Override
        boolean takes(Object kept, Object read) {
            if (!(read instanceof Row row) || row.size() != fields.size()) {
                return false;
            }
            for (int i = 0; i < fields.size(); i++) {
                EvolvingPart part = fields.get(i).part;
                if (!part.mayBe(((Map<?, ?>) kept).get(part), row.get(i))) {
                    return false;
                }
            }
            return true;
        }

        @Override
        void collect(List<String> path, List<Place> places) {
            fields.forEach(field -> field.part.place(path, field.name, this, places));
        }
    }

    /** An ARRAY. */
    static final class ArrayPart extends EvolvingPart {
        private final EvolvingPart element;

        ArrayPart(EvolvingPart element) {
            this.element = element;
        }

        @Override
        String typeOfValues() {
            return "ARRAY<" + element.type() + ">";
        }

        @Override
        Object value(Random random, int variety) {
            List<Object> list = new ArrayList<>();
            for (int i = RandomNested.size(random); i > 0; i--) {
                list.add(element.valueOrNull(random, variety));
            }
            return list;
        }

        @Override
        Object kept(Object value) {
            List<Object> kept = new ArrayList<>();
            ((List<?>) value).forEach(one -> kept.add(element.keep(one)));
            return kept;
        }

        @Override
        boolean takes(Object kept, Object read) {
            List<?> written = (List<?>) kept;
            if (!(read instanceof List<?> list) || list.size() != written.size()) {
                return false;
            }
            for (int i = 0; i < list.size(); i++) {
                if (!element.mayBe(written.get(i), list.get(i))) {
                    return false;
                }
            }
            return true;
        }

        @Override
        void collect(List<String> path, List<Place> places) {
            element.place(path, "element", null, places);
        }
    }

    /** A MAP, whose keys stay what they are. */
    static final class MapPart extends EvolvingPart {
        private final String key;
        private final EvolvingPart part;

        MapPart(String key, EvolvingPart part) {
            this.key = key;
            this.part = part;
        }

        @Override
        String typeOfValues() {
            return "MAP<" + key + " NOT NULL, " + part.type() + ">";
        }

        @Override
        Object value(Random random, int variety) {
            Map<Object, Object> entries = new LinkedHashMap<>();
            for (int i = RandomNested.size(random); i > 0; i--) {
                entries.put(RandomTables.value(random, key, variety), part.valueOrNull(random, variety));
            }
            return entries;
        }

        @Override
        Object kept(Object value) {
            Map<String, Object> kept = new TreeMap<>();
            ((Map<?, ?>) value).forEach((entry, one) -> kept.put(RandomTables.text(entry), part.keep(one)));
            return kept;
        }

        @Override
        boolean takes(Object kept, Object read) {
            Map<?, ?> written = (Map<?, ?>) kept;
            return read instanceof Map<?, ?> entries
                    && entries.size() == written.size()
                    && entries.entrySet().stream()
                            .allMatch(entry -> written.containsKey(RandomTables.text(entry.getKey()))
                                    && part.mayBe(written.get(RandomTables.text(entry.getKey())), entry.getValue()));
        }

        @Override
        void collect(List<String> path, List<Place> places) {
            part.place(path, "value", null, places);
        }
    }

    /** A MULTISET, which stays what it is. */
    static final class MultisetPart extends EvolvingPart {
        private final String element;

        MultisetPart(String element) {
            this.element = element;
        }

        @Override
        String typeOfValues() {
            return "MULTISET<" + element + " NOT NULL>";
        }

        @Override
        Object value(Random random, int variety) {
            return RandomNested.value(random, TypeParser.parse(typeOfValues()), variety);
        }

        @Override
        Object kept(Object value) {
            return value;
        }

        @Override
        boolean takes(Object kept, Object read) {
            return Objects.equals(RandomTables.text(kept), RandomTables.text(read));
        }
    }
}
