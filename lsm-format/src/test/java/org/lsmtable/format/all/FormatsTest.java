package org.lsmtable.format.all;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.lsmtable.options.Options;
import org.lsmtable.types.UnsupportedFeatureException;

class FormatsTest {
    private static final Options NONE = new Options(Map.of());

    @ParameterizedTest
    @ValueSource(
            strings = {
                "data-951005ff-bb16-4e5e-bff5-4fce4e2a206a-0.parquet",
                "/w/db.db/t/p=1.orc/bucket-0/data-1-0.parquet",
                "part-1-0.zst.parquet",
                "part-1-0.parquet.zst",
                "part-1-0.parquet.gz",
                "a.parquet.bz2",
                "a.parquet.deflate",
                "a.parquet.snappy",
                "a.parquet.lz4"
            })
    void parquetByExtension(String name) {
        assertThat(Formats.forFileName(name, NONE).name()).isEqualTo("parquet");
    }

    @Test
    void othersByExtension() {
        assertThat(Formats.forFileName("data-0.avro", NONE).name()).isEqualTo("avro");
        assertThat(Formats.forFileName("part-0.zst.orc", NONE).name()).isEqualTo("orc");
    }

    @ParameterizedTest
    @CsvSource({"data-0.csv.gz, csv", "data-0.PARQUET, PARQUET", "data-0.parquet.zstd, zstd", "data-0., ''"})
    void othersAreRefusedByName(String name, String format) {
        assertThatThrownBy(() -> Formats.forFileName(name, NONE))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessageContaining(name)
                .hasMessageContaining("'" + format + "'");
    }

    @ParameterizedTest
    @ValueSource(strings = {"data-0", "gz", "x.gz", "/a.parquet/data-0"})
    void noExtensionIsRefused(String name) {
        assertThatThrownBy(() -> Formats.forFileName(name, NONE))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessageContaining(name)
                .hasMessageContaining("found none");
    }

    @Test
    void byNameOfTheOption() {
        assertThat(Formats.named("Parquet", NONE).name()).isEqualTo("parquet");
        assertThat(Formats.named("AVRO", NONE).name()).isEqualTo("avro");
        assertThatThrownBy(() -> Formats.named("csv", NONE))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessageContaining("'csv'");
        assertThat(Formats.isKnown("Avro")).isTrue();
        assertThat(Formats.isKnown("csv")).isFalse();
    }
}
