package org.lsmtable.snapshot;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.lsmtable.fs.DamagedFileException;
import org.lsmtable.schema.TablePaths;
import org.lsmtable.testing.MemoryStorage;
import org.lsmtable.testing.PaimonTable;

class TagStoreTest {
    @ParameterizedTest
    @ValueSource(strings = {"1.4.2/orders", "2.0.0/orders"})
    void readsTagsAsPaimonDoes(String name) throws IOException {
        PaimonTable table = PaimonTable.load(name);
        table.storage().createIfAbsent(table.root() + "/tag/tag-success-file/first_SUCCESS", new byte[0]);
        TablePaths paths = new TablePaths(table.root());
        List<TagStore.Tag> tags = new TagStore(table.storage(), paths).all();
        SnapshotStore snapshots = new SnapshotStore(table.storage(), paths);
        assertThat(tags).extracting(TagStore.Tag::name).containsExactly("first", "kept");
        for (JsonNode expected : table.expected().get("tags")) {
            TagStore.Tag tag = new TagStore(table.storage(), paths)
                    .find(expected.get("name").asText())
                    .orElseThrow();
            assertThat(tag.snapshot())
                    .isEqualTo(snapshots.get(expected.get("snapshotId").asLong()));
            assertThat(tag.createTime())
                    .isEqualTo(
                            expected.get("createTime").isNull()
                                    ? null
                                    : LocalDateTime.parse(
                                            expected.get("createTime").asText()));
            assertThat(tag.timeRetained())
                    .isEqualTo(
                            expected.get("timeRetained").isNull()
                                    ? null
                                    : Duration.parse(
                                            expected.get("timeRetained").asText()));
        }
        assertThat(new TagStore(table.storage(), paths).find("other")).isEmpty();
        assertThat(new TagStore(table.storage(), paths).find("../snapshot/snapshot-1"))
                .isEmpty();
    }

    /** A tag that Paimon has written, read and written again by us, is the same file, byte for byte. */
    @ParameterizedTest
    @ValueSource(strings = {"first", "kept"})
    void printsWhatPaimonPrints(String name) throws IOException {
        PaimonTable table = PaimonTable.load("2.0.0/orders");
        TagStore.Tag tag = new TagStore(table.storage(), new TablePaths(table.root()))
                .find(name)
                .orElseThrow();
        MemoryStorage storage = new MemoryStorage();
        TagStore tags = new TagStore(storage, new TablePaths("/t"));
        assertThat(tags.create(tag)).isTrue();
        storage.loseUnsynced();
        assertThat(new String(storage.read("/t/tag/tag-" + name), UTF_8))
                .isEqualTo(new String(table.storage().read(table.root() + "/tag/tag-" + name), UTF_8));
        assertThat(tags.find(name)).contains(tag);
    }

    @Test
    void createsOnceAndDeletes() throws IOException {
        MemoryStorage storage = new MemoryStorage();
        TagStore tags = new TagStore(storage, new TablePaths("/t"));
        TagStore.Tag tag = read(",\"tagCreateTime\":[2026,11,30,3,33,4,5],\"tagTimeRetained\":0.5");
        assertThat(tags.create(tag)).isTrue();
        assertThat(tags.create(new TagStore.Tag("x", tag.snapshot(), null, null)))
                .isFalse();
        assertThat(tags.all()).containsExactly(tag);
        assertThat(tags.delete("y")).isFalse();
        assertThat(tags.delete("x")).isTrue();
        storage.loseUnsynced();
        assertThat(tags.all()).isEmpty();
        assertThat(tags.delete("x")).isFalse();
        for (String name : List.of("", " ", "17", "a/b")) {
            assertThatThrownBy(() -> tags.create(new TagStore.Tag(name, tag.snapshot(), null, null)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("'" + name + "'");
        }
    }

    private static TagStore.Tag read(String extra) throws IOException {
        MemoryStorage storage = new MemoryStorage();
        storage.createIfAbsent(
                "/t/tag/tag-x",
                ("{\"version\":3,\"id\":1,\"schemaId\":0,\"baseManifestList\":\"b\",\"deltaManifestList\":\"d\","
                                + "\"commitUser\":\"u\",\"commitIdentifier\":1,\"commitKind\":\"APPEND\",\"timeMillis\":1"
                                + extra + "}")
                        .getBytes(UTF_8));
        return new TagStore(storage, new TablePaths("/t")).find("x").orElseThrow();
    }

    @Test
    void readsTheShortFormsOfTimes() throws IOException {
        TagStore.Tag tag = read(",\"tagCreateTime\":[2026,11,30,3,33],\"tagTimeRetained\":0.000000001");
        assertThat(tag.createTime()).isEqualTo(LocalDateTime.parse("2026-11-30T03:33:00"));
        assertThat(tag.timeRetained()).isEqualTo(Duration.ofNanos(1));
        assertThat(read(",\"tagCreateTime\":[2026,1,2,3,4,5],\"tagTimeRetained\":90")
                        .timeRetained())
                .isEqualTo(Duration.ofSeconds(90));
        assertThat(read(",\"tagCreateTime\":null").createTime()).isNull();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "\"tagCreateTime\":[2026,13,30,3,33]; tagCreateTime: expected a date and time",
                "\"tagCreateTime\":[2026]; tagCreateTime: expected 5 to 7 numbers, found 1 numbers",
                "\"tagTimeRetained\":\"x\"; tagTimeRetained: expected a number, found \"x\"",
                "\"tagTimeRetained\":1e999999999; tagTimeRetained: expected seconds with up to 9 fraction digits",
                "\"tagTimeRetained\":1e-999999999; tagTimeRetained: expected seconds with up to 9 fraction digits",
                "\"tagTimeRetained\":99999999999999999999; tagTimeRetained: expected seconds",
            })
    void namesWhatIsWrong(String extra, String message) {
        assertThatThrownBy(() -> read("," + extra))
                .isInstanceOf(DamagedFileException.class)
                .hasMessageStartingWith("/t/tag/tag-x: " + message);
    }
}
