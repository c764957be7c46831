package org.lsmtable.tools.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.lsmtable.tools.console.ExitCode;
import org.lsmtable.tools.console.Session;
import org.lsmtable.tools.console.TextOutput;
import org.lsmtable.tools.lab.DemoTour;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The two-minute tour. */
@Command(
        name = "demo",
        header = "The two-minute tour of a table's life.",
        description =
                "Creates a table, upserts a bundled stream of changes, shows levels and picks, looks a key up, compacts,"
                        + " reads back. The table stays, to be looked at.",
        footer = {"", "Example:", "  lsm demo --dir /tmp/orders"})
final class DemoCommand extends LsmCommand {
    @Option(names = "--dir", paramLabel = "D", description = "Where the table goes; a temporary folder if not given.")
    private @Nullable Path dir;

    DemoCommand(Session session) {
        super(session);
    }

    @Override
    ExitCode run() throws IOException {
        Path folder = dir == null
                ? Files.createTempDirectory("lsm-demo").resolve("orders")
                : session.folder().resolve(dir).normalize();
        boolean sound = new DemoTour(folder, environment(), new TextOutput(session)::line).play();
        return sound ? ExitCode.DONE : ExitCode.FINDING;
    }
}
