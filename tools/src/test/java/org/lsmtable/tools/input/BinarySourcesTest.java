package org.lsmtable.tools.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lsmtable.data.RowKind;
import org.lsmtable.data.Values;
import org.lsmtable.format.FileFormat;
import org.lsmtable.format.WriteSettings;
import org.lsmtable.format.orc.OrcFormat;
import org.lsmtable.format.parquet.ParquetFormat;
import org.lsmtable.fs.DamagedFileException;
import org.lsmtable.fs.Durability;
import org.lsmtable.fs.LocalStorage;
import org.lsmtable.options.Options;
import org.lsmtable.tools.console.CliException;
import org.lsmtable.types.DataField;
import org.lsmtable.types.DataType;
import org.lsmtable.types.RowType;
import org.lsmtable.types.TypeParser;
import org.lsmtable.types.Types;
import org.lsmtable.vector.ColumnVector;

/** Parquet and Avro files, which bring types of their own. */
class BinarySourcesTest {
    private static final LocalStorage STORAGE = LocalStorage.of(Durability.PROCESS);

    @TempDir
    Path folder;

    private static RowType type(Object... namesAndTypes) {
        List<DataField> fields = new ArrayList<>();
        for (int i = 0; i < namesAndTypes.length; i += 2) {
            fields.add(new DataField(i / 2, (String) namesAndTypes[i], (DataType) namesAndTypes[i + 1]));
        }
        return RowType.of(fields);
    }

    private static InputTarget target(RowType type) {
        return new InputTarget(type, List.of("id"), null, "");
    }

    private String read(InputFormat format, String file, InputTarget target, int batch) throws IOException {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        try (BatchSource source = format.open(folder.resolve(file), file, STORAGE, target)) {
            for (InputBatch read = source.next(batch); read != null; read = source.next(batch)) {
                for (int i = 0; i < read.rows().size(); i++) {
                    List<@Nullable Object> row = new ArrayList<>();
                    for (int c = 0; c < target.type().fieldCount(); c++) {
                        row.add(Values.get(read.rows().column(c), i));
                    }
                    if (read.kinds() != null) {
                        row.add(RowKind.ofCode(read.kinds().get(i)).text());
                    }
                    rows.add(row);
                }
            }
            assertThat(source.bytesRead()).isEqualTo(Files.size(folder.resolve(file)));
        }
        return rows.toString();
    }

    // ---- Parquet ----

    private void writeParquet(String file, RowType type, @Nullable Object[]... rows) throws IOException {
        write(new ParquetFormat(), file, type, rows);
    }

    private void write(FileFormat format, String file, RowType type, @Nullable Object[]... rows) throws IOException {
        List<ColumnVector> columns = new ArrayList<>();
        for (int c = 0; c < type.fieldCount(); c++) {
            ColumnVector vector = ColumnVector.of(type.typeAt(c), rows.length);
            for (@Nullable Object[] row : rows) {
                Values.append(row[c], vector);
            }
            columns.add(vector);
        }
        try (var writer = format.create(STORAGE.create(folder.resolve(file).toString()), type, WriteSettings.DEFAULT)) {
            writer.write(columns, rows.length);
            writer.finish();
        }
    }

    private static @Nullable Object[] row(@Nullable Object... values) {
        return values;
    }

    @Test
    void parquetMatchesByNameAndWidens() throws IOException {
        writeParquet(
                "a.parquet",
                type("op", Types.STRING, "name", Types.STRING, "id", Types.INT, "price", Types.decimal(5, 1)),
                row("+I", "a", 1, new BigDecimal("1.5")),
                row("d", null, 2, null),
                row("u", "a", 3, new BigDecimal("-2.0")));
        InputTarget target = target(type(
                        "id",
                        Types.BIGINT.notNull(),
                        "price",
                        Types.decimal(10, 2),
                        "name",
                        Types.STRING,
                        "more",
                        Types.DATE))
                .withKinds("op");
        for (int batch : new int[] {1, 2, 100}) {
            assertThat(read(InputFormat.PARQUET, "a.parquet", target, batch))
                    .isEqualTo("[[1, 1.50, a, null, +I], [2, null, null, null, -D], [3, -2.00, a, null, +U]]");
        }
    }

