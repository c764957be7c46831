package org.lsmtable.tools.input;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lsmtable.tools.CliRunner;

/** Rows of a file that delete, those whose columns have defaults, and what is told of kinds that are none. */
class LoadDeletesTest {
    @TempDir
    Path folder;

    private CliRunner lsm() {
        return new CliRunner(folder);
    }

    @BeforeEach
    void twoRows() {
        lsm().ok("create", "t", "--schema", "id INT, v STRING NOT NULL, n INT NOT NULL, PRIMARY KEY (id)");
        lsm().withInput("id,v,n\n1,a,1\n2,b,2\n").ok("load", "t", "-", "--format", "csv");
    }

    private void onlyTheSecondIsLeft() {
        assertThat(lsm().ok("scan", "t").lines()).containsExactly("{\"id\":2,\"v\":\"b\",\"n\":2}");
    }

    private String refused(String input, String... arguments) {
        CliRunner.Result result = lsm().withInput(input).run(arguments);
        assertThat(result.code()).as(result.err()).isEqualTo(2);
        onlyRowsThatWereThere();
        return result.error();
    }

    private void onlyRowsThatWereThere() {
        assertThat(lsm().ok("count", "t").out()).contains("2");
    }

    @Test
    void csv() {
        String[] load = {"load", "t", "-", "--format", "csv", "--kind-column", "op"};
        assertThat(refused("op,id\n-D,1\nu,2\n", load))
                .contains("standard input:3: column 'v': expected STRING NOT NULL, found null");
        assertThat(refused("op,id,v,n\n+I,1,a,\n", load))
                .contains("standard input:2: column 'n': expected INT NOT NULL, found null");
        assertThat(refused("op,id,v,n\n-D,,a,1\n", load))
                .contains("standard input:2: column 'id': expected INT in a primary key column, found null");
        lsm().withInput("op,id\n-D,1\n").ok(load);
        onlyTheSecondIsLeft();
    }

    @Test
    void json() {
        String[] load = {"load", "t", "-", "--format", "jsonl", "--kind-column", "op"};
        assertThat(refused("{\"id\":1,\"op\":\"u\"}\n", load))
                .contains("standard input:1: column 'v': expected STRING NOT NULL, found null");
        lsm().withInput("{\"id\":1,\"v\":null,\"op\":\"-D\"}\n").ok(load);
        onlyTheSecondIsLeft();
    }

    private Path parquet(String columns, Filling row) throws IOException {
        MessageType type = MessageTypeParser.parseMessageType("message m {" + columns + "}");
        Path file = folder.resolve("f" + columns.length() + ".parquet");
        try (ParquetWriter<Group> writer = ExampleParquetWriter.builder(new LocalOutputFile(file))
                .withConf(new PlainParquetConfiguration())
                .withType(type)
                .build()) {
            Group group = new SimpleGroup(type);
            row.fill(group);
            writer.write(group);
        }
        return file;
    }

    private interface Filling {
        void fill(Group row);
    }

    @Test
    void parquet() throws IOException {
        Path file = parquet("required int32 id; optional binary v (UTF8); optional binary op (UTF8);", row -> {
            row.add("id", 1);
            row.add("op", "-D");
        });
        assertThat(refused("", "load", "t", file.toString()))
                .contains("column 'op' is not in the table; its columns are [id, v, n]");
        Path numbers = parquet("required int32 id; required int32 op;", row -> {
            row.add("id", 1);
            row.add("op", 1);
        });
        assertThat(refused("", "load", "t", numbers.toString(), "--kind-column", "op"))
                .contains("column 'op': expected one that holds STRING, found INT32; it should hold a row kind (+I -U");
        lsm().ok("load", "t", file.toString(), "--kind-column", "op");
        onlyTheSecondIsLeft();
    }

    @Test
    void avro() throws IOException {
        var schema = SchemaBuilder.record("r")
                .fields()
                .requiredInt("id")
                .requiredString("op")
                .endRecord();
        for (String kind : List.of("u", "-D")) {
            try (DataFileWriter<GenericRecord> writer = new DataFileWriter<>(new GenericDatumWriter<>(schema))) {
                writer.create(schema, folder.resolve("kind" + kind + ".avro").toFile());
                GenericRecord row = new GenericData.Record(schema);
                row.put("id", 1);
                row.put("op", kind);
                writer.append(row);
            }
        }
        assertThat(refused("", "load", "t", "kindu.avro", "--kind-column", "op"))
                .contains("kindu.avro: record 1: column 'v': expected STRING NOT NULL, found null");
        lsm().ok("load", "t", "kind-D.avro", "--kind-column", "op");
        onlyTheSecondIsLeft();
    }

    @Test
    void kindsThatAreNone() {
        String[] csv = {"load", "t", "-", "--format", "csv", "--kind-column", "op"};
        assertThat(refused("opp,id,v,n\n+I,1,a,1\n", csv))
                .contains("expected a column 'op' with the row kinds (--kind-column), found [opp, id, v, n]");
        assertThat(refused("op,id,v,n\nx,1,a,1\n", csv))
                .contains("standard input:2: column 'op': expected a row kind (+I -U +U -D, c r u d, insert update"
                        + " delete), found 'x'");
        String[] json = {"load", "t", "-", "--format", "jsonl", "--kind-column", "op"};
        assertThat(refused("{\"opp\":\"+I\",\"id\":1,\"v\":\"a\",\"n\":1}\n", json))
                .contains("field 'opp' is not in the table; its columns are [id, v, n], and 'op' has the row kinds"
                        + " (--kind-column)");
        assertThat(refused("{\"id\":1,\"v\":\"a\",\"n\":1}\n", json))
                .contains("expected a field 'op' with the row kind (--kind-column), found none");
        assertThat(refused("{\"op\":7,\"id\":1,\"v\":\"a\",\"n\":1}\n", json))
                .contains("column 'op': expected a row kind (+I -U +U -D");
    }

    /** A default stands for null also where null is not allowed. */
    @Test
    void defaults() {
        lsm().ok("alter", "t", "set-default", "n", "7");
        lsm().withInput("id,v\n3,c\n").ok("load", "t", "-", "--format", "csv");
        lsm().withInput("{\"id\":4,\"v\":\"d\",\"n\":null}\n").ok("load", "t", "-", "--format", "jsonl");
        assertThat(lsm().ok("scan", "t", "--where", "id > 2").lines())
                .containsExactly("{\"id\":3,\"v\":\"c\",\"n\":7}", "{\"id\":4,\"v\":\"d\",\"n\":7}");
    }
}
