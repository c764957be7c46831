package org.lsmtable.tools.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.lsmtable.tools.console.CliException;
import org.lsmtable.tools.console.ExitCode;
import org.lsmtable.tools.console.Session;
import org.lsmtable.tools.console.TextOutput;
import org.lsmtable.tools.lab.DemoTour;
import org.lsmtable.tools.output.OutputForm;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The two-minute tour. */
@Command(
        name = "demo",
        header = "The two-minute tour of a table's life.",
        description = {
            "Creates a table, upserts a bundled stream of changes, shows levels and picks, looks a key up, compacts,"
                    + " reads back. The table stays, to be looked at.",
            "The tour is a text, wherever it goes: it has no -o json, jsonl or csv."
        },
        footer = {"", "Example:", "  lsm demo --dir /tmp/orders"})
final class DemoCommand extends LsmCommand {
    /** How the user called this program, as the launcher tells. */
    private static final String CALLED_AS = "LSM_CALLED_AS";

    @Option(
            names = "--dir",
            paramLabel = "D",
            description = "Where the table goes, a new or an empty folder; a temporary one if not given.")
    private @Nullable Path dir;

    DemoCommand(Session session) {
        super(session);
    }

    @Override
    ExitCode run() throws IOException {
        OutputForm form = formAskedFor();
        if (form != null && form != OutputForm.TABLE) {
            throw CliException.usage("-o " + form + ": the demo is a text, which has no other form");
        }
        Path folder = dir == null
                ? Files.createTempDirectory("lsm-demo").resolve("orders")
                : session.folder().resolve(dir).normalize();
        checkFree(folder);
        String program = session.variables().getOrDefault(CALLED_AS, "lsm");
        boolean sound = new DemoTour(folder, environment(), program, new TextOutput(session)::line).play();
        return sound ? ExitCode.DONE : ExitCode.FINDING;
    }

    private static void checkFree(Path folder) throws IOException {
        if (Files.isDirectory(folder.resolve("schema"))) {
            throw CliException.usage(
                    folder + ": expected a new or an empty folder, found one with a table, perhaps of an"
                            + " earlier demo; delete it, or give another");
        }
        if (!Files.exists(folder)) {
            return;
        }
        if (!Files.isDirectory(folder)) {
            throw CliException.usage(folder + ": expected a new or an empty folder, found a file");
        }
        try (Stream<Path> files = Files.list(folder)) {
            Optional<Path> file = files.findFirst();
            if (file.isPresent()) {
                throw CliException.usage(folder + ": expected a new or an empty folder, found one with '"
                        + file.get().getFileName() + "' in it");
            }
        }
    }
}
