package org.lsmtable.format.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lsmtable.format.BetweenFilter;
import org.lsmtable.format.ColumnCursor;
import org.lsmtable.format.DataFileReader;
import org.lsmtable.format.RowRanges;
import org.lsmtable.format.all.Formats;
import org.lsmtable.fs.Durability;
import org.lsmtable.fs.LocalStorage;
import org.lsmtable.options.Options;
import org.lsmtable.types.DataField;
import org.lsmtable.types.RowType;
import org.lsmtable.types.Types;

/** Reading loads no class of Hadoop and of other formats although the jars are there, in a process of its own. */
class NoHadoopTest {
    private static final List<CompressionCodecName> CODECS = List.of(
            CompressionCodecName.UNCOMPRESSED,
            CompressionCodecName.ZSTD,
            CompressionCodecName.SNAPPY,
            CompressionCodecName.GZIP,
            CompressionCodecName.LZ4_RAW,
            CompressionCodecName.LZ4);

    @TempDir
    Path folder;

    @Test
    void readingLoadsNoHadoopClass() throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        Path log = folder.resolve("classes.txt");
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-Xlog:class+load:file=" + log + ":none");
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), ReadFiles.class.getName()));
        Random random = new Random(1);
        OracleColumn column = OracleColumns.named(OracleColumns.all(random), "bigint_narrow");
        for (CompressionCodecName codec : CODECS) {
            OracleFile.Settings settings =
                    OracleFile.Settings.PLAIN.withCodec(codec).withDictionary();
            Path file = folder.resolve(codec + ".parquet");
            Files.write(
                    file,
                    OracleFile.random(List.of(column), 1000, settings, random).bytes());
            command.add(file.toString());
        }
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output;
        try (InputStream in = process.getInputStream()) {
            output = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(output.lines()).hasSize(CODECS.size()).allMatch(line -> line.matches("read [1-9][0-9]* rows"));
        List<String> classes = Files.readAllLines(log);
        assertThat(classes).anyMatch(line -> line.startsWith(ParquetReader.class.getName()));
        assertThat(classes)
                .noneMatch(
                        line -> line.startsWith("org.apache.hadoop.") || line.startsWith("org.apache.parquet.hadoop."))
                .noneMatch(line -> line.startsWith("org.apache.orc.") || line.startsWith("org.apache.avro."));
    }

    /** What the process runs. */
    static final class ReadFiles {
        private ReadFiles() {}

        public static void main(String[] files) throws IOException {
            RowType type = RowType.of(List.of(new DataField(0, "bigint_narrow", Types.BIGINT)));
            BetweenFilter filter = BetweenFilter.of(Types.BIGINT, Long.MIN_VALUE, Long.MAX_VALUE);
            for (String file : files) {
                try (DataFileReader reader = Formats.forFileName(file, new Options(Map.of()))
                                .open(LocalStorage.of(Durability.PROCESS).open(file));
                        ColumnCursor cursor = reader.column("bigint_narrow", Types.BIGINT)) {
                    RowRanges ranges = reader.mayMatch(filter, type);
                    int rows = cursor.read((int) ranges.rowCount(), null).size();
                    System.out.println("read " + rows + " rows");
                }
            }
        }
    }
}
