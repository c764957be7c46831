package org.lsmtable.tools.command;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lsmtable.table.Table;
import org.lsmtable.table.TableDefinition;
import org.lsmtable.tools.console.CliException;
import org.lsmtable.tools.console.ExitCode;
import org.lsmtable.tools.console.Session;
import org.lsmtable.tools.query.TableAddress;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Creates a table. */
@Command(
        name = "create",
        header = "Creates a table.",
        description = "Options given with -O are stored in it.",
        footer = {
            "",
            "Example:",
            "  lsm create /data/orders -O bucket=4 \\",
            "      --schema \"id BIGINT, status STRING, amount DECIMAL(18, 2), PRIMARY KEY (id)\""
        })
final class CreateCommand extends TableCommand {
    @Option(
            names = "--schema",
            required = true,
            paramLabel = "COLUMNS",
            description = "Columns and key, as in SQL; names that are no plain words stand in backticks.")
    private String schema = "";

    @Option(names = "--partition-by", split = ",", paramLabel = "COLUMN", description = "Partition columns.")
    private List<String> partitionBy = new ArrayList<>();

    @Option(names = "--comment", paramLabel = "TEXT", description = "A comment.")
    private @Nullable String comment;

    CreateCommand(Session session) {
        super(session);
    }

    @Override
    ExitCode run() throws IOException {
        long start = session.nanoTime().getAsLong();
        TableAddress address = address();
        if (address.systemTable() != null || address.ref() != null) {
            throw CliException.usage(
                    address.location() + ": "
                            + (address.ref() == null
                                    ? "what stands behind '$' names a system table or a branch; expected a name without '$'"
                                    : "what stands behind '@' names a state, and a new table has none; expected a name without '@'"));
        }
        if (!address.paths().isMain()) {
            throw CliException.usage(address.paths().name() + ": a branch is created by lsm branch TABLE create NAME");
        }
        TableDefinition definition;
        try {
            definition = TableDefinition.parse(schema)
                    .with(partitionBy.stream().map(String::strip).toList(), options(), comment);
        } catch (IllegalArgumentException e) {
            throw new CliException(ExitCode.USAGE, "--schema: " + e.getMessage(), e);
        }
        Table.create(address.location(), environment(), definition).close();
        show(new Summary().asRecord(session.secondsSince(start), form()));
        return ExitCode.DONE;
    }
}
