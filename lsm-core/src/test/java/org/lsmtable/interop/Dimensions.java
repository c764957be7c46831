package org.lsmtable.interop;

import java.util.List;
import java.util.Map;

/** What {@link RandomTables} draws of a table, but for its types, counted. */
final class Dimensions {
    private static final String UNSET = "unset";

    private Dimensions() {}

    static void note(Coverage coverage, RandomTables.Definition definition) {
        Map<String, String> options = definition.options();
        coverage.note("key columns", definition.keys().size());
        coverage.note("partition columns", definition.partitions().size());
        String buckets = options.getOrDefault("bucket", "1");
        coverage.note(
                "buckets", options.containsKey("dynamic-bucket.max-buckets") ? buckets + ", at most some" : buckets);
        String base = options.getOrDefault("file.format", "parquet");
        String levels = options.getOrDefault("file.format.per.level", "0:" + base + ",5:" + base);
        for (String level : levels.split(",", -1)) {
            String[] parts = level.split(":", -1);
            coverage.note("format of level " + parts[0], parts[1]);
            coverage.note("format and codec", parts[1] + " " + options.getOrDefault("file.compression", UNSET));
        }
        for (String option : List.of(
                "metadata.stats-mode",
                "data-file.thin-mode",
                "parquet.enable.dictionary",
                "compaction.strategy",
                "num-sorted-run.compaction-trigger",
                "target-file-size")) {
            coverage.note(option, options.getOrDefault(option, UNSET));
        }
        String sequence = options.getOrDefault("sequence.field", "");
        coverage.note("sequence columns", sequence.isEmpty() ? 0 : sequence.split(",", -1).length);
        if (!definition.partitions().isEmpty()) {
            coverage.note("partition.legacy-name", options.getOrDefault("partition.legacy-name", UNSET));
        }
    }

    /** Expects every value of every dimension. */
    static void assertTablesDrawn(Coverage coverage) {
        coverage.assertDrawn("creator", List.of("we", "paimon 1.4.2", "paimon 2.0.0"));
        coverage.assertDrawn("key columns", List.of(1, 2, 3));
        coverage.assertDrawn("partition columns", List.of(0, 1, 2));
        coverage.assertDrawn("buckets", List.of("1", "2", "-1", "-1, at most some"));
        List<String> formats = List.of("parquet", "orc", "avro");
        coverage.assertDrawn("format of level 0", formats);
        coverage.assertDrawn("format of level 5", formats);
        for (String format : formats) {
            for (String codec : List.of(UNSET, "snappy", "zstd")) {
                coverage.assertDrawn("format and codec", List.of(format + " " + codec));
            }
        }
        coverage.assertDrawn("format and codec", List.of("parquet gzip"));
        coverage.assertDrawn("metadata.stats-mode", List.of(UNSET, "none", "counts", "full", "truncate(3)"));
        coverage.assertDrawn("data-file.thin-mode", List.of(UNSET, "true"));
        coverage.assertDrawn("parquet.enable.dictionary", List.of(UNSET, "false"));
        coverage.assertDrawn("compaction.strategy", List.of(UNSET, "binomial"));
        coverage.assertDrawn("num-sorted-run.compaction-trigger", List.of(UNSET, 2, 3, 4));
        coverage.assertDrawn("target-file-size", List.of(UNSET, "20 kb"));
        coverage.assertDrawn("partition.legacy-name", List.of(UNSET, "false"));
    }
}
