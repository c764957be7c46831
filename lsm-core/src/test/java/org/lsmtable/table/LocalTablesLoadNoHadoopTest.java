package org.lsmtable.table;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lsmtable.data.Row;

/** A local table, opened by a text that could name any store, loads no Hadoop class: seen in the class-load log of a JVM of its own. */
class LocalTablesLoadNoHadoopTest {
    @Test
    void creatingWritingAndReading(@TempDir Path folder) throws Exception {
        Path log = folder.resolve("classes.txt");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xlog:class+load:file=" + log + ":none",
                        "-cp",
                        System.getProperty("java.class.path"),
                        LocalTablesLoadNoHadoopTest.class.getName(),
                        folder.resolve("t").toUri().toString())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(output).isEqualTo("1 a\n");
        List<String> classes = Files.readAllLines(log);
        assertThat(classes)
                .anyMatch(line -> line.startsWith("org.lsmtable.fs.all.Storages"))
                .noneMatch(line -> line.startsWith("org.apache.hadoop."))
                .noneMatch(line -> line.startsWith("org.lsmtable.fs.hadoop."))
                .noneMatch(line -> line.startsWith("org.apache.orc."));
    }

    /** The other JVM. */
    public static void main(String[] args) {
        TableDefinition definition = TableDefinition.parse("id INT, v STRING, PRIMARY KEY (id)");
        try (Table table = Table.create(args[0], definition)) {
            try (TableWriter writer = table.newWriter()) {
                writer.upsert(Row.of(1, "a"));
                writer.commit();
            }
        }
        try (Table table = Table.open(args[0]);
                RowCursor rows = table.scan().open()) {
            while (rows.next()) {
                System.out.println(rows.get(0) + " " + rows.get(1));
            }
        }
    }
}
