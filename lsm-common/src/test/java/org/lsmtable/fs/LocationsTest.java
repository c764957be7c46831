package org.lsmtable.fs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LocationsTest {
    @ParameterizedTest
    @CsvSource({
        "/a/b, /a/b",
        "/a/b//, /a/b",
        "/, /",
        "file:/a/b, /a/b",
        "file:///a/b/, /a/b",
        "FILE:///a, /a",
        "file:/a%20b%25c, /a b%c",
        "hdfs://nn:8020/a/b, hdfs://nn:8020/a/b",
        "HDFS://nn:8020//a/./x/../b/, hdfs://nn:8020/a/b",
        "hdfs:/a, hdfs:/a",
        "hdfs:///a/, hdfs:/a",
        "hdfs://nn/a%20b c=d, hdfs://nn/a%20b c=d",
        "viewfs://ns/, viewfs://ns/",
        "s3a://bucket, s3a://bucket/",
        "abfss://c@acct.dfs.core.windows.net/t, abfss://c@acct.dfs.core.windows.net/t",
        "a:/b, a:/b",
        "a:b, a:b"
    })
    void onePlaceHasOneSpelling(String place, String canonical) {
        assertThat(Locations.canonical(place)).isEqualTo(canonical);
        assertThat(Locations.canonical(canonical)).isEqualTo(canonical);
    }

    @Test
    void whatJavaWritesForAFolderIsThatFolder() {
        for (String name : new String[] {"/a b", "/p=a%2Fb", "/é 😀", "/a+b;c@7", "/a#b?c"}) {
            assertThat(Locations.canonical(Path.of(name).toUri().toString())).isEqualTo(name);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "/a, file, true",
        "a/b, file, true",
        "t@2026-01-31T10:00:00Z, file, true",
        "file:/a, file, true",
        "hdfs://nn/a, hdfs, false",
        "S3A://b/a, s3a, false",
        "c:/a, file, true"
    })
    void schemes(String place, String scheme, boolean local) {
        assertThat(Locations.schemeOf(place)).isEqualTo(scheme);
        assertThat(Locations.isLocal(place)).isEqualTo(local);
    }

    @ParameterizedTest
    @CsvSource({
        "/a%20b, /a%20b",
        "file:/a%20b, /a%20b",
        "file:///a, /a",
        "file://host/a/b, /a/b",
        "/a, /a",
        "hdfs://nn/a, hdfs://nn/a"
    })
    void storedPathsAreTakenLiterally(String place, String local) {
        assertThat(Locations.localPath(place)).isEqualTo(local);
    }

    @ParameterizedTest
    @ValueSource(strings = {"s3a://AKIA:secret/x@bucket/t", "sftp://eve:secret@host/t"})
    void aPasswordIsRefusedAndNotShown(String place) {
        assertThatThrownBy(() -> Locations.canonical(place))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("***")
                .message()
                .doesNotContain("secret");
    }

    @Test
    void aHostIsNoFolder() {
        assertThatThrownBy(() -> Locations.canonical("file://host/a"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'host'");
    }

    @ParameterizedTest
    @CsvSource({
        "/w/t, a/b, /w/t/a/b",
        "/w/t, a/, /w/t/a",
        "/w/t, /a/b/, /a/b",
        "/w/t, file:/a, /a",
        "/w/t, s3://b/a, s3://b/a",
        "hdfs://nn:8020/w/t, a, hdfs://nn:8020/w/t/a",
        "hdfs://nn:8020/w/t, /a, hdfs://nn:8020/a",
        "s3://bucket, /a, s3://bucket/a",
        "viewfs:/w, /a, viewfs:/a",
    })
    void pathsInsideOthersAreResolved(String folder, String path, String expected) {
        assertThat(Locations.resolve(folder, path)).isEqualTo(expected);
    }
}
