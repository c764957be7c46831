package org.lsmtable.types;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Accepted and refused texts are what Paimon 1.4.2 accepts and refuses, brackets apart. */
class TypeParserTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        int                                        | INT
        INTEGER NOT NULL                           | INT NOT NULL
        TINYINT                                    | TINYINT
        SMALLINT                                   | SMALLINT
        BIGINT not null                            | BIGINT NOT NULL
        Decimal                                    | DECIMAL(10, 0)
        DEC(5)                                     | DECIMAL(5, 0)
        NUMERIC(7 , 3)                             | DECIMAL(7, 3)
        DECIMAL(5,2)NOT NULL                       | DECIMAL(5, 2) NOT NULL
        FLOAT                                      | FLOAT
        double precision                           | DOUBLE
        DOUBLE                                     | DOUBLE
        CHAR                                       | CHAR(1)
        VARCHAR                                    | VARCHAR(1)
        BINARY                                     | BINARY(1)
        VARBINARY                                  | VARBINARY(1)
        CHAR(2147483647)                           | CHAR(2147483647)
        VARCHAR(2147483647)                        | STRING
        VARBINARY(2147483647)                      | BYTES
        DATE                                       | DATE
        TIME                                       | TIME(0)
        TIME(3) WITHOUT TIME ZONE                  | TIME(3)
        TIMESTAMP                                  | TIMESTAMP(6)
        TIMESTAMP WITHOUT TIME ZONE                | TIMESTAMP(6)
        TIMESTAMP(3) without time zone not null    | TIMESTAMP(3) NOT NULL
        TIMESTAMP_LTZ                              | TIMESTAMP(6) WITH LOCAL TIME ZONE
        TIMESTAMP_LTZ(3)                           | TIMESTAMP(3) WITH LOCAL TIME ZONE
        TIMESTAMP WITH LOCAL TIME ZONE             | TIMESTAMP(6) WITH LOCAL TIME ZONE
        TIMESTAMP(3) WITH LOCAL TIME ZONE NOT NULL | TIMESTAMP(3) WITH LOCAL TIME ZONE NOT NULL
        INT NULL                                   | INT
        INT ARRAY                                  | ARRAY<INT>
        INT NOT NULL ARRAY                         | ARRAY<INT NOT NULL>
        INT ARRAY NOT NULL                         | ARRAY<INT> NOT NULL
        INT MULTISET                               | MULTISET<INT>
        STRING                                     | STRING
        BYTES NOT NULL                             | BYTES NOT NULL
        VARIANT                                    | VARIANT
        BLOB                                       | BLOB
        BOOLEAN                                    | BOOLEAN
        """)
    void acceptedTextsAreNormalised(String text, String normal) {
        assertThat(TypeParser.parse(text).asText()).isEqualTo(normal);
        assertThat(TypeParser.parse("  \t" + text.replace(" ", " \n ") + " ").asText())
                .isEqualTo(normal);
        assertThat(TypeParser.parse(normal)).isEqualTo(TypeParser.parse(text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "FOO",
                "BOOL",
                "TEXT",
                "MAP",
                "INT NOT",
                "INT INT",
                "INT(5)",
                "BOOLEAN(1)",
                "DATE(3)",
                "STRING(5)",
                "DECIMAL(39,0)",
                "DECIMAL(5,6)",
                "DECIMAL(0)",
                "DECIMAL()",
                "DECIMAL(5,2",
                "DECIMAL(-1)",
                "DECIMAL(5;2)",
                "CHAR(0)",
                "VARCHAR(2147483648)",
                "TIME(10)",
                "TIMESTAMP(10)",
                "TIMESTAMP WITH TIME ZONE",
                "TIME WITH LOCAL TIME ZONE",
                "TIMESTAMP_LTZ WITHOUT TIME ZONE",
                "TIMESTAMP_LTZ(3) WITH LOCAL TIME ZONE",
                "INT NULL NULL",
                "INT ARRAY ARRAY",
                // brackets
                "ARRAY",
                "ARRAY<>",
                "ARRAY<INT",
                "ARRAY<INT, INT>",
                "MAP<INT>",
                "ROW<a>",
                "ROW<INT>",
                "ROW<`a INT>",
                "ROW<a INT,>",
                "VECTOR<FLOAT>",
                "VECTOR<FLOAT, x>",
                "ARRAY<INT>>"
            })
    void refusedTexts(String text) {
        assertThatThrownBy(() -> TypeParser.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("type '" + text + "': at character ");
    }

    @Test
    void errorsSayWhatWasExpectedWhere() {
        assertThatThrownBy(() -> TypeParser.parse("MAP<INT; STRING>"))
                .hasMessage("type 'MAP<INT; STRING>': at character 8: expected ',', found '; STRING>'");
        assertThatThrownBy(() -> TypeParser.parse("INT NOT"))
                .hasMessage("type 'INT NOT': at character 8: expected NULL, found the end");
        assertThatThrownBy(() -> TypeParser.parse("DECIMAL(40, 2)"))
                .hasMessage("type 'DECIMAL(40, 2)': at character 8: DECIMAL precision must be 1 to 38, found 40");
    }

    @Test
    void nullabilityBelongsToTheTypeItFollows() {
        MapType inner = (MapType) TypeParser.parse("MAP<STRING NOT NULL, INT>");
        assertThat(inner.isNullable()).isTrue();
        assertThat(inner.key().isNullable()).isFalse();
        MapType outer = (MapType) TypeParser.parse("MAP<STRING, INT> NOT NULL");
        assertThat(outer.isNullable()).isFalse();
        assertThat(outer.key().isNullable()).isTrue();
        ArrayType array = (ArrayType) TypeParser.parse("ARRAY<INT NOT NULL>");
        assertThat(array.isNullable()).isTrue();
        assertThat(array.element().isNullable()).isFalse();
    }

    @Test
    void rowFieldsAreNumberedInsideFirst() {
        RowType row = (RowType) TypeParser.parse("row<a INT NOT NULL, b ROW<x STRING>, `c d` MULTISET<INT>> NOT NULL");
        assertThat(row)
                .isEqualTo(new RowType(
                        List.of(
                                new DataField(0, "a", Types.INT.notNull()),
                                new DataField(2, "b", new RowType(List.of(new DataField(1, "x", Types.STRING)), true)),
                                new DataField(3, "c d", new MultisetType(Types.INT, true))),
                        false));
    }

    @Test
    void vectorsHaveALength() {
        assertThat(TypeParser.parse("vector<FLOAT NOT NULL, 8>"))
                .isEqualTo(new VectorType(Types.FLOAT.notNull(), 8, true));
    }
}
