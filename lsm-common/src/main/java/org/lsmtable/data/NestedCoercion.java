package org.lsmtable.data;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.lsmtable.data.Coercion.Misfit;
import org.lsmtable.types.ArrayType;
import org.lsmtable.types.DataField;
import org.lsmtable.types.DataType;
import org.lsmtable.types.MultisetType;
import org.lsmtable.types.RowType;
import org.lsmtable.vector.ListVector;

/**
 * The part of {@link Coercion} for values made of other values. Keys of a MAP and elements of a MULTISET are never null and never occur
 * twice, and a MULTISET has each of its elements at least once.
 */
final class NestedCoercion {
    private NestedCoercion() {}

    /** The value in the type's class; null if it is of another kind, {@link Misfit} if a part of it does not fit. */
    static @Nullable Object tryCoerce(Object value, DataType type) {
        return switch (type.root()) {
            case ARRAY -> value instanceof List<?> list ? list(list, ((ArrayType) type).element()) : null;
            case MAP -> value instanceof Map<?, ?> map ? map(map, type) : null;
            case MULTISET -> value instanceof Map<?, ?> map ? multiset(map, (MultisetType) type) : null;
            case ROW ->
                value instanceof Row row && row.size() == ((RowType) type).fieldCount()
                        ? row(row, (RowType) type)
                        : null;
            default -> throw new IllegalStateException(type.asText());
        };
    }

    private static List<@Nullable Object> list(List<?> list, DataType element) {
        List<@Nullable Object> coerced = new ArrayList<>(list.size());
        for (Object each : list) {
            coerced.add(part(each, element, () -> "element " + coerced.size()));
        }
        return coerced;
    }

    private static Row row(Row row, RowType type) {
        @Nullable Object[] coerced = new @Nullable Object[row.size()];
        for (int i = 0; i < coerced.length; i++) {
            DataField field = type.field(i);
            coerced[i] = part(row.get(i), field.type(), () -> "field '" + field.name() + "'");
        }
        return Row.of(coerced);
    }

    private static Map<Object, @Nullable Object> map(Map<?, ?> map, DataType type) {
        List<DataType> types = ListVector.childTypes(type);
        DataType keyType = types.get(0).notNull();
        Map<Object, @Nullable Object> coerced = new LinkedHashMap<>();
        Set<@Nullable Object> contents = new HashSet<>();
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            Object key = Objects.requireNonNull(part(entry.getKey(), keyType, () -> "key"));
            Object value = part(entry.getValue(), types.get(1), () -> "value of key " + Coercion.shown(key));
            if (!contents.add(ArrayRow.comparable(key))) {
                throw new Misfit("key " + Coercion.shown(key) + ": expected once, found again", null);
            }
            coerced.put(key, value);
        }
        return coerced;
    }

    private static Map<Object, @Nullable Object> multiset(Map<?, ?> map, MultisetType type) {
        Map<Object, @Nullable Object> coerced = map(map, type);
        coerced.forEach((element, count) -> {
            if (!(count instanceof Integer times && times >= 1)) {
                throw new Misfit(
                        "element " + Coercion.shown(element) + ": expected a count of at least 1, found " + count,
                        null);
            }
        });
        return coerced;
    }

    private static @Nullable Object part(@Nullable Object value, DataType type, Supplier<String> place) {
        try {
            return Coercion.coerce(value, type);
        } catch (Misfit e) {
            throw e.within(place.get());
        }
    }
}
