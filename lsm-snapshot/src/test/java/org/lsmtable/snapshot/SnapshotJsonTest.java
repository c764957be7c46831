package org.lsmtable.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.lsmtable.fs.DamagedFileException;
import org.lsmtable.json.FormatPage;
import org.lsmtable.types.UnsupportedFeatureException;

class SnapshotJsonTest {
    /** A real file of 2.0, as the specification shows it. */
    private static final String REAL_2_0 = """
            {
              "version" : 3,
              "uuid" : "1a3d5b70-0a77-4c5c-8756-5836a5f522d4",
              "id" : 11,
              "schemaId" : 0,
              "baseManifestList" : "manifest-list-9ad75fc6-78f2-4297-8d26-24fce37bd399-0",
              "baseManifestListSize" : 1399,
              "deltaManifestList" : "manifest-list-9ad75fc6-78f2-4297-8d26-24fce37bd399-1",
              "deltaManifestListSize" : 1130,
              "changelogManifestList" : "manifest-list-9ad75fc6-78f2-4297-8d26-24fce37bd399-2",
              "changelogManifestListSize" : 1131,
              "commitUser" : "user-3",
              "commitIdentifier" : 1,
              "commitKind" : "APPEND",
              "timeMillis" : 1795983474523,
              "totalRecordCount" : 2,
              "deltaRecordCount" : 1,
              "changelogRecordCount" : 1,
              "watermark" : 1234567,
              "statistics" : "stat-89600cb3-079b-411d-9160-731babdc75ce-0",
              "properties" : {
                "prop1" : "val1"
              },
              "nextRowId" : 0
            }""";

    /** The smallest content that both versions of the table format read. */
    private static final String SMALLEST =
            "{\"version\":3,\"id\":1,\"schemaId\":0,\"baseManifestList\":\"b\",\"deltaManifestList\":\"d\","
                    + "\"commitUser\":\"u\",\"commitIdentifier\":1,\"commitKind\":\"APPEND\",\"timeMillis\":1,"
                    + "\"totalRecordCount\":0,\"deltaRecordCount\":0}";

    private static Snapshot parse(String json) throws IOException {
        return SnapshotJson.parse("/t/snapshot/snapshot-1", json.getBytes(StandardCharsets.UTF_8));
    }

    private static String print(Snapshot snapshot) {
        return new String(SnapshotJson.print(snapshot), StandardCharsets.UTF_8);
    }

    @Test
    void printsARealFileByteForByte() throws IOException {
        Snapshot snapshot = parse(REAL_2_0);
        assertThat(print(snapshot)).isEqualTo(REAL_2_0);
        assertThat(snapshot.properties()).isEqualTo(Map.of("prop1", "val1"));
        assertThat(snapshot.deltaManifestListSize()).isEqualTo(1130L);
        assertThat(snapshot.indexManifest()).isNull();
    }

    @Test
    void theFormatPageNamesEveryField() throws IOException {
        String all = REAL_2_0.replace("  \"commitUser\"", "  \"indexManifest\" : \"i\",\n  \"commitUser\"")
                .replace("\"nextRowId\" : 0", "\"nextRowId\" : 0,\n  \"operation\" : \"o\"");
        assertThat(print(parse(all))).isEqualTo(all);
        assertThat(FormatPage.names("snapshot field")).isEqualTo(FormatPage.keys(all));
        assertThat(Snapshot.class.getRecordComponents())
                .extracting(RecordComponent::getName)
                .isSubsetOf(FormatPage.names("snapshot field"));
    }

    @Test
    void readsTheFormOf13AndWritesThatOf20() throws IOException {
        String json13 = SMALLEST.replace(
                "\"commitUser\"",
                "\"changelogManifestList\":null,\"logOffsets\":{ },\"changelogRecordCount\":0,\"commitUser\"");
        Snapshot snapshot = parse(json13);
        assertThat(snapshot.changelogManifestList()).isNull();
        assertThat(snapshot.changelogRecordCount()).isEqualTo(0L);
        assertThat(print(snapshot)).doesNotContain("changelogManifestList").doesNotContain("logOffsets");
        assertThat(parse(print(snapshot))).isEqualTo(snapshot);
    }

    @Test
    void readsTheSmallestForm() throws IOException {
        assertThat(parse(SMALLEST).uuid()).isNull();
        Snapshot bare = parse(SMALLEST.replace("\"version\":3,", "")
                .replace(",\"totalRecordCount\":0,\"deltaRecordCount\":0", ",\"future\":[{}]"));
        assertThat(bare.version()).isEqualTo(1);
        assertThat(bare.totalRecordCount()).isNull();
    }

    @Test
    void refusesLaterVersionsByName() {
        assertThatThrownBy(() -> parse(SMALLEST.replace("\"version\":3", "\"version\":4")))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessage("/t/snapshot/snapshot-1: snapshot version 4 is newer than 3, the newest known");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "\"id\":1; \"id\":0; id: expected at least 1, found 0",
                "\"id\":1; \"id\":1.5; id: expected a 64-bit number, found 1.5",
                "\"id\":1; \"id\":99999999999999999999; id: expected a 64-bit number, found 99999999999999999999",
                "\"APPEND\"; \"append\"; commitKind: expected one of [APPEND, COMPACT, OVERWRITE, ANALYZE], found 'append'",
                "\"b\"; \"../b\"; baseManifestList: expected the name of a file, found '../b'",
                "\"b\"; null; baseManifestList: expected a text, found null",
                "{\"version\"; [{\"version\"; JSON line 1 column",
            })
    void namesFileKeyExpectedAndFound(String text, String replacement, String message) {
        String json = SMALLEST.replaceFirst(Pattern.quote(text), Matcher.quoteReplacement(replacement));
        assertThat(json).isNotEqualTo(SMALLEST);
        assertThatThrownBy(() -> parse(json))
                .isInstanceOf(DamagedFileException.class)
                .hasMessageStartingWith("/t/snapshot/snapshot-1: " + message)
                .hasMessageNotContaining("\n");
    }
}
