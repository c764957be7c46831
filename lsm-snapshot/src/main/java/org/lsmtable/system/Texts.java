package org.lsmtable.system;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.HexFormat;
import java.util.List;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.lsmtable.data.BinaryRow;
import org.lsmtable.schema.PartitionPath;
import org.lsmtable.schema.TableSchema;
import org.lsmtable.types.ArrayType;
import org.lsmtable.types.DataField;
import org.lsmtable.types.DataType;
import org.lsmtable.types.MapType;
import org.lsmtable.types.MultisetType;
import org.lsmtable.types.RowType;

/** The text forms of rows, keys and statistics (spec: system tables, text formats). */
final class Texts {
    private static final String DEFAULT_PARTITION = "__DEFAULT_PARTITION__";

    private Texts() {}

    /** Row text: <code>{20240101, 1}</code>, each value as SQL casts it. */
    static String row(BinaryRow row, RowType type, ZoneId zone) {
        StringJoiner text = new StringJoiner(", ", "{", "}");
        for (int i = 0; i < Math.min(row.arity(), type.fieldCount()); i++) {
            Object value = row.get(i, type.typeAt(i));
            text.add(value == null ? "null" : PartitionPath.castText(value, type.typeAt(i), zone));
        }
        return text.toString();
    }

    /** Path text: {@code dt=20240101/hr=1}, values as SQL casts them, nothing escaped; empty without partition columns. */
    static String path(BinaryRow partition, TableSchema schema, ZoneId zone) {
        RowType type = schema.partitionType();
        String defaultName = schema.options().asMap().getOrDefault("partition.default-name", DEFAULT_PARTITION);
        StringJoiner text = new StringJoiner("/");
        for (int i = 0; i < type.fieldCount(); i++) {
            Object value = partition.get(i, type.typeAt(i));
            String shown = value == null ? defaultName : PartitionPath.castText(value, type.typeAt(i), zone);
            text.add(type.field(i).name() + "=" + shown);
        }
        return text.toString();
    }

    /** Key text: {@code [1, alice]}, values as they are held; null for no key. */
    static @Nullable String key(BinaryRow key, List<DataType> types) {
        if (types.isEmpty() || key.arity() != types.size()) {
            return null;
        }
        StringJoiner text = new StringJoiner(", ", "[", "]");
        for (int i = 0; i < types.size(); i++) {
            text.add(held(key.get(i, types.get(i))));
        }
        return text.toString();
    }

    /** Statistics text: <code>{a=1, b=null}</code>, sorted by column name. */
    static String stats(RowType columns, IntFunction<@Nullable Object> valueOfColumn) {
        TreeMap<String, String> texts = new TreeMap<>();
        for (int i = 0; i < columns.fieldCount(); i++) {
            texts.put(columns.field(i).name(), held(valueOfColumn.apply(i)));
        }
        return texts.toString();
    }

    /** Type text: as schemas have it, but every field of a ROW in backquotes, with its comment and default value. */
    static String type(DataType type) {
        String text;
        if (type instanceof RowType row) {
            text = row.fields().stream().map(Texts::field).collect(Collectors.joining(", ", "ROW<", ">"));
        } else if (type instanceof ArrayType array) {
            text = "ARRAY<" + type(array.element()) + ">";
        } else if (type instanceof MultisetType multiset) {
            text = "MULTISET<" + type(multiset.element()) + ">";
        } else if (type instanceof MapType map) {
            text = "MAP<" + type(map.key()) + ", " + type(map.value()) + ">";
        } else {
            return type.asText();
        }
        return type.isNullable() ? text : text + " NOT NULL";
    }

    private static String field(DataField field) {
        String comment = field.description();
        String defaultValue = field.defaultValue();
        return "`" + field.name().replace("`", "``") + "` " + type(field.type())
                + (comment == null || comment.isEmpty() ? "" : " COMMENT '" + comment.replace("'", "''") + "'")
                + (defaultValue == null ? "" : " DEFAULT " + defaultValue);
    }

    /** A value as the format's own implementation holds and prints it: dates as days, times of day as milliseconds. */
    private static String held(@Nullable Object value) {
        if (value instanceof LocalDate date) {
            return String.valueOf(date.toEpochDay());
        }
        if (value instanceof LocalTime time) {
            return String.valueOf(time.toNanoOfDay() / 1_000_000);
        }
        if (value instanceof Instant instant) {
            return LocalDateTime.ofInstant(instant, ZoneOffset.UTC).toString();
        }
        if (value instanceof BigDecimal decimal) {
            return decimal.toPlainString();
        }
        if (value instanceof byte[] bytes) {
            return HexFormat.of().formatHex(bytes);
        }
        return String.valueOf(value);
    }
}
