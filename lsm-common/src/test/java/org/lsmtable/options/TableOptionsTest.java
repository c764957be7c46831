package org.lsmtable.options;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.lsmtable.types.UnsupportedFeatureException;

class TableOptionsTest {
    private static Options options(String... keysAndValues) {
        Map<String, String> map = new HashMap<>();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            map.put(keysAndValues[i], keysAndValues[i + 1]);
        }
        return new Options(map);
    }

    /** Options that Paimon does not have, and those its option classes do not list. */
    private static final Set<String> NOT_IN_THE_LIST = Set.of(
            "compaction.strategy",
            "compaction.universal.rule-set",
            "avro.codec",
            "orc.compress",
            "orc.timestamp-ltz.legacy.type",
            "compaction.max.size.amplification",
            "full-compaction.delta-records",
            "file.row-group-size",
            "parquet.enable.dictionary",
            "parquet.dictionary.page.size",
            "parquet.page.size",
            "parquet.page.row.count.limit",
            "parquet.block.size",
            "parquet.compression",
            "consumer.changelog-only",
            "consumer.expiration-time",
            "snapshot.clean-empty-directories",
            "tag.time-expire-enabled",
            "tag.automatic-creation",
            "tag.creation-delay",
            "tag.num-retained-max",
            "tag.default-time-retained",
            "tag.automatic-completion",
            "sink.watermark-time-zone",
            "sink.process-time-zone",
            "partition.legacy-name",
            "disable-explicit-type-casting",
            "alter-column-null-to-not-null.disabled",
            "add-column-before-partition",
            "incremental-between-tag-to-snapshot",
            "incremental-between-timestamp",
            "incremental-to-auto-tag",
            "scan.creation-time-millis",
            "scan.file-creation-time-millis",
            "scan.timestamp",
            "scan.version",
            "scan.watermark",
            "partition.expiration-check-interval",
            "partition.expiration-max-num",
            "partition.timestamp-pattern",
            "partition.timestamp-formatter");

    @Test
    void defaultsAreThoseOfPaimon() throws IOException {
        Map<String, String> defaults = paimonDefaults();
        Set<String> others = new TreeSet<>();
        for (Option<?> option : TableOptions.all()) {
            String text = defaults.get(option.key());
            if (text == null) {
                others.add(option.key());
            } else {
                assertThat(option.defaultValue()).as(option.key()).isEqualTo(value(option, text));
            }
        }
        assertThat(others).containsExactlyInAnyOrderElementsOf(NOT_IN_THE_LIST);
    }

    private static @Nullable Object value(Option<?> option, String text) {
        return switch (text) {
            case "–" -> option.type().equals("list") ? List.of() : null;
            case "empty" -> Map.of();
            case "unlimited" -> option.type().startsWith("int") ? (Object) Integer.MAX_VALUE : Long.MAX_VALUE;
            default -> option.parser().apply(text);
        };
    }

    private static Map<String, String> paimonDefaults() throws IOException {
        Map<String, String> defaults = new HashMap<>();
        try (InputStream in =
                Objects.requireNonNull(TableOptionsTest.class.getResourceAsStream("/vectors/option-defaults.csv"))) {
            for (String line : new String(in.readAllBytes(), UTF_8).lines().toList()) {
                if (!line.startsWith("#")) {
                    String[] parts = line.split("\\|", -1);
                    defaults.put(parts[0], parts[2]);
                }
            }
        }
        return defaults;
    }

    @Test
    void keysAreUniqueAndDocumented() {
        List<Option<?>> all = TableOptions.all();
        assertThat(all).extracting(Option::key).doesNotHaveDuplicates();
        assertThat(all).allSatisfy(option -> assertThat(option.doc()).endsWith("."));
    }

    @Test
    void derivedValuesByDefault() {
        Options none = options();
        assertThat(MergeTreeOptions.stopTrigger(none)).isEqualTo(8);
        assertThat(MergeTreeOptions.numLevels(none)).isEqualTo(6);
        assertThat(MergeTreeOptions.sortSpillThreshold(none)).isEqualTo(9);
        assertThat(MergeTreeOptions.gentleInterval(none)).isEqualTo(10);
        assertThat(MergeTreeOptions.maxSizeAmplificationPercent(none)).isEqualTo(200);
        assertThat(FileOptions.targetFileBytes(none)).isEqualTo(134217728);
        assertThat(MergeTreeOptions.smallFileBytes(none)).isEqualTo(93952409);
        assertThat(FileOptions.rowGroupBytes(none)).isEqualTo(25165824);
        assertThat(TableOptions.needsLookup(none)).isFalse();
        assertThat(TableOptions.hidesLevelZero(none)).isFalse();
    }

    @Test
    void derivedValuesFollowWhatIsSet() {
        Options set = options(
                "num-sorted-run.compaction-trigger", "10",
                "num-sorted-run.stop-trigger", "4",
                "lookup-compact.max-interval", "3");
        assertThat(MergeTreeOptions.stopTrigger(set)).isEqualTo(10);
        assertThat(MergeTreeOptions.numLevels(set)).isEqualTo(11);
        assertThat(MergeTreeOptions.sortSpillThreshold(set)).isEqualTo(11);
        assertThat(MergeTreeOptions.gentleInterval(set)).isEqualTo(10);
        Options huge = options("num-sorted-run.compaction-trigger", "2147483647");
        assertThat(MergeTreeOptions.stopTrigger(huge)).isEqualTo(Integer.MAX_VALUE);
        assertThat(MergeTreeOptions.numLevels(huge)).isEqualTo(Integer.MAX_VALUE);
        assertThat(MergeTreeOptions.gentleInterval(huge)).isEqualTo(Integer.MAX_VALUE);
        assertThat(TableOptions.needsLookup(options("merge-engine", "first-row")))
                .isTrue();
        assertThat(TableOptions.needsLookup(options("changelog-producer", "lookup")))
                .isTrue();
        assertThat(TableOptions.hidesLevelZero(options("deletion-vectors.enabled", "true")))
                .isTrue();
        assertThat(TableOptions.hidesLevelZero(
                        options("deletion-vectors.enabled", "true", "deletion-vectors.merge-on-read", "true")))
                .isFalse();
    }

    @Test
    void sizeAmplificationCanBeGivenAsAMultiple() {
        assertThat(MergeTreeOptions.maxSizeAmplificationPercent(options("compaction.max.size.amplification", "10")))
                .isEqualTo(1000);
        assertThat(MergeTreeOptions.maxSizeAmplificationPercent(options("compaction.max.size.amplification", "2.5")))
                .isEqualTo(250);
        assertThat(MergeTreeOptions.maxSizeAmplificationPercent(options(
                        "compaction.max.size.amplification", "10",
                        "compaction.max-size-amplification-percent", "300")))
                .isEqualTo(300);
    }

    @Test
    void rowGroupSizeFollowsTheFormatsOwnOptionsFirst() {
        assertThat(FileOptions.rowGroupBytes(options("parquet.block.size", "1000")))
                .isEqualTo(1000);
        assertThat(FileOptions.rowGroupBytes(options("parquet.block.size", "1000", "file.block-size", "2 kb")))
                .isEqualTo(2048);
        assertThat(FileOptions.rowGroupBytes(options("file.row-group-size", "1 mb")))
                .isEqualTo(1 << 20);
    }

    @Test
    void levelsMayHaveOtherFiles() {
        Options perLevel = options(
                "file.format.per.level", "0:AVRO",
                "file.compression.per.level", "0:none, 5:zstd",
                "metadata.stats-mode.per.level", "0:none",
                "parquet.enable.dictionary#v", "false");
        assertThat(FileOptions.format(perLevel, 0)).isEqualTo("avro");
        assertThat(FileOptions.format(perLevel, 1)).isEqualTo("parquet");
        assertThat(FileOptions.compression(perLevel, "orc", 0)).isEqualTo("none");
        assertThat(FileOptions.compression(perLevel, "avro", 1)).isEqualTo("zstd");
        assertThat(FileOptions.statsMode(perLevel, 0)).isEqualTo("none");
        assertThat(FileOptions.statsMode(perLevel, 1)).isEqualTo("truncate(16)");
        assertThat(FileOptions.parquetDictionary(perLevel, "v")).isFalse();
        assertThat(FileOptions.parquetDictionary(perLevel, "w")).isTrue();
    }

    @Test
    void theCodecOfAFormatComesFirst() {
        Options own = options(
                "file.compression", "zstd",
                "file.compression.per.level", "0:snappy",
                "parquet.compression", "GZIP",
                "orc.compress", "ZLIB",
                "avro.codec", "deflate");
        assertThat(FileOptions.compression(own, "parquet", 0)).isEqualTo("gzip");
        assertThat(FileOptions.compression(own, "orc", 0)).isEqualTo("zlib");
        assertThat(FileOptions.compression(own, "avro", 1)).isEqualTo("deflate");
    }

    @Test
    void allUnreadableValuesAreListedAtOnce() {
        assertThatThrownBy(() -> TableOptions.validate(options(
                        "num-levels", "1",
                        "merge-engine", "foo",
                        "target-file-size", "1.5 mb",
                        "metadata.stats-mode", "truncate(0)",
                        "unknown.key", "kept")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("option 'num-levels': expected int, at least 2, found '1'; ")
                .hasMessageContaining("option 'merge-engine': expected enum, found 'foo'")
                .hasMessageContaining("option 'target-file-size': expected size, at least 1, found '1.5 mb'")
                .hasMessageContaining("option 'metadata.stats-mode': expected text, none, counts")
                .hasMessageNotContaining("\n")
                .hasMessageNotContaining("unknown.key");
    }

    @Test
    void combinationsThatCannotWorkAreListedAtOnce() {
        assertThat(TableOptions.violations(options())).isEmpty();
        assertThat(TableOptions.violations(options(
                        "bucket-key", "a",
                        "merge-engine", "first-row",
                        "sequence.field", "a, b, a",
                        "changelog-producer", "full-compaction",
                        "deletion-vectors.enabled", "true",
                        "streaming-read-overwrite", "true",
                        "record-level.expire-time", "1 h",
                        "write-buffer-size", "100 kb",
                        "snapshot.num-retained.max", "5",
                        "commit.min-retry-wait", "1 min",
                        "sequence.snapshot-ordering", "true")))
                .hasSize(13)
                .allMatch(line -> line.startsWith("option '"));
        assertThat(TableOptions.violations(
                        options("changelog-producer", "lookup", "full-compaction.delta-commits", "5")))
                .hasSize(1);
        assertThat(TableOptions.violations(options(
                        "merge-engine", "partial-update",
                        "ignore-delete", "true",
                        "partial-update.remove-record-on-delete", "true")))
                .hasSize(1);
    }

    @Test
    void otherLayoutsOfFilesAreRefusedByName() {
        assertThatThrownBy(() -> TableOptions.validate(options("type", "format-table")))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessage("option 'type' = 'format-table' is not supported");
        assertThatThrownBy(() -> TableOptions.requireSupported(options("pk-clustering-override", "true")))
                .isInstanceOf(UnsupportedFeatureException.class);
        TableOptions.validate(options("bucket", "4", "bucket-key", "id"));
    }
}
