package org.lsmtable.tools;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.lsmtable.fs.Durability;
import org.lsmtable.tools.console.DataOutput;
import org.lsmtable.tools.console.Interruption;
import org.lsmtable.tools.console.Session;
import org.lsmtable.tools.console.Terminal;
import org.lsmtable.tools.lab.LabBench;

/**
 * Runs the usual commands once, on a table of its own, and prints nothing: the launcher starts it to learn which classes they need, for
 * the class-data archive that later starts map.
 */
final class Warmup {
    private static final String ROWS = "id,v,d\n1,a,1.50\n2,b,\n3,c,2.00\n";

    private Warmup() {}

    /** Runs the commands; what they return does not matter. */
    public static void main(String[] args) throws IOException {
        Path folder = Files.createTempDirectory("lsm-warmup");
        LabBench cleaner = new LabBench(folder);
        try {
            run(
                    folder,
                    "create",
                    "t",
                    "--schema",
                    "id INT, v STRING, d DECIMAL(9, 2), PRIMARY KEY (id)",
                    "-O",
                    "bucket=1");
            for (int i = 0; i < 5; i++) {
                run(folder, "load", "t", "-", "--format", "csv");
            }
            for (String form : List.of("table", "jsonl", "json", "csv")) {
                for (String listing : List.of("snapshots", "files", "manifests", "schemas", "options")) {
                    run(folder, listing, "t", "-o", form);
                }
                run(folder, "levels", "t", "-o", form);
                run(folder, "explain", "t", "-o", form);
                run(folder, "scan", "t", "--where", "id > 1 AND v LIKE 'b%'", "-o", form);
            }
            run(folder, "count", "t");
            run(folder, "get", "t", "2", "--explain");
            run(folder, "key", "t", "2");
            run(folder, "changelog", "t");
            run(folder, "scan", "t$audit_log");
            run(folder, "diff", "t", "1", "3");
            run(folder, "diff", "t", "1", "3", "--rows");
            run(folder, "compact", "t", "--full");
            run(folder, "verify", "t", "--deep");
            run(folder, "help", "load");
            run(folder, "completion", "bash");
            run(folder, "lab", "example-c");
            run(folder, "scan", "nowhere");
        } finally {
            cleaner.close();
        }
    }

    private static void run(Path folder, String... args) {
        InputStream rows = new ByteArrayInputStream(ROWS.getBytes(StandardCharsets.UTF_8));
        PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        Session session = new Session(
                rows,
                new DataOutput(OutputStream.nullOutputStream()),
                nowhere,
                Terminal.none(),
                folder,
                Durability.PROCESS,
                new Interruption(),
                System::nanoTime);
        Cli.run(List.of(args), session);
    }
}
