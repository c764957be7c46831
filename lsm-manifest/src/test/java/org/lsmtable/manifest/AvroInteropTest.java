package org.lsmtable.manifest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.file.CodecFactory;
import org.apache.avro.file.DataFileReader;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.file.SeekableByteArrayInput;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.util.Utf8;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.lsmtable.fs.DamagedFileException;
import org.lsmtable.options.Options;
import org.lsmtable.testing.MemoryStorage;
import org.lsmtable.testing.PaimonTable;
import org.lsmtable.types.UnsupportedFeatureException;

/** Our Avro files are Avro's, and Avro's of any shape are ours: the Avro library is the judge. */
class AvroInteropTest {
    private final MemoryStorage storage = new MemoryStorage();

    private ManifestStore store(String codec) {
        return new ManifestStore(
                storage, "/m", TestEntries.DAY_AND_HOUR, new Options(Map.of("manifest.compression", codec)), () -> "u");
    }

    private static List<ManifestEntry> randomEntries(long seed, int count) {
        Random random = new Random(seed);
        List<ManifestEntry> entries = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            entries.add(new ManifestEntry(
                    FileKind.values()[random.nextInt(2)],
                    TestEntries.partition(random.nextBoolean() ? null : "d" + random.nextInt(3), random.nextInt(4)),
                    random.nextInt(8),
                    8,
                    TestEntries.randomFile(random, "data-" + i)));
        }
        return entries;
    }

    private DataFileReader<GenericRecord> reader(String file) throws IOException {
        return reader(storage, file);
    }

    private static DataFileReader<GenericRecord> reader(MemoryStorage storage, String file) throws IOException {
        return new DataFileReader<>(new SeekableByteArrayInput(storage.read(file)), new GenericDatumReader<>());
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "deflate", "snappy", "zstd", "bzip2"})
    void theAvroLibraryReadsWhatWeWrite(String codec) throws IOException {
        ManifestStore store = store(codec);
        List<ManifestEntry> entries = randomEntries(7, 900);
        ManifestFileMeta manifest = store.writeManifests(entries).get(0);
        assertThat(manifest.fileSize()).isEqualTo(storage.read("/m/" + manifest.fileName()).length);
        try (DataFileReader<GenericRecord> reader = reader("/m/" + manifest.fileName())) {
            assertThat(reader.getMetaString("avro.codec"))
                    .isEqualTo(codec.equals("none") ? "null" : codec.equals("zstd") ? "zstandard" : codec);
            assertThat(new HashSet<>(reader.getMetaKeys())).isEqualTo(Set.of("avro.codec", "avro.schema"));
            int row = 0;
            for (GenericRecord record : reader) {
                check(record, entries.get(row++));
            }
            assertThat(row).isEqualTo(entries.size());
        }
        assertThat(store.readManifest(manifest)).isEqualTo(entries);
        storage.assertNothingOpen();
    }

    private static void check(GenericRecord record, ManifestEntry entry) {
        GenericRecord file = (GenericRecord) record.get("_FILE");
        DataFileMeta meta = entry.file();
        assertThat(record.get("_VERSION")).isEqualTo(2);
        assertThat(record.get("_KIND")).isEqualTo(entry.kind() == FileKind.ADD ? 0 : 1);
        assertThat(record.get("_PARTITION"))
                .isEqualTo(ByteBuffer.wrap(entry.partition().toStored()));
        assertThat(file.get("_FILE_NAME")).isEqualTo(new Utf8(meta.fileName()));
        assertThat(file.get("_FILE_SIZE")).isEqualTo(meta.fileSize());
        assertThat(file.get("_MAX_KEY")).isEqualTo(ByteBuffer.wrap(meta.maxKey().toStored()));
        assertThat(((GenericRecord) file.get("_KEY_STATS")).get("_NULL_COUNTS"))
                .isEqualTo(meta.keyStats().nullCounts());
        assertThat(file.get("_MIN_SEQUENCE_NUMBER")).isEqualTo(meta.minSequence());
        assertThat(file.get("_LEVEL")).isEqualTo(meta.level());
        assertThat(file.get("_EXTRA_FILES"))
                .isEqualTo(meta.extraFiles().stream().map(Utf8::new).toList());
        assertThat(file.get("_CREATION_TIME")).isEqualTo(meta.creationTimeMillis());
        byte[] index = meta.embeddedIndex();
        assertThat(file.get("_EMBEDDED_FILE_INDEX")).isEqualTo(index == null ? null : ByteBuffer.wrap(index));
        FileSource source = meta.fileSource();
        assertThat(file.get("_FILE_SOURCE")).isEqualTo(source == null ? null : source == FileSource.APPEND ? 0 : 1);
        String path = meta.externalPath();
        assertThat(file.get("_EXTERNAL_PATH")).isEqualTo(path == null ? null : new Utf8(path));
        assertThat(file.get("_FIRST_ROW_ID")).isEqualTo(meta.firstRowId());
        List<String> writeCols = meta.writeCols();
        assertThat(file.get("_WRITE_COLS"))
                .isEqualTo(
                        writeCols == null
                                ? null
                                : writeCols.stream().map(Utf8::new).toList());
    }

    @ParameterizedTest
    @CsvSource({"2.0.0/orders,base", "2.0.0/vectors,index", "1.4.2/orders,base"})
    void ourSchemasAreThoseOfPaimon(String name, String kind) throws IOException {
        PaimonTable table = PaimonTable.load(name);
        List<com.fasterxml.jackson.databind.JsonNode> states = table.snapshots();
        com.fasterxml.jackson.databind.JsonNode last = states.get(states.size() - 1);
        if (kind.equals("index")) {
            Schema theirs =
                    schema(table, last.get("snapshot").get("indexManifest").asText());
            assertThat(new Schema.Parser().parse(ManifestRecords.INDEX.schemaJson()))
                    .isEqualTo(theirs);
        } else {
            Schema list =
                    schema(table, last.get("snapshot").get("baseManifestList").asText());
            assertThat(new Schema.Parser().parse(ManifestRecords.LIST.schemaJson()))
                    .isEqualTo(list);
            Schema manifest =
                    schema(table, last.get("base").get(0).get("fileName").asText());
            assertThat(new Schema.Parser().parse(ManifestRecords.ENTRY.schemaJson()))
                    .isEqualTo(manifest);
            Object defaultValue =
                    manifest.getField("_FILE").schema().getField("_WRITE_COLS").defaultVal();
            assertThat(new Schema.Parser()
                            .parse(ManifestRecords.ENTRY.schemaJson())
                            .getField("_FILE")
                            .schema()
                            .getField("_WRITE_COLS")
                            .defaultVal())
                    .isEqualTo(defaultValue);
        }
    }

    private static Schema schema(PaimonTable table, String file) throws IOException {
        try (DataFileReader<GenericRecord> reader = reader(table.storage(), table.root() + "/manifest/" + file)) {
            return reader.getSchema();
        }
    }

    /** A manifest list record with fields in another order, other names of records, foreign fields of every type, no row ids. */
    private static final Schema STRANGE = SchemaBuilder.record("other")
            .namespace("elsewhere")
            .fields()
            .name("_NUM_DELETED_FILES")
            .type()
            .intType()
            .noDefault()
            .requiredBoolean("x1")
            .requiredFloat("x2")
            .requiredDouble("x3")
            .name("x4")
            .type()
            .fixed("four")
            .size(4)
            .noDefault()
            .name("x5")
            .type()
            .enumeration("e")
            .symbols("A", "B")
            .noDefault()
            .name("x6")
            .type()
            .map()
            .values()
            .array()
            .items()
            .nullable()
            .stringType()
            .noDefault()
            .name("_PARTITION_STATS")
            .type()
            .record("stats")
            .fields()
            .requiredBytes("_MAX_VALUES")
            .requiredBytes("_MIN_VALUES")
            .endRecord()
            .noDefault()
            .requiredString("_FILE_NAME")
            .name("_MIN_BUCKET")
            .type()
            .unionOf()
            .intType()
            .and()
            .nullType()
            .endUnion()
            .noDefault()
            .requiredInt("_MAX_BUCKET")
            .requiredLong("_FILE_SIZE")
            .requiredLong("_NUM_ADDED_FILES")
            .requiredLong("_SCHEMA_ID")
            .requiredInt("_VERSION")
            .name("x7")
            .type()
            .unionOf()
            .nullType()
            .and()
            .stringType()
            .and()
            .bytesType()
            .endUnion()
            .noDefault()
            .endRecord();

    private static GenericRecord strange(int version) {
        GenericRecord stats =
                new GenericData.Record(STRANGE.getField("_PARTITION_STATS").schema());
        stats.put("_MIN_VALUES", ByteBuffer.wrap(TestEntries.partition("a", 1).toStored()));
        stats.put(
                "_MAX_VALUES", ByteBuffer.wrap(TestEntries.partition("b", null).toStored()));
        GenericRecord record = new GenericData.Record(STRANGE);
        record.put("_NUM_DELETED_FILES", 3);
        record.put("x1", true);
        record.put("x2", 1f);
        record.put("x3", 2d);
        record.put("x4", new GenericData.Fixed(STRANGE.getField("x4").schema(), new byte[] {1, 2, 3, 4}));
        record.put("x5", new GenericData.EnumSymbol(STRANGE.getField("x5").schema(), "B"));
        List<String> items = new ArrayList<>(List.of("q", "r"));
        items.add(null);
        record.put("x6", Map.of("k", items, "l", List.of()));
        record.put("_PARTITION_STATS", stats);
        record.put("_FILE_NAME", "manifest-x");
        record.put("_MIN_BUCKET", null);
        record.put("_MAX_BUCKET", 7);
        record.put("_FILE_SIZE", 11L);
        record.put("_NUM_ADDED_FILES", 12L);
        record.put("_SCHEMA_ID", 13L);
        record.put("_VERSION", version);
        record.put("x7", ByteBuffer.wrap(new byte[] {9}));
        return record;
    }

    private void write(CodecFactory codec, GenericRecord... records) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Schema schema = records.length == 0
                ? new Schema.Parser().parse(ManifestRecords.LIST.schemaJson())
                : records[0].getSchema();
        try (DataFileWriter<GenericRecord> writer = new DataFileWriter<>(new GenericDatumWriter<>(schema))) {
            writer.setCodec(codec).setMeta("extra", "x").create(schema, bytes);
            for (GenericRecord record : records) {
                writer.append(record);
                writer.sync();
            }
        }
        storage.delete("/m/list");
        storage.createIfAbsent("/m/list", bytes.toByteArray());
    }

    @Test
    void weReadFilesOfAnyShapeThatTheFormatTolerates() throws IOException {
        for (CodecFactory codec : List.of(
                CodecFactory.nullCodec(),
                CodecFactory.deflateCodec(3),
                CodecFactory.snappyCodec(),
                CodecFactory.zstandardCodec(3, true))) {
            write(codec, strange(2), strange(2));
            List<ManifestFileMeta> list = store("zstd").readList("list", null);
            ManifestFileMeta expected = new ManifestFileMeta(
                    "manifest-x",
                    11,
                    12,
                    3,
                    new StatsRow(TestEntries.partition("a", 1), TestEntries.partition("b", null), List.of()),
                    13,
                    null,
                    7,
                    null,
                    null,
                    null,
                    null);
            assertThat(list).containsExactly(expected, expected);
        }
    }

    @Test
    void globalIndexesAreCarriedOver() throws IOException {
        IndexFileEntry.GlobalIndex global =
                new IndexFileEntry.GlobalIndex(1, 99, 7, List.of(8, 9), new byte[] {1}, null);
        List<IndexFileEntry> entries = List.of(
                new IndexFileEntry(
                        FileKind.ADD,
                        TestEntries.partition("d", 1),
                        0,
                        "btree",
                        "i-0",
                        5,
                        6,
                        null,
                        "s3://x/i-0",
                        global),
                new IndexFileEntry(
                        FileKind.ADD,
                        TestEntries.partition(null, null),
                        3,
                        IndexFileEntry.DELETION_VECTORS,
                        "i-1",
                        5,
                        2,
                        List.of(
                                new IndexFileEntry.VectorRange("a", 1, 19, 10L),
                                new IndexFileEntry.VectorRange("b", 28, 19, null)),
                        null,
                        null));
        ManifestStore.Written written = store("zstd").writeIndexManifest(entries);
        assertThat(store("zstd").readIndexManifest(written.fileName())).isEqualTo(entries);
        try (DataFileReader<GenericRecord> reader = reader("/m/" + written.fileName())) {
            GenericRecord first = reader.next();
            assertThat(((GenericRecord) first.get("_GLOBAL_INDEX")).get("_EXTRA_FIELD_IDS"))
                    .isEqualTo(List.of(8, 9));
            GenericRecord range = (GenericRecord) ((List<?>) reader.next().get("_DELETIONS_VECTORS_RANGES")).get(1);
            assertThat(range.get("f0")).isEqualTo(new Utf8("b"));
            assertThat(range.get("f1")).isEqualTo(28);
            assertThat(range.get("_CARDINALITY")).isNull();
        }
    }

    @Test
    void otherVersionsAndCodecsAreRefusedByName() throws IOException {
        write(CodecFactory.nullCodec(), strange(1));
        assertThatThrownBy(() -> store("zstd").readList("list", null))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessage("/m/list: record version 1 is not supported, only 2 is");
        byte[] named = storage.read("/m/list");
        byte[] other = new String(named, java.nio.charset.StandardCharsets.ISO_8859_1)
                .replace("avro.codec\bnull", "avro.codec\bnone")
                .getBytes(java.nio.charset.StandardCharsets.ISO_8859_1);
        assertThat(other).isNotEqualTo(named);
        storage.delete("/m/list");
        storage.createIfAbsent("/m/list", other);
        assertThatThrownBy(() -> store("zstd").readList("list", null))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessageContaining("Avro codec 'none'");
    }

    @Test
    void aCodecThatIsNotKnownKeepsFromWritingOnly() throws IOException {
        write(CodecFactory.deflateCodec(6));
        assertThat(store("xz").readList("list", null)).isEmpty();
        assertThatThrownBy(() -> store("xz").writeList(List.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("option 'manifest.compression': expected one of none, deflate, snappy, zstd, bzip2,"
                        + " found 'xz'");
        storage.assertNothingOpen();
    }

    @Test
    void missingFieldsAndWrongTypesAreNamed() throws IOException {
        Schema schema = SchemaBuilder.record("r")
                .fields()
                .requiredInt("_VERSION")
                .requiredInt("_FILE_NAME")
                .endRecord();
        GenericRecord record = new GenericData.Record(schema);
        record.put("_VERSION", 2);
        record.put("_FILE_NAME", 2);
        write(CodecFactory.nullCodec(), record);
        assertThatThrownBy(() -> store("zstd").readList("list", null))
                .isInstanceOf(DamagedFileException.class)
                .hasMessage("/m/list: Avro schema of the record._FILE_NAME: expected string, found int");
        Schema bare = SchemaBuilder.record("r").fields().requiredInt("_VERSION").endRecord();
        GenericRecord version = new GenericData.Record(bare);
        version.put("_VERSION", 2);
        write(CodecFactory.nullCodec(), version);
        assertThatThrownBy(() -> store("zstd").readList("list", null))
                .isInstanceOf(DamagedFileException.class)
                .hasMessage("/m/list: Avro schema of the record: expected a field _FILE_NAME, found [_VERSION]");
    }

    @Test
    void aFileWithoutRecordsIsAHeader() throws IOException {
        ManifestStore.Written written = store("zstd").writeList(List.of());
        assertThat(store("zstd").readList(written.fileName(), written.fileSize()))
                .isEmpty();
        try (DataFileReader<GenericRecord> reader = reader("/m/" + written.fileName())) {
            assertThat(reader.hasNext()).isFalse();
        }
        // the specification gives this length for an empty list of 2.0
        assertThat(written.fileSize()).isEqualTo(1006);
    }
}
