package org.lsmtable.tools.command;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.lsmtable.fs.FileInfo;
import org.lsmtable.maintenance.Removal;
import org.lsmtable.snapshot.FastForward;
import org.lsmtable.table.Branches;
import org.lsmtable.table.Table;
import org.lsmtable.tools.console.CliException;
import org.lsmtable.tools.console.ExitCode;
import org.lsmtable.tools.console.Session;
import org.lsmtable.tools.query.TableAddress;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Creates, deletes and lists branches, and brings the main branch forward to one. */
@Command(
        name = "branch",
        header = "Branches: tables that begin with a state of another one, and share its data files.",
        description = {
            "create NAME        from the tag that --tag names; without one, with all schemas and no rows",
            "delete NAME        shows which files would go, and deletes them with --execute. Data files",
            "                   that only the branch still needed stay, as files that nothing refers to",
            "fast-forward NAME  makes the main branch what the branch is, from the branch's first snapshot",
            "                   on; shows which files of the main branch would go, unless --execute is given",
            "list               the branches, as 'lsm branches' does",
            "",
            "A branch is named TABLE$branch_NAME in every command. lsm expire spares what any branch needs;",
            "an expiration by Paimon only while the main branch keeps the tag the branch was made from."
        },
        footer = {
            "",
            "Example:",
            "  lsm tag /data/orders create before-test",
            "  lsm branch /data/orders create test --tag before-test",
            "  lsm load '/data/orders$branch_test' changes.csv",
            "  lsm branch /data/orders fast-forward test --execute"
        })
final class BranchCommand extends TableCommand {
    @Parameters(index = "1", paramLabel = "ACTION", description = "create, delete, fast-forward or list.")
    private String action = "";

    @Parameters(index = "2", arity = "0..1", paramLabel = "NAME", description = "The branch; not digits only.")
    private @Nullable String name;

    @Option(names = "--tag", paramLabel = "TAG", description = "The tag that a new branch begins with.")
    private @Nullable String tag;

    @Option(names = "--execute", description = "Do it, do not only show which files would go.")
    private boolean execute;

    BranchCommand(Session session) {
        super(session);
    }

    @Override
    ExitCode run() throws IOException {
        TableAddress address = plainAddress();
        if (tag != null && !action.equals("create")) {
            throw CliException.usage("--tag goes with create");
        }
        switch (action) {
            case "create" -> create(address, name());
            case "delete" -> delete(address, name());
            case "fast-forward" -> fastForward(address, name());
            case "list" -> {
                if (name != null) {
                    throw CliException.usage("list: expected nothing more, found '" + name + "'");
                }
                SystemRows.of(this, address, "branches").show(null);
            }
            default ->
                throw CliException.usage("no action '" + action + "'; expected create, delete, fast-forward or list");
        }
        return ExitCode.DONE;
    }

    private String name() {
        if (name == null) {
            throw CliException.usage(action + ": expected the name of a branch");
        }
        return name;
    }

    private void create(TableAddress address, String branch) throws IOException {
        try (Table table = open(address)) {
            Branches branches = table.branches();
            if (tag == null) {
                branches.create(branch);
            } else {
                branches.create(branch, tag);
            }
            Map<String, Object> record = new LinkedHashMap<>();
            record.put("branch", branch);
            try (Table created = branches.open(branch)) {
                record.put("schema", created.schema().id());
                List<Long> snapshots = created.stores().snapshots().ids();
                record.put("snapshot", snapshots.isEmpty() ? null : snapshots.get(0));
            }
            show(record);
        }
    }

    private void delete(TableAddress address, String branch) throws IOException {
        try (Table table = open(address)) {
            List<FileInfo> files = table.branches().files(branch);
            if (execute) {
                table.branches().delete(branch);
            }
            show(files, file -> "branch '" + branch + "' is deleted");
        }
    }

    private void fastForward(TableAddress address, String branch) throws IOException {
        try (Table table = open(address)) {
            FastForward plan = table.branches().fastForward(branch);
            if (execute) {
                table.branches().execute(plan);
            }
            String why = "main goes forward to branch '" + branch + "', snapshot " + plan.latest();
            show(plan.removed(), file -> why + (plan.replaces(file) ? "; replaced by that of the branch" : "; lost"));
        }
    }

    private void show(List<FileInfo> files, Function<FileInfo, String> why) throws IOException {
        List<Removal> removals = files.stream()
                .map(file -> new Removal(file.path(), why.apply(file), file.sizeBytes()))
                .toList();
        Removals.show(this, removals, execute);
    }
}
