package org.lsmtable.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.lsmtable.options.Options;
import org.lsmtable.schema.FeatureCheck.Use;
import org.lsmtable.types.ArrayType;
import org.lsmtable.types.BasicType;
import org.lsmtable.types.DataField;
import org.lsmtable.types.TypeParser;
import org.lsmtable.types.TypeRoot;
import org.lsmtable.types.Types;
import org.lsmtable.types.UnsupportedFeatureException;

class FeatureCheckTest {
    private static TableSchema schema(Map<String, String> options, DataField... more) {
        List<DataField> fields = new java.util.ArrayList<>();
        fields.add(new DataField(0, "k", Types.INT.notNull()));
        fields.addAll(List.of(more));
        return new TableSchema(3, 4, fields, 9, List.of(), List.of("k"), new Options(options), null, 0);
    }

    @ParameterizedTest(name = "{0} = {1}")
    @CsvSource(
            delimiter = ';',
            value = {
                // option; value; read; write; compact
                "merge-engine; aggregation; false; false; false",
                "merge-engine; Deduplicate; true; true; true",
                "sequence.field; k; true; true; true",
                "deletion-vectors.enabled; true; false; false; false",
                "deletion-vectors.enabled; false; true; true; true",
                "ignore-delete; true; true; true; true",
                "deduplicate.ignore-delete; true; true; true; true",
                "pk-clustering-override; true; false; false; false",
                "sequence.snapshot-ordering; true; false; false; false",
                "row-tracking.enabled; true; false; false; false",
                "data-evolution.enabled; true; false; false; false",
                "chain-table.enabled; true; false; false; false",
                "type; format-table; false; false; false",
                "manifest.format; orc; false; false; false",
                "manifest.compression; xz; true; false; false",
                "manifest.compression; BZip2; true; true; true",
                "fields.k.map.storage-layout; shared-shredding; false; false; false",
                "changelog-producer; input; true; false; false",
                "bucket; -1; true; true; true",
                "bucket; -2; true; false; false",
                "bucket; 5; true; true; true",
                "file.format; csv; true; false; false",
                "index-file-in-data-file-dir; true; true; true; true",
                "file.format; Parquet; true; true; true",
                "file.format.per.level; 0:avro; true; true; true",
                "file.format.per.level; 0:csv; true; false; false",
                "rowkind.field; k; true; true; true",
                "ignore-update-before; true; true; true; true",
                "record-level.expire-time; 1 d; true; true; false",
                "data-file.path-directory; a/b; true; true; true",
                "data-file.path-directory; /a/b; true; false; false",
                "data-file.path-directory; s3://a/b; false; false; false",
                "data-file.external-paths.strategy; round-robin; true; false; false",
                "pk-btree.index.columns; k; true; false; false",
                "postpone.merge-on-read; true; false; true; true",
                "some.unknown.key; x; true; true; true",
            })
    void separatesWhatIsRefusedByUse(String key, String value, boolean read, boolean write, boolean compact) {
        Map<String, String> options = new java.util.HashMap<>(Map.of("bucket", "1"));
        options.put(key, value);
        TableSchema schema = schema(options);
        assertThat(FeatureCheck.lacks(schema, Use.READ).isEmpty()).as("read").isEqualTo(read);
        assertThat(FeatureCheck.lacks(schema, Use.WRITE).isEmpty()).as("write").isEqualTo(write);
        assertThat(FeatureCheck.lacks(schema, Use.COMPACT).isEmpty())
                .as("compact")
                .isEqualTo(compact);
    }

    @Test
    void namesTableSchemaUseFeaturesAndOptions() {
        TableSchema schema = schema(Map.of("merge-engine", "first-row", "deletion-vectors.enabled", "true"));
        assertThatThrownBy(() -> FeatureCheck.require("/w/t", schema, Use.WRITE))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessage("/w/t: schema 4: cannot write: not supported: this merge engine (option 'merge-engine' ="
                        + " 'first-row'); deletion vectors (option 'deletion-vectors.enabled' = 'true')");
        FeatureCheck.require("/w/t", schema(Map.of("bucket", "1")), Use.WRITE);
    }

    @Test
    void refusesToWriteKeysThatMoveBetweenPartitions() {
        List<DataField> fields =
                List.of(new DataField(0, "k", Types.INT.notNull()), new DataField(1, "dt", Types.STRING));
        TableSchema schema =
                new TableSchema(3, 0, fields, 1, List.of("dt"), List.of("k"), new Options(Map.of()), null, 0);
        assertThat(FeatureCheck.lacks(schema, Use.READ)).isEmpty();
        assertThat(FeatureCheck.lacks(schema, Use.WRITE))
                .containsExactly("keys that move between partitions (partitioned by dt)");
    }

    @Test
    void looksAtColumns() {
        Map<String, String> fixed = Map.of("bucket", "1");
        TableSchema blob = schema(fixed, new DataField(1, "b", new BasicType(TypeRoot.BLOB, true)));
        assertThat(FeatureCheck.lacks(blob, Use.READ)).isEmpty();
        assertThat(FeatureCheck.lacks(blob, Use.WRITE)).containsExactly("type BLOB (column 'b')");
        assertThat(FeatureCheck.lacks(blob, Use.COMPACT)).containsExactly("type BLOB (column 'b')");
        assertThatThrownBy(() -> FeatureCheck.requireReadable("/w/t", blob.rowType()))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessage("/w/t: cannot read: not supported: type BLOB (column 'b'); select other columns");
        FeatureCheck.requireReadable("/w/t", blob.rowType().project(List.of("k")));
        TableSchema variant =
                schema(fixed, new DataField(1, "v", new ArrayType(new BasicType(TypeRoot.VARIANT, true), true)));
        assertThat(FeatureCheck.lacks(variant, Use.WRITE)).containsExactly("type VARIANT within ARRAY (column 'v')");
        TableSchema nested =
                schema(fixed, new DataField(1, "n", TypeParser.parse("MAP<INT, ARRAY<ROW<a MULTISET<INT>>>>")));
        for (Use use : Use.values()) {
            assertThat(FeatureCheck.lacks(nested, use)).isEmpty();
        }
        TableSchema defaults = schema(fixed, new DataField(1, "d", Types.INT, null, "7"));
        assertThat(FeatureCheck.lacks(defaults, Use.READ)).isEmpty();
        assertThat(FeatureCheck.lacks(defaults, Use.WRITE)).isEmpty();
        TableSchema nestedDefault = schema(fixed, new DataField(1, "d", TypeParser.parse("ARRAY<INT>"), null, "[7]"));
        assertThat(FeatureCheck.lacks(nestedDefault, Use.READ)).isEmpty();
        assertThat(FeatureCheck.lacks(nestedDefault, Use.WRITE))
                .containsExactly("default values of type ARRAY (column 'd')");
        TableSchema append =
                new TableSchema(3, 0, schema(fixed).fields(), 0, List.of(), List.of(), new Options(fixed), null, 0);
        assertThat(FeatureCheck.lacks(append, Use.READ)).containsExactly("tables without a primary key");
    }
}