    @Test
    void orcMatchesByNameAndWidens() throws IOException {
        write(
                new OrcFormat(new Options(Map.of("orc.timestamp-ltz.legacy.type", "false"))),
                "a.orc",
                type("op", Types.STRING, "at", Types.timestampLtz(3), "id", Types.INT, "price", Types.decimal(5, 1)),
                row("+I", Instant.parse("2024-05-14T12:34:56.789Z"), 1, new BigDecimal("1.5")),
                row("d", null, 2, null));
        InputTarget target = target(type(
                        "id",
                        Types.BIGINT.notNull(),
                        "price",
                        Types.decimal(10, 2),
                        "at",
                        Types.timestampLtz(6),
                        "more",
                        Types.DATE))
                .withKinds("op");
        for (int batch : new int[] {1, 100}) {
            assertThat(read(InputFormat.ORC, "a.orc", target, batch))
                    .isEqualTo("[[1, 1.50, 2024-05-14T12:34:56.789Z, null, +I], [2, null, null, null, -D]]");
        }
        InputTarget narrow = target(type("id", Types.INT, "at", Types.timestampLtz(3), "price", Types.decimal(2, 2)))
                .withKinds("op");
        assertThatThrownBy(() -> read(InputFormat.ORC, "a.orc", narrow, 10))
                .isInstanceOf(DamagedFileException.class)
                .hasMessageContaining("column 'price' from row 0: expected a DECIMAL(2, 2), found 1.50");
    }

    @Test
    void parquetThatDoesNotFit() throws IOException {
        writeParquet("a.parquet", type("id", Types.INT, "v", Types.STRING), row(1, "abc"), row(null, "abcde"));
        RowType keyed = type("id", Types.INT.notNull(), "v", Types.STRING);
        assertThatThrownBy(() -> read(InputFormat.PARQUET, "a.parquet", target(keyed), 1))
                .isInstanceOf(CliException.class)
                .hasMessage("a.parquet: row 2: column 'id': expected INT in a primary key column, found null");
        RowType narrow = type("id", Types.INT, "v", Types.varchar(4));
        assertThatThrownBy(
                        () -> read(InputFormat.PARQUET, "a.parquet", new InputTarget(narrow, List.of(), null, ""), 10))
                .hasMessage("a.parquet: row 2: column 'v': expected VARCHAR(4), found 'abcde'");
        assertThatThrownBy(() -> read(InputFormat.PARQUET, "a.parquet", target(type("id", Types.INT.notNull())), 10))
                .hasMessage("a.parquet: column 'v' is not in the table; its columns are [id]");
        assertThatThrownBy(() -> read(
                        InputFormat.PARQUET, "a.parquet", target(type("id", Types.INT.notNull(), "v", Types.DATE)), 10))
                .hasMessageContaining("a.parquet")
                .hasMessageContaining("'v'");
        Files.writeString(folder.resolve("b.parquet"), "PAR1 and nothing else");
        assertThatThrownBy(() -> read(InputFormat.PARQUET, "b.parquet", target(keyed), 10))
                .isInstanceOf(DamagedFileException.class)
                .hasMessageContaining("b.parquet");
    }

    // ---- Avro ----

    private static final Schema AVRO = new Schema.Parser().parse("""
        {"type":"record","name":"r","fields":[
          {"name":"op","type":{"type":"enum","name":"k","symbols":["c","u","d"]}},
          {"name":"id","type":"int"},
          {"name":"big","type":["null","long"]},
          {"name":"name","type":["null","string"]},
          {"name":"ok","type":"boolean"},
          {"name":"ratio","type":"float"},
          {"name":"price","type":["null",{"type":"bytes","logicalType":"decimal","precision":9,"scale":1}]},
          {"name":"raw","type":{"type":"fixed","name":"f","size":2}},
          {"name":"day","type":{"type":"int","logicalType":"date"}},
          {"name":"at","type":{"type":"long","logicalType":"local-timestamp-micros"}},
          {"name":"zoned","type":{"type":"long","logicalType":"timestamp-millis"}},
          {"name":"tod","type":{"type":"int","logicalType":"time-millis"}}]}
        """);

