package org.lsmtable.tools.query;

import java.time.LocalDate;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.lsmtable.data.Row;
import org.lsmtable.options.SnapshotOptions;
import org.lsmtable.schema.TableSchema;
import org.lsmtable.tools.console.CliException;
import org.lsmtable.tools.console.ExitCode;
import org.lsmtable.tools.value.BadValueException;
import org.lsmtable.tools.value.TextParser;
import org.lsmtable.types.DataType;
import org.lsmtable.types.RowType;
import org.lsmtable.types.TypeRoot;

/**
 * Values that some or all partition columns must have, as {@code --partition dt=2026-01-31,hr=4} gives them. The name that folders of null values have
 * stands for null, and of a text also for blank ones, which lie in the same folder; a number stands for the date of that many days since 1970, as in names
 * of folders.
 *
 * @param values by position in the partition key; {@link Blank#NULL_OR_BLANK} for null and blank texts alike
 */
public record PartitionArgument(Map<Integer, @Nullable Object> values) {
    private static final int MOST_DIGITS = 8;

    /** What no single value can say. */
    public enum Blank {
        NULL_OR_BLANK
    }

    /** Every partition. */
    public static final PartitionArgument ALL = new PartitionArgument(Map.of());

    public PartitionArgument {
        values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }

    /** Reads the option's value. */
    public static PartitionArgument parse(String text, TableSchema schema) {
        return parse("--partition", text, schema);
    }

    /**
     * Reads such a text.
     *
     * @param what it is called in messages
     */
    public static PartitionArgument parse(String what, String text, TableSchema schema) {
        RowType partition = schema.partitionType();
        Map<Integer, @Nullable Object> values = new LinkedHashMap<>();
        for (String part : text.split(",", -1)) {
            int equals = part.indexOf('=');
            int position = equals < 0
                    ? -1
                    : partition.indexOf(part.substring(0, equals).strip());
            if (position < 0) {
                throw CliException.usage(what + ": expected column=value with a column of " + partition.names()
                        + ", found " + BadValueException.quoted(part));
            }
            if (values.containsKey(position)) {
                throw CliException.usage(what + ": column '" + partition.names().get(position) + "' is given twice");
            }
            try {
                values.put(position, value(part.substring(equals + 1), partition.typeAt(position), schema));
            } catch (BadValueException e) {
                throw new CliException(ExitCode.USAGE, what + ": " + part + ": " + e.getMessage(), e);
            }
        }
        return new PartitionArgument(values);
    }

    private static @Nullable Object value(String text, DataType type, TableSchema schema) throws BadValueException {
        if (text.equals(schema.options().get(SnapshotOptions.PARTITION_DEFAULT_NAME))) {
            return type.root() == TypeRoot.CHAR || type.root() == TypeRoot.VARCHAR ? Blank.NULL_OR_BLANK : null;
        }
        boolean isNumber = !text.isEmpty() && text.chars().allMatch(c -> c >= '0' && c <= '9');
        return type.root() == TypeRoot.DATE && isNumber && text.length() < MOST_DIGITS
                ? LocalDate.ofEpochDay(Long.parseLong(text))
                : TextParser.of(type).parse(text);
    }

    /** Whether one value is not enough to say what is meant. */
    public boolean isOpen() {
        return values.containsValue(Blank.NULL_OR_BLANK);
    }

    /**
     * The values by the names of the columns: once, or if this {@linkplain #isOpen is open} for each that is meant of the partitions there are.
     *
     * @param partitions those there are; not looked at otherwise
     */
    public List<Map<String, @Nullable Object>> byName(TableSchema schema, Collection<Row> partitions) {
        if (!isOpen()) {
            return List.of(named(schema, values::get));
        }
        return partitions.stream()
                .filter(this::matches)
                .map(partition -> named(schema, partition::get))
                .distinct()
                .toList();
    }

    private Map<String, @Nullable Object> named(TableSchema schema, IntFunction<@Nullable Object> value) {
        Map<String, @Nullable Object> named = new LinkedHashMap<>();
        for (int position : values.keySet()) {
            named.put(schema.partitionKeys().get(position), value.apply(position));
        }
        return named;
    }

    /** Whether a partition is meant. */
    public boolean matches(Row partition) {
        return values.entrySet().stream().allMatch(e -> matches(partition.get(e.getKey()), e.getValue()));
    }

    private static boolean matches(@Nullable Object found, @Nullable Object expected) {
        return expected == Blank.NULL_OR_BLANK
                ? found == null || found.toString().isBlank()
                : Objects.equals(found, expected);
    }
}
