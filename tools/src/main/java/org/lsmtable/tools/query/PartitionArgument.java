package org.lsmtable.tools.query;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.lsmtable.data.Row;
import org.lsmtable.schema.TableSchema;
import org.lsmtable.tools.console.CliException;
import org.lsmtable.tools.console.ExitCode;
import org.lsmtable.tools.value.BadValueException;
import org.lsmtable.tools.value.TextParser;
import org.lsmtable.types.RowType;

/**
 * Values that some or all partition columns must have, as {@code --partition dt=2026-01-31,hr=4} gives them.
 *
 * @param values by position in the partition key
 */
public record PartitionArgument(Map<Integer, Object> values) {
    /** Every partition. */
    public static final PartitionArgument ALL = new PartitionArgument(Map.of());

    public PartitionArgument {
        values = Map.copyOf(values);
    }

    /** Reads the option's value. */
    public static PartitionArgument parse(String text, TableSchema schema) {
        RowType partition = schema.partitionType();
        Map<Integer, Object> values = new LinkedHashMap<>();
        for (String part : text.split(",", -1)) {
            int equals = part.indexOf('=');
            int position = equals < 0
                    ? -1
                    : partition.indexOf(part.substring(0, equals).strip());
            if (position < 0) {
                throw CliException.usage("--partition: expected column=value with a column of " + partition.names()
                        + ", found " + BadValueException.quoted(part));
            }
            try {
                values.put(position, TextParser.of(partition.typeAt(position)).parse(part.substring(equals + 1)));
            } catch (BadValueException e) {
                throw new CliException(ExitCode.USAGE, "--partition: " + part + ": " + e.getMessage(), e);
            }
        }
        return new PartitionArgument(values);
    }

    /** Whether a partition is meant. */
    public boolean matches(Row partition) {
        return values.entrySet().stream().allMatch(e -> Objects.equals(partition.get(e.getKey()), e.getValue()));
    }
}