    private static GenericRecord record(int id, @Nullable Object big, @Nullable Object name, @Nullable Object price) {
        GenericRecord record = new GenericData.Record(AVRO);
        record.put("op", new GenericData.EnumSymbol(AVRO.getField("op").schema(), "u"));
        record.put("id", id);
        record.put("big", big);
        record.put("name", name);
        record.put("ok", id > 1);
        record.put("ratio", 0.5f);
        record.put("price", price);
        record.put("raw", new GenericData.Fixed(AVRO.getField("raw").schema(), new byte[] {0, -1}));
        record.put("day", 20_484);
        record.put("at", 1_500_000L);
        record.put("zoned", -1L);
        record.put("tod", 3_600_123);
        return record;
    }

    private void writeAvro(String file, GenericRecord... records) throws IOException {
        try (DataFileWriter<GenericRecord> writer = new DataFileWriter<>(new GenericDatumWriter<>(AVRO))) {
            writer.create(AVRO, folder.resolve(file).toFile());
            for (GenericRecord record : records) {
                writer.append(record);
            }
        }
    }

    @Test
    void avroLogicalTypesBecomeTheTypesOfTheTable() throws IOException {
        writeAvro("a.avro", record(1, null, null, null), record(2, 7L, "ü", ByteBuffer.wrap(new byte[] {
            (byte) 0xff, (byte) 0xf1
        })));
        InputTarget target = target(type(
                        "id",
                        Types.BIGINT.notNull(),
                        "big",
                        Types.INT,
                        "name",
                        Types.STRING,
                        "ok",
                        Types.BOOLEAN,
                        "ratio",
                        Types.DOUBLE,
                        "price",
                        Types.decimal(10, 2),
                        "day",
                        Types.DATE,
                        "at",
                        Types.timestamp(6),
                        "zoned",
                        Types.timestampLtz(3),
                        "tod",
                        Types.time(3),
                        "raw",
                        Types.varbinary(2),
                        "more",
                        Types.INT))
                .withKinds("op");
        String read = read(InputFormat.AVRO, "a.avro", target, 1).replaceAll("\\[B@[0-9a-f]+", "bytes");
        assertThat(read)
                .isEqualTo("[[1, null, null, false, 0.5, null, 2026-01-31, 1970-01-01T00:00:01.500,"
                        + " 1969-12-31T23:59:59.999Z, 01:00:00.123, bytes, null, +U],"
                        + " [2, 7, ü, true, 0.5, -1.50, 2026-01-31, 1970-01-01T00:00:01.500,"
                        + " 1969-12-31T23:59:59.999Z, 01:00:00.123, bytes, null, +U]]");
    }

