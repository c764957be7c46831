package org.lsmtable.tools.command;

import java.io.IOException;
import org.lsmtable.tools.console.ExitCode;
import org.lsmtable.tools.console.Session;
import picocli.CommandLine.Command;

/** A system table under a command of its own. */
abstract class ListingCommand extends TableCommand {
    private final String systemTable;

    private ListingCommand(Session session, String systemTable) {
        super(session);
        this.systemTable = systemTable;
    }

    @Override
    ExitCode run() throws IOException {
        SystemRows.of(this, stateAddress(), systemTable).show(null);
        return ExitCode.DONE;
    }

    /** {@code lsm snapshots}. */
    @Command(
            name = "snapshots",
            header = "Lists the snapshots of a table.",
            footer = {"", "Example:", "  lsm snapshots /data/orders"})
    static final class Snapshots extends ListingCommand {
        Snapshots(Session session) {
            super(session, "snapshots");
        }
    }

    /** {@code lsm files}. */
    @Command(
            name = "files",
            header = "Lists the data files of a table's state, with their keys, sequences and statistics.",
            footer = {"", "Example:", "  lsm files /data/orders@7 -o csv"})
    static final class Files extends ListingCommand {
        Files(Session session) {
            super(session, "files");
        }
    }

    /** {@code lsm manifests}. */
    @Command(
            name = "manifests",
            header = "Lists the manifests of a table's state.",
            footer = {"", "Example:", "  lsm manifests /data/orders"})
    static final class Manifests extends ListingCommand {
        Manifests(Session session) {
            super(session, "manifests");
        }
    }

    /** {@code lsm schemas}. */
    @Command(
            name = "schemas",
            header = "Lists the schemas a table has had.",
            footer = {"", "Example:", "  lsm schemas /data/orders"})
    static final class Schemas extends ListingCommand {
        Schemas(Session session) {
            super(session, "schemas");
        }
    }

    /** {@code lsm options}. */
    @Command(
            name = "options",
            header = "Lists the options stored with a table.",
            footer = {"", "Example:", "  lsm options /data/orders"})
    static final class Options extends ListingCommand {
        Options(Session session) {
            super(session, "options");
        }
    }
}
