package org.lsmtable.format.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Function;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Types;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.lsmtable.testing.VectorFile;
import org.lsmtable.types.DataType;

/** The physical values that the format's writers were seen to store for date-times, read back. */
class TimestampVectorsTest {
    @Test
    void everyFormOfEveryVector() throws IOException {
        List<JsonNode> vectors = VectorFile.read("parquet-timestamps.json");
        Function<String, LocalDateTime> parse = LocalDateTime::parse;
        check(
                vectors,
                Types.required(PrimitiveTypeName.INT96).named("t"),
                org.lsmtable.types.Types.timestamp(9),
                v -> HexFormat.of().parseHex(v.get("int96Hex").asText()),
                parse);
        check(
                vectors,
                timestamp(TimeUnit.MICROS),
                org.lsmtable.types.Types.timestamp(6),
                v -> v.get("micros").asLong(),
                parse.andThen(t -> t.truncatedTo(ChronoUnit.MICROS)));
        check(
                vectors,
                timestamp(TimeUnit.MILLIS),
                org.lsmtable.types.Types.timestamp(3),
                v -> v.get("millis").asLong(),
                parse.andThen(t -> t.truncatedTo(ChronoUnit.MILLIS)));
        check(
                vectors,
                Types.required(PrimitiveTypeName.INT32)
                        .as(LogicalTypeAnnotation.dateType())
                        .named("t"),
                org.lsmtable.types.Types.DATE,
                v -> v.get("epochDay").asInt(),
                text -> LocalDate.parse(text.substring(0, 10)));
    }

    private static Type timestamp(TimeUnit unit) {
        return Types.required(PrimitiveTypeName.INT64)
                .as(LogicalTypeAnnotation.timestampType(false, unit))
                .named("t");
    }

    private static void check(
            List<JsonNode> vectors,
            Type field,
            DataType type,
            Function<JsonNode, Object> physical,
            Function<String, ?> expected)
            throws IOException {
        OracleColumn column = new OracleColumn(field, type, random -> 0, value -> value);
        List<@Nullable Object[]> rows = new ArrayList<>();
        List<@Nullable Object> values = new ArrayList<>();
        for (JsonNode vector : vectors) {
            rows.add(new @Nullable Object[] {physical.apply(vector)});
            values.add(expected.apply(vector.get("timestamp").asText()));
        }
        OracleFile file = OracleFile.of(List.of(column), rows, OracleFile.Settings.PLAIN);
        try (ParquetReader reader = ParquetReader.open(new BytesInput("vectors.parquet", file.bytes()))) {
            assertThat(ReadsWhatParquetHadoopWroteTest.readAll(reader, column))
                    .as(field.toString())
                    .isEqualTo(values);
        }
    }
}