    @Test
    void avroThatDoesNotFit() throws IOException {
        writeAvro("a.avro", record(1, 5L, "x", null), record(2, 1L << 40, null, null));
        InputTarget wide = target(type(
                "op",
                Types.STRING,
                "id",
                Types.INT.notNull(),
                "big",
                Types.INT,
                "name",
                Types.STRING,
                "ok",
                Types.BOOLEAN,
                "ratio",
                Types.FLOAT,
                "price",
                Types.decimal(9, 1),
                "raw",
                Types.BYTES,
                "day",
                Types.DATE,
                "at",
                Types.timestamp(6),
                "zoned",
                Types.timestampLtz(3),
                "tod",
                Types.time(3)));
        assertThatThrownBy(() -> read(InputFormat.AVRO, "a.avro", wide, 10))
                .isInstanceOf(CliException.class)
                .hasMessageStartingWith("a.avro: record 2: column 'big': ");
        assertThatThrownBy(() -> read(InputFormat.AVRO, "a.avro", target(type("id", Types.INT.notNull())), 10))
                .hasMessageStartingWith("a.avro: column 'op' is not in the table");
        writeAvro("a.avro", record(1, 5L, "x", null), record(2, 6L, null, null));
        byte[] sound = Files.readAllBytes(folder.resolve("a.avro"));
        for (int cut : new int[] {1, 3, 16, 17, 40}) {
            Files.write(folder.resolve("b.avro"), Arrays.copyOf(sound, sound.length - cut));
            assertThatThrownBy(() -> read(InputFormat.AVRO, "b.avro", wide, 1))
                    .as("cut by " + cut)
                    .isInstanceOf(DamagedFileException.class)
                    .hasMessageContaining("b.avro");
        }
        Files.writeString(folder.resolve("c.avro"), "no avro");
        assertThatThrownBy(() -> read(InputFormat.AVRO, "c.avro", wide, 10))
                .isInstanceOf(DamagedFileException.class)
                .hasMessageContaining("c.avro: expected an Avro file");
    }

    /** The forms that the table format has, and a record with a field more and one fewer. */
    @Test
    void avroHoldsNestedValues() throws IOException {
        Schema schema = new Schema.Parser()
                .parse("{'type':'record','name':'r','fields':[{'name':'id','type':'int'},"
                        .concat("{'name':'a','type':['null',{'type':'array','items':['null','int']}]},")
                        .concat("{'name':'m','type':{'type':'map','values':['null','string']}},")
                        .concat("{'name':'n','type':{'type':'array','logicalType':'map','items':{'type':'record',")
                        .concat("'name':'e','fields':[{'name':'key','type':{'type':'int','logicalType':'date'}},")
                        .concat("{'name':'value','type':'long'}]}}},")
                        .concat("{'name':'o','type':{'type':'record','name':'o','fields':[")
                        .concat("{'name':'more','type':'string'},{'name':'x','type':'int'}]}}]}")
                        .replace('\'', '"'));
        GenericData.Record entry =
                new GenericData.Record(schema.getField("n").schema().getElementType());
        entry.put("key", 0);
        entry.put("value", 9L);
        GenericData.Record inner = new GenericData.Record(schema.getField("o").schema());
        inner.put("more", "?");
        inner.put("x", 3);
        GenericData.Record record = new GenericData.Record(schema);
        record.put("id", 1);
        record.put("a", Arrays.asList(1, null));
        record.put("m", Map.of("k", "v"));
        record.put("n", List.of(entry));
        record.put("o", inner);
        Path file = folder.resolve("n.avro");
        try (DataFileWriter<GenericRecord> writer = new DataFileWriter<>(new GenericDatumWriter<>(schema))) {
            writer.create(schema, file.toFile());
            writer.append(record);
        }
        RowType type = type(
                "id",
                Types.INT.notNull(),
                "a",
                TypeParser.parse("ARRAY<BIGINT>"),
                "m",
                TypeParser.parse("MAP<STRING, STRING>"),
                "n",
                TypeParser.parse("MAP<DATE, BIGINT>"),
                "o",
                TypeParser.parse("ROW<y STRING, x INT>"));
        assertThat(read(InputFormat.AVRO, "n.avro", target(type), 10))
                .isEqualTo("[[1, [1, null], {k=v}, {1970-01-01=9}, [null, 3]]]");
        assertThatThrownBy(() -> read(
                        InputFormat.AVRO,
                        "n.avro",
                        target(type(
                                "id",
                                Types.INT,
                                "a",
                                Types.INT,
                                "m",
                                type.typeAt(2),
                                "n",
                                type.typeAt(3),
                                "o",
                                type.typeAt(4))),
                        10))
                .isInstanceOf(CliException.class)
                .hasMessageContaining("record 1: column 'a': expected INT, found 'Avro ARRAY'");
    }
}
