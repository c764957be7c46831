package org.lsmtable.tools.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.lsmtable.data.Row;
import org.lsmtable.options.Options;
import org.lsmtable.schema.TableSchema;
import org.lsmtable.types.DataField;
import org.lsmtable.types.Types;

/** Partitions that the name of folders of null values stands for. */
class PartitionArgumentTest {
    private static final TableSchema SCHEMA = new TableSchema(
            TableSchema.VERSION,
            0,
            List.of(
                    new DataField(0, "p", Types.STRING),
                    new DataField(1, "n", Types.INT),
                    new DataField(2, "id", Types.INT.notNull())),
            2,
            List.of("p", "n"),
            List.of("id"),
            new Options(Map.of()),
            null,
            0);

    @Test
    void theDefaultNameOfATextIsNullAndBlank() {
        PartitionArgument argument = PartitionArgument.parse("p=__DEFAULT_PARTITION__", SCHEMA);
        assertThat(argument.matches(Row.of(null, 1))).isTrue();
        assertThat(argument.matches(Row.of("", 1))).isTrue();
        assertThat(argument.matches(Row.of("  ", 1))).isTrue();
        assertThat(argument.matches(Row.of("a", 1))).isFalse();
        List<Row> present = Arrays.asList(Row.of(null, 1), Row.of("", 1), Row.of("", 2), Row.of("a", 1));
        assertThat(argument.byName(SCHEMA, present))
                .containsExactly(Collections.singletonMap("p", null), Map.of("p", ""));
    }

    @Test
    void theDefaultNameOfANumberIsNull() {
        PartitionArgument argument = PartitionArgument.parse("n=__DEFAULT_PARTITION__", SCHEMA);
        assertThat(argument.matches(Row.of("", null))).isTrue();
        assertThat(argument.matches(Row.of("", 0))).isFalse();
        assertThat(argument.byName(SCHEMA, List.of())).containsExactly(Collections.singletonMap("n", null));
    }
}
