package org.lsmtable.tools.input;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.lsmtable.data.Row;
import org.lsmtable.interop.Peer;
import org.lsmtable.interop.Peers;
import org.lsmtable.tools.CliRunner;

/** {@code lsm load} of nested columns from files of others: of real Paimon, and of parquet-hadoop in the layouts that older writers left. */
class LoadNestedFilesTest {
    private static List<Peer> peers = List.of();

    @TempDir
    Path folder;

    @BeforeAll
    static void open() {
        peers = Peers.all();
    }

    @AfterAll
    static void close() {
        peers.forEach(Peer::close);
    }

    private CliRunner lsm() {
        return new CliRunner(folder);
    }

    /** JSON with the quotes that it has. */
    private static List<String> lines(String... lines) {
        return Stream.of(lines).map(line -> line.replace('\'', '"')).toList();
    }

    private static List<@Nullable Object> listOf(@Nullable Object... values) {
        return Arrays.asList(values);
    }

    private static Map<Object, @Nullable Object> mapOf(Object key, @Nullable Object value) {
        return Collections.singletonMap(key, value);
    }

    /** The data files of a table without primary key have the columns of the table and no others. */
    private Path writtenByPaimon(Peer peer, String format) throws Exception {
        Path table = folder.resolve("db.db/theirs");
        List<Peer.Column> columns = List.of(
                new Peer.Column("s", "MULTISET<STRING>"),
                new Peer.Column("r", "ROW<b STRING, a INT>"),
                new Peer.Column("id", "INT NOT NULL"),
                new Peer.Column("ar", "ARRAY<ROW<x INT, y ARRAY<STRING>>>"),
                new Peer.Column("m", "MAP<STRING, ROW<k DATE>>"),
                new Peer.Column("n", "MAP<INT, ARRAY<INT>>"));
        peer.create(
                table,
                columns,
                List.of(),
                List.of(),
                Map.of("bucket", "1", "bucket-key", "id", "file.format", format, "write-only", "true"));
        peer.write(
                table,
                List.of(
                        new Object[] {
                            "+I",
                            Map.of("t", 2),
                            Row.of("x", 7),
                            1,
                            listOf(Row.of(1, listOf("p", "q")), Row.of(2, listOf())),
                            Map.of("k", Row.of(LocalDate.of(2024, 2, 29))),
                            Map.of(5, listOf(6, 7))
                        },
                        new Object[] {"+I", null, null, 2, null, null, null},
                        new Object[] {"+I", Map.of(), Row.of(null, null), 3, List.of(), Map.of(), Map.of()},
                        new Object[] {
                            "+I",
                            Map.of("u", 1),
                            Row.of(null, 8),
                            4,
                            listOf(null, Row.of(null, null), Row.of(3, listOf((Object) null))),
                            mapOf("k", null),
                            mapOf(5, listOf((Object) null))
                        },
                        new Object[] {
                            "+I", null, Row.of("z", null), 5, null, mapOf("j", Row.of((Object) null)), mapOf(9, null)
                        }),
                Map.of());
        try (Stream<Path> files = Files.list(table.resolve("bucket-0"))) {
            return files.filter(file -> file.getFileName().toString().startsWith("data-"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    /** Columns and fields in another order, wider types, a column and a field that the file lacks, nulls at every depth. */
    @ParameterizedTest
    @CsvSource({"0, parquet", "0, orc", "0, avro", "1, parquet", "1, orc", "1, avro"})
    void filesOfPaimon(int peer, String format) throws Exception {
        Path file = writtenByPaimon(peers.get(peer), format);
        lsm().ok(
                        "create",
                        "t",
                        "--schema",
                        "id BIGINT, none ARRAY<INT>, n MAP<INT, ARRAY<BIGINT>>, m MAP<STRING, ROW<k DATE>>,"
                                + " ar ARRAY<ROW<y ARRAY<STRING>, x BIGINT, z INT>>, r ROW<a INT, b STRING>,"
                                + " s MULTISET<STRING>, PRIMARY KEY (id)");
        lsm().ok("load", "t", file.toString());
        assertThat(lsm().ok("scan", "t").lines())
                .isEqualTo(lines(
                        "{'id':1,'none':null,'n':[[5,[6,7]]],'m':{'k':{'k':'2024-02-29'}},"
                                + "'ar':[{'y':['p','q'],'x':1,'z':null},{'y':[],'x':2,'z':null}],"
                                + "'r':{'a':7,'b':'x'},'s':{'t':2}}",
                        "{'id':2,'none':null,'n':null,'m':null,'ar':null,'r':null,'s':null}",
                        "{'id':3,'none':null,'n':[],'m':{},'ar':[],'r':{'a':null,'b':null},'s':{}}",
                        "{'id':4,'none':null,'n':[[5,[null]]],'m':{'k':null},"
                                + "'ar':[null,{'y':null,'x':null,'z':null},{'y':[null],'x':3,'z':null}],"
                                + "'r':{'a':8,'b':null},'s':{'u':1}}",
                        "{'id':5,'none':null,'n':[[9,null]],'m':{'j':{'k':null}},'ar':null,"
                                + "'r':{'a':null,'b':'z'},'s':null}"));
    }

    /** What does not fit is told with its place, and nothing is committed. */
    @ParameterizedTest
    @ValueSource(strings = {"parquet", "orc", "avro"})
    void filesThatDoNotFit(String format) throws Exception {
        Path file = writtenByPaimon(peers.get(1), format);
        String rest = ", s MULTISET<STRING>, m MAP<STRING, ROW<k DATE>>, n MAP<INT, ARRAY<INT>>, PRIMARY KEY (id)";
        String ar = ", ar ARRAY<ROW<x INT, y ARRAY<STRING>>>";
        lsm().ok("create", "scalar", "--schema", "id INT, r INT" + ar + rest);
        CliRunner.Result scalar = lsm().run("load", "scalar", file.toString());
        assertThat(scalar.code()).as(scalar.err()).isIn(2, 4);
        assertThat(scalar.error()).contains(file.getFileName().toString()).contains("'r'");
        lsm().ok("create", "required", "--schema", "id INT, r ROW<a INT NOT NULL, b STRING>" + ar + rest);
        CliRunner.Result required = lsm().run("load", "required", file.toString());
        assertThat(required.code()).as(required.err()).isEqualTo(2);
        assertThat(required.error()).contains("'r'").contains("'a'").contains("found null");
        lsm().ok("create", "whole", "--schema", "id INT, r ROW<a INT, b STRING> NOT NULL" + ar + rest);
        CliRunner.Result whole = lsm().run("load", "whole", file.toString());
        assertThat(whole.code()).as(whole.err()).isEqualTo(2);
        assertThat(whole.error()).contains("2: column 'r'").contains("NOT NULL").contains("found null");
        assertThat(lsm().ok("snapshots", "whole").out()).isEmpty();
    }

    private Path parquet(String schema, List<BiConsumer<MessageType, ParquetWriter<Group>>> rows) throws IOException {
        MessageType type = MessageTypeParser.parseMessageType(schema);
        Path file = folder.resolve("f.parquet");
        try (ParquetWriter<Group> writer = ExampleParquetWriter.builder(new LocalOutputFile(file))
                .withConf(new PlainParquetConfiguration())
                .withType(type)
                .build()) {
            rows.forEach(row -> row.accept(type, writer));
        }
        return file;
    }

    private interface Filling {
        void fill(Group row);
    }

    private static BiConsumer<MessageType, ParquetWriter<Group>> row(Filling filling) {
        return (type, writer) -> {
            Group row = new SimpleGroup(type);
            filling.fill(row);
            try {
                writer.write(row);
            } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        };
    }

    /** The layouts of the backward compatibility rules of the Parquet format: two levels, other names, annotations of old. */
    @Test
    void listsAndMapsOfOldParquetWriters() throws Exception {
        Path file = parquet(
                """
                message old {
                  required int32 id;
                  optional group two (LIST) { repeated int32 element; }
                  optional group hive (LIST) { repeated group bag { optional int32 array_element; } }
                  optional group pairs (LIST) { repeated group array { required int32 x; optional binary y (UTF8); } }
                  optional group thrift (LIST) { repeated group thrift_tuple { required int32 x; } }
                  optional group three (LIST) { repeated group list { optional int32 element; } }
                  optional group legacy (MAP_KEY_VALUE) {
                    repeated group map { required binary key (UTF8); optional int32 value; }
                  }
                  optional group old (MAP) {
                    repeated group map (MAP_KEY_VALUE) { required binary str (UTF8); optional int32 num; }
                  }
                }
                """,
                List.of(
                        row(row -> {
                            row.add("id", 1);
                            Group two = row.addGroup("two");
                            two.add("element", 1);
                            two.add("element", 2);
                            Group hive = row.addGroup("hive");
                            hive.addGroup("bag").add("array_element", 3);
                            hive.addGroup("bag");
                            Group pair = row.addGroup("pairs").addGroup("array");
                            pair.add("x", 4);
                            pair.add("y", "five");
                            row.addGroup("thrift").addGroup("thrift_tuple").add("x", 6);
                            Group three = row.addGroup("three");
                            three.addGroup("list");
                            three.addGroup("list").add("element", 7);
                            Group entry = row.addGroup("legacy").addGroup("map");
                            entry.add("key", "k");
                            entry.add("value", 8);
                            row.addGroup("old").addGroup("map").add("str", "l");
                        }),
                        row(row -> row.add("id", 2)),
                        row(row -> {
                            row.add("id", 3);
                            for (String name : List.of("two", "hive", "pairs", "thrift", "three", "legacy", "old")) {
                                row.addGroup(name);
                            }
                        })));
        lsm().ok(
                        "create",
                        "t",
                        "--schema",
                        "old MAP<STRING, INT>, legacy MAP<STRING, INT>, three ARRAY<INT>, thrift ARRAY<ROW<x INT>>,"
                                + " pairs ARRAY<ROW<y STRING, x INT>>, hive ARRAY<INT>, two ARRAY<BIGINT>, id INT,"
                                + " PRIMARY KEY (id)");
        lsm().ok("load", "t", file.toString());
        assertThat(lsm().ok("scan", "t").lines())
                .isEqualTo(lines(
                        "{'old':{'l':null},'legacy':{'k':8},'three':[null,7],'thrift':[{'x':6}],"
                                + "'pairs':[{'y':'five','x':4}],'hive':[3,null],'two':[1,2],'id':1}",
                        "{'old':null,'legacy':null,'three':null,'thrift':null,'pairs':null,'hive':null,'two':null,'id':2}",
                        "{'old':{},'legacy':{},'three':[],'thrift':[],'pairs':[],'hive':[],'two':[],'id':3}"));
    }

    /** A repeated field without an annotation, which Protobuf's writer leaves. */
    @Test
    void repeatedFieldsWithoutList() throws Exception {
        Path file = parquet(
                "message proto { required int32 id; repeated int32 a; }",
                List.of(
                        row(row -> {
                            row.add("id", 1);
                            row.add("a", 5);
                            row.add("a", 6);
                        }),
                        row(row -> row.add("id", 2))));
        lsm().ok("create", "t", "--schema", "id INT, a ARRAY<INT>, PRIMARY KEY (id)");
        lsm().ok("load", "t", file.toString());
        assertThat(lsm().ok("scan", "t").lines()).containsExactly("{\"id\":1,\"a\":[5,6]}", "{\"id\":2,\"a\":[]}");
    }
}
