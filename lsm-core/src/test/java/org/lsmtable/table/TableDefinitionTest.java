package org.lsmtable.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.lsmtable.types.DataField;
import org.lsmtable.types.Types;

class TableDefinitionTest {
    @Test
    void columnsAndKeyClause() {
        TableDefinition table = TableDefinition.parse("id BIGINT NOT NULL, v STRING, PRIMARY KEY (id)");
        assertThat(table.columns())
                .containsExactly(new DataField(0, "id", Types.BIGINT.notNull()), new DataField(1, "v", Types.STRING));
        assertThat(table.primaryKeys()).containsExactly("id");
        assertThat(table.partitionKeys()).isEmpty();
        assertThat(table.options()).isEmpty();
        assertThat(table.comment()).isNull();
    }

    @Test
    void typesWithCommasAndBlanks() {
        TableDefinition table = TableDefinition.parse(
                "a decimal(18, 2), b TIMESTAMP(3) WITH LOCAL TIME ZONE NOT NULL, primary key(b,a) not enforced");
        assertThat(table.columns().get(0).type()).isEqualTo(Types.decimal(18, 2).notNull());
        assertThat(table.columns().get(1).type())
                .isEqualTo(Types.timestampLtz(3).notNull());
        assertThat(table.primaryKeys()).containsExactly("b", "a");
    }

    @Test
    void quotedNamesAndComments() {
        TableDefinition table = TableDefinition.parse(
                "`Flight Date` DATE COMMENT 'when, ''local''', \"Cost Total $\" INT, \"a\"\"b\" STRING, PRIMARY KEY"
                        + " (`Flight Date`)");
        assertThat(table.columns())
                .containsExactly(
                        new DataField(0, "Flight Date", Types.DATE.notNull(), "when, 'local'", null),
                        new DataField(1, "Cost Total $", Types.INT),
                        new DataField(2, "a\"b", Types.STRING));
        assertThat(table.primaryKeys()).containsExactly("Flight Date");
    }

    @Test
    void defaultsAreTexts() {
        TableDefinition table = TableDefinition.parse(
                "id INT PRIMARY KEY, a INT NOT NULL DEFAULT '7' COMMENT 'said', r ROW<x INT, default INT>, b STRING"
                        + " DEFAULT 'it''s'");
        assertThat(table.columns().get(1)).isEqualTo(new DataField(1, "a", Types.INT.notNull(), "said", "7"));
        assertThat(table.columns().get(2).type().asText()).isEqualTo("ROW<x INT, default INT>");
        assertThat(table.columns().get(3)).isEqualTo(new DataField(3, "b", Types.STRING, null, "it's"));
    }

    @Test
    void keyAtTheColumn() {
        TableDefinition table = TableDefinition.parse("user_id STRING PRIMARY KEY COMMENT 'who', primary INT");
        assertThat(table.columns().get(0)).isEqualTo(new DataField(0, "user_id", Types.STRING.notNull(), "who", null));
        assertThat(table.columns().get(1).name()).isEqualTo("primary");
        assertThat(table.primaryKeys()).containsExactly("user_id");
    }

    @Test
    void withPartitionsOptionsAndComment() {
        TableDefinition table = TableDefinition.parse("id INT PRIMARY KEY, dt DATE")
                .with(List.of("dt"), Map.of("bucket", "2"), "hello");
        assertThat(table.partitionKeys()).containsExactly("dt");
        assertThat(table.options()).containsExactly(Map.entry("bucket", "2"));
        assertThat(table.comment()).isEqualTo("hello");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "id|expected a column name and a type, found 'id'",
                "id BIGNT, v INT|column 'id': ",
                "id INT, id INT|column 'id' is defined twice",
                "id INT,|expected a column name and a type, found ''",
                "id INT, PRIMARY KEY (v)|PRIMARY KEY names 'v', which is no column",
                "id INT PRIMARY KEY, PRIMARY KEY (id)|a second PRIMARY KEY",
                "id INT, PRIMARY KEY (id|expected PRIMARY KEY (column, ...)",
                "id INT, PRIMARY KEY (id, id)|stands twice",
                "id INT, PRIMARY KEY (id) foo|expected PRIMARY KEY (column, ...)",
                "`id INT|is not closed",
                "id INT COMMENT x|expected COMMENT 'text'",
            })
    void errorsQuoteThePiece(String text, String message) {
        assertThatThrownBy(() -> TableDefinition.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }
}
