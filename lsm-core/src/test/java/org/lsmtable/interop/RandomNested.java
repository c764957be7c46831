package org.lsmtable.interop;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.lsmtable.data.Row;
import org.lsmtable.types.ArrayType;
import org.lsmtable.types.DataType;
import org.lsmtable.types.MapType;
import org.lsmtable.types.MultisetType;
import org.lsmtable.types.RowType;

/** Random nested types, as texts, and values of them with nulls, empty ones and nulls within at every depth. */
final class RandomNested {
    private static final List<String> FLAT = List.of(
            "BOOLEAN",
            "TINYINT",
            "INT",
            "BIGINT",
            "DOUBLE",
            "DECIMAL(9, 2)",
            "DECIMAL(20, 2)",
            "STRING",
            "VARCHAR(8)",
            "BYTES",
            "DATE",
            "TIME(3)",
            "TIMESTAMP(3)",
            "TIMESTAMP(6)",
            "TIMESTAMP(6) WITH LOCAL TIME ZONE");
    private static final List<String> KEYS = List.of("INT", "STRING", "BIGINT", "DATE");

    private RandomNested() {}

    private static <T> T pick(Random random, List<T> from) {
        return from.get(random.nextInt(from.size()));
    }

    /** The text of an ARRAY, MAP, MULTISET or ROW, at most so deep. */
    static String type(Random random, int depth) {
        switch (random.nextInt(5)) {
            case 0:
                return "MAP<" + pick(random, KEYS) + " NOT NULL, " + part(random, depth - 1) + ">";
            case 1:
                return "MULTISET<" + pick(random, KEYS) + " NOT NULL>";
            case 2, 3:
                List<String> fields = new ArrayList<>();
                for (int i = random.nextInt(3); i >= 0; i--) {
                    fields.add("f" + fields.size() + " " + part(random, depth - 1));
                }
                return "ROW<" + String.join(", ", fields) + ">";
            default:
                return "ARRAY<" + part(random, depth - 1) + ">";
        }
    }

    private static String part(Random random, int depth) {
        String type = depth > 0 && random.nextInt(2) == 0 ? type(random, depth) : pick(random, FLAT);
        return random.nextInt(5) == 0 ? type + " NOT NULL" : type;
    }

    /** A value of a type, not null itself. */
    static Object value(Random random, DataType type, int variety) {
        if (type instanceof ArrayType array) {
            List<Object> list = new ArrayList<>();
            for (int i = size(random); i > 0; i--) {
                list.add(orNull(random, array.element(), variety));
            }
            return list;
        }
        if (type instanceof MapType map) {
            Map<Object, Object> entries = new LinkedHashMap<>();
            for (int i = size(random); i > 0; i--) {
                entries.put(value(random, map.key(), variety), orNull(random, map.value(), variety));
            }
            return entries;
        }
        if (type instanceof MultisetType multiset) {
            Map<Object, Object> counts = new LinkedHashMap<>();
            for (int i = size(random); i > 0; i--) {
                counts.put(value(random, multiset.element(), variety), 1 + random.nextInt(5));
            }
            return counts;
        }
        if (type instanceof RowType row) {
            return Row.of(row.types().stream()
                    .map(field -> orNull(random, field, variety))
                    .toArray());
        }
        return RandomTables.withoutNegativeZero(
                RandomTables.value(random, type.nullable().asText(), variety));
    }

    private static Object orNull(Random random, DataType type, int variety) {
        return type.isNullable() && random.nextInt(5) == 0 ? null : value(random, type, variety);
    }

    /** How many elements or entries a value has. */
    static int size(Random random) {
        return random.nextInt(30) == 0 ? 100 : random.nextInt(4);
    }
}
