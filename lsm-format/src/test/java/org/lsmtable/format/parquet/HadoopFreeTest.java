package org.lsmtable.format.parquet;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lsmtable.format.DataFileWriter;
import org.lsmtable.format.RandomColumn;
import org.lsmtable.format.WriteSettings;
import org.lsmtable.format.all.Formats;
import org.lsmtable.fs.Durability;
import org.lsmtable.fs.LocalStorage;
import org.lsmtable.options.Options;
import org.lsmtable.types.DataField;
import org.lsmtable.types.DataType;
import org.lsmtable.types.RowType;
import org.lsmtable.vector.ColumnVector;

/** Writing loads no Hadoop class and nothing of parquet-hadoop: seen in the class-load log of a JVM of its own. */
class HadoopFreeTest {
    @Test
    void writingLoadsNoHadoopClass(@TempDir Path folder) throws Exception {
        Path log = folder.resolve("classes.txt");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xlog:class+load:file=" + log + ":none",
                        "-cp",
                        System.getProperty("java.class.path"),
                        HadoopFreeTest.class.getName(),
                        folder.toString())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(output).isZero();

        List<String> classes = Files.readAllLines(log);
        assertThat(classes).anyMatch(line -> line.startsWith("org.apache.parquet.format.FileMetaData"));
        assertThat(classes).noneMatch(line -> line.startsWith("org.apache.hadoop."));
        assertThat(classes)
                .noneMatch(line -> line.startsWith("org.apache.orc.") || line.startsWith("org.apache.avro."));
        assertThat(classes).noneMatch(line -> line.startsWith("org.apache.parquet.hadoop."));
        for (String codec : List.of("zstd", "snappy", "gzip", "lz4_raw", "none")) {
            assertThat(Files.size(folder.resolve(codec + ".parquet"))).isPositive();
        }
    }

    /** The other JVM: a file of every type for each codec. */
    public static void main(String[] args) throws IOException {
        Random random = new Random(1);
        List<RandomColumn> columns = new ArrayList<>();
        for (DataType type : RandomColumn.TYPES) {
            DataField field = new DataField(columns.size(), "c" + columns.size(), type);
            columns.add(RandomColumn.of(field, 200, random));
        }
        RowType schema = RowType.of(columns.stream().map(RandomColumn::field).toList());
        List<ColumnVector> vectors =
                columns.stream().map(column -> column.vector(0, 200, null)).toList();
        for (String codec : List.of("zstd", "snappy", "gzip", "lz4_raw", "none")) {
            WriteSettings settings = new WriteSettings(codec, 1, 1 << 20, 50, 1 << 20, 1 << 20, Runnable::run);
            String path = Path.of(args[0], codec + ".parquet").toString();
            LocalStorage storage = LocalStorage.of(Durability.PROCESS);
            try (DataFileWriter writer =
                    Formats.named("parquet", new Options(Map.of())).create(storage.create(path), schema, settings)) {
                writer.write(vectors, 200);
                writer.finish();
            }
        }
    }
}
