package org.lsmtable.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.lsmtable.testing.VectorFile;
import org.lsmtable.types.DataType;
import org.lsmtable.types.Types;

class BucketFunctionTest {
    @ParameterizedTest
    @CsvSource({"bucket-hash.json, 67", "bucket-hash-hive.json, 42"})
    void bucketsMatchTheVectors(String file, int count) {
        List<JsonNode> vectors = VectorFile.read(file);
        assertThat(vectors).hasSize(count);
        for (JsonNode vector : vectors) {
            List<DataType> types = VectorFile.types(vector.get("types"));
            BinaryRow key = BinaryRow.of(types, VectorFile.values(vector.get("values"), types));
            BucketFunction function = BucketFunction.of(vector.get("function").asText(), types);
            assertThat(vector.get("buckets").size()).isPositive();
            Object[] values = VectorFile.values(vector.get("values"), types);
            BinaryRowWriter writer =
                    new BinaryRowWriter(types.size()); // used again and again, as for the rows of a batch
            vector.get("buckets").properties().forEach(entry -> {
                int buckets = Integer.parseInt(entry.getKey());
                int expected = entry.getValue().asInt();
                assertThat(function.bucket(key, buckets))
                        .as("%s in %s buckets", vector, buckets)
                        .isEqualTo(expected);
                for (int i = 0; i < values.length; i++) {
                    writer.write(i, types.get(i), values[i]);
                }
                assertThat(function.bucket(writer, buckets))
                        .as("%s in %s buckets, from a writer", vector, buckets)
                        .isEqualTo(expected);
            });
        }
    }

    @Test
    void hashesMatchTheIndexFileVectors() {
        for (JsonNode vector : VectorFile.read("hash-index.json")) {
            vector.get("hashesHex").properties().forEach(entry -> {
                BinaryRow key = BinaryRow.of(List.of(Types.INT), Integer.valueOf(entry.getKey()));
                byte[] hash = ByteBuffer.allocate(4).putInt(key.bucketHash()).array();
                assertThat(HexFormat.of().formatHex(hash))
                        .isEqualTo(entry.getValue().asText());
            });
        }
    }

    @Test
    void whatAFunctionCannotTakeIsRefused() {
        assertThatThrownBy(() -> BucketFunction.of("mod", List.of(Types.STRING)))
                .hasMessageContaining("INT or BIGINT");
        assertThatThrownBy(() -> BucketFunction.of("mod", List.of(Types.INT, Types.INT)))
                .hasMessageContaining("INT or BIGINT");
        assertThatThrownBy(() -> BucketFunction.of("hive", List.of(Types.timestamp(3))))
                .hasMessageContaining("TIMESTAMP(3)");
        assertThatThrownBy(() -> BucketFunction.of("murmur", List.of(Types.INT)))
                .hasMessageContaining("default, mod or hive");
    }
}
