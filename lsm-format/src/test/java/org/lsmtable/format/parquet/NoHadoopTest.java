package org.lsmtable.format.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lsmtable.format.ColumnCursor;
import org.lsmtable.format.DataFileReader;
import org.lsmtable.format.RowRanges;
import org.lsmtable.fs.Durability;
import org.lsmtable.fs.LocalStorage;
import org.lsmtable.types.DataField;
import org.lsmtable.types.RowType;
import org.lsmtable.types.Types;

/** Reading loads no Hadoop class although the jars are there, in a process of its own. */
class NoHadoopTest {
    @TempDir
    Path folder;

    @Test
    void readingLoadsNoHadoopClass() throws IOException, InterruptedException {
        Path file = folder.resolve("x.parquet");
        OracleFile.Settings settings =
                OracleFile.Settings.PLAIN.withCodec(CompressionCodecName.ZSTD).withDictionary();
        Random random = new Random(1);
        OracleColumn column = OracleColumns.named(OracleColumns.all(random), "bigint_narrow");
        Files.write(
                file, OracleFile.random(List.of(column), 1000, settings, random).bytes());
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xlog:class+load",
                        "-cp",
                        System.getProperty("java.class.path"),
                        ReadOneFile.class.getName(),
                        file.toString())
                .redirectErrorStream(true)
                .start();
        String output;
        try (InputStream in = process.getInputStream()) {
            output = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(output).containsPattern("read [1-9][0-9]+ rows");
        assertThat(output.lines().filter(line -> line.contains("org.lsmtable.format.parquet.ParquetReader")))
                .as("the log lists classes")
                .isNotEmpty();
        assertThat(output.lines()
                        .filter(line ->
                                line.contains("org.apache.hadoop") || line.contains("org.apache.parquet.hadoop")))
                .isEmpty();
    }

    /** What the process runs. */
    static final class ReadOneFile {
        private ReadOneFile() {}

        public static void main(String[] args) throws IOException {
            RowType type = RowType.of(List.of(new DataField(0, "bigint_narrow", Types.BIGINT)));
            try (DataFileReader reader = new ParquetFormat()
                            .open(LocalStorage.of(Durability.PROCESS).open(args[0]));
                    ColumnCursor cursor = reader.column("bigint_narrow", Types.BIGINT)) {
                RowRanges ranges =
                        reader.mayMatch(BetweenFilter.of(Types.BIGINT, Long.MIN_VALUE, Long.MAX_VALUE), type);
                int rows = cursor.read((int) ranges.rowCount(), null).size();
                cursor.close();
                System.out.println("read " + rows + " rows");
            }
        }
    }
}
