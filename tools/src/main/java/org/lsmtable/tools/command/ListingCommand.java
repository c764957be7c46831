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

    /** {@code lsm tags}. */
    @Command(
            name = "tags",
            header = "Lists the tags of a table.",
            footer = {"", "Example:", "  lsm tags /data/orders"})
    static final class Tags extends ListingCommand {
        Tags(Session session) {
            super(session, "tags");
        }
    }

    /** {@code lsm branches}. */
    @Command(
            name = "branches",
            header = "Lists the branches of a table.",
            footer = {"", "Example:", "  lsm branches /data/orders"})
    static final class Branches extends ListingCommand {
        Branches(Session session) {
            super(session, "branches");
        }
    }

    /** {@code lsm partitions}. */
    @Command(
            name = "partitions",
            header = "Lists the partitions of a table's state, with their rows, bytes and files.",
            footer = {"", "Example:", "  lsm partitions /data/orders@7"})
    static final class Partitions extends ListingCommand {
        Partitions(Session session) {
            super(session, "partitions");
        }
    }

    /** {@code lsm buckets}. */
    @Command(
            name = "buckets",
            header = "Lists the buckets of a table's state, with their rows, bytes and files.",
            footer = {"", "Example:", "  lsm buckets /data/orders"})
    static final class Buckets extends ListingCommand {
        Buckets(Session session) {
            super(session, "buckets");
        }
    }

    /** {@code lsm consumers}. */
    @Command(
            name = "consumers",
            header = "Lists the consumers that read a table as a stream, and the snapshot each reads next.",
            footer = {"", "Example:", "  lsm consumers /data/orders"})
    static final class Consumers extends ListingCommand {
        Consumers(Session session) {
            super(session, "consumers");
        }
    }

    /** {@code lsm statistics}. */
    @Command(
            name = "statistics",
            header = "Shows the statistics that were stored for a table.",
            footer = {"", "Example:", "  lsm statistics /data/orders"})
    static final class Statistics extends ListingCommand {
        Statistics(Session session) {
            super(session, "statistics");
        }
    }
}
