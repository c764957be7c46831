package org.lsmtable.tools.command;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.lsmtable.data.BinaryRow;
import org.lsmtable.data.Row;
import org.lsmtable.fs.Storage;
import org.lsmtable.fs.StorageSettings;
import org.lsmtable.schema.SchemaStore;
import org.lsmtable.schema.TablePaths;
import org.lsmtable.snapshot.TableStores;
import org.lsmtable.table.SnapshotRef;
import org.lsmtable.table.Table;
import org.lsmtable.table.TableEnvironment;
import org.lsmtable.table.TableException;
import org.lsmtable.tools.console.CliException;
import org.lsmtable.tools.console.ExitCode;
import org.lsmtable.tools.console.Session;
import org.lsmtable.tools.query.OptionNames;
import org.lsmtable.tools.query.StateText;
import org.lsmtable.tools.query.TableAddress;
import org.lsmtable.types.RowType;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A command on one table. */
abstract class TableCommand extends LsmCommand {
    @Parameters(
            index = "0",
            paramLabel = "TABLE",
            description = "The table's folder, or a URI such as hdfs://host/path.")
    private String table = "";

    @Option(
            names = "-O",
            paramLabel = "KEY=VALUE",
            description =
                    "Overrides a table option for this call (create stores it); hadoop.KEY=VALUE sets a key of Hadoop,"
                            + " which is never stored; may be given several times.")
    private Map<String, String> options = new LinkedHashMap<>();

    private final List<String> tagsMeant = new ArrayList<>();

    TableCommand(Session session) {
        super(session);
    }

    /** The table as it was named. */
    final TableAddress address() {
        TableAddress address = TableAddress.parse(table, session.folder());
        remember(address.ref());
        return address;
    }

    /** A state that an argument names. */
    final SnapshotRef state(String text) {
        SnapshotRef ref = StateText.parse(text);
        remember(ref);
        return ref;
    }

    private void remember(@Nullable SnapshotRef ref) {
        if (ref instanceof SnapshotRef.Tag tag) {
            tagsMeant.add(tag.name());
        }
    }

    /** A state that is taken for a tag may have been meant as something else. */
    @Override
    final RuntimeException told(TableException e) {
        String message = String.valueOf(e.getMessage());
        for (String tag : tagsMeant) {
            if (message.endsWith("tag '" + tag + "' not found")) {
                return new CliException(ExitCode.NOT_FOUND, message + "; " + StateText.hint(tag), e);
            }
        }
        return e;
    }

    /** The table, which is named without a state or system table. */
    final TableAddress plainAddress() {
        TableAddress address = stateAddress();
        if (address.ref() != null) {
            throw CliException.usage(
                    address.paths().name() + ": this command works on the latest state; name the table without '@'");
        }
        return address;
    }

    /** The table, perhaps at a state, but no system table. */
    final TableAddress stateAddress() {
        TableAddress address = address();
        if (address.systemTable() != null) {
            throw CliException.usage(
                    address.paths().name() + ": this command does not work on system tables; scan does");
        }
        return address;
    }

    /** The table options given with {@code -O}. */
    final Map<String, String> options() {
        Map<String, String> tableOptions = new LinkedHashMap<>(options);
        tableOptions.keySet().removeIf(StorageSettings::isSetting);
        OptionNames.check(tableOptions.keySet());
        return tableOptions;
    }

    @Override
    final Map<String, String> storageOptions() {
        return options;
    }

    /** Opens the table with the options given. The caller closes it. */
    final Table open(TableAddress address) {
        return open(address, environment());
    }

    /** The same in an environment. */
    final Table open(TableAddress address, TableEnvironment environment) {
        Map<String, String> overrides = new LinkedHashMap<>(options());
        if (!address.paths().isMain()) {
            String other = overrides.put("branch", address.branch());
            if (other != null && !other.equals(address.branch())) {
                throw CliException.usage(
                        address.paths().name() + ": option 'branch' says '" + other + "'; name one branch");
            }
        }
        return Table.open(address.location(), environment, overrides);
    }

    /** The metadata of a table, without anything of the engine above them. */
    final TableStores stores(TableAddress address) throws IOException {
        Storage storage = storage();
        TablePaths paths = address.paths();
        String branch = options().get("branch");
        if (branch != null) {
            paths = paths.onBranch(branch);
        }
        return stores(storage, paths);
    }

    private TableStores stores(Storage storage, TablePaths paths) throws IOException {
        return new SchemaStore(storage, paths)
                .latest()
                .map(schema -> TableStores.of(
                        storage,
                        paths,
                        schema.withOptions(schema.options().with(options())),
                        () -> UUID.randomUUID().toString()))
                .orElseThrow(() -> new TableException(TableException.Reason.NOT_FOUND, notThere(storage, paths), null));
    }

    private static String notThere(Storage storage, TablePaths paths) {
        TablePaths main = new TablePaths(paths.root(), TablePaths.MAIN);
        boolean onlyBranchIsMissing;
        try {
            onlyBranchIsMissing =
                    !paths.isMain() && new SchemaStore(storage, main).latest().isPresent();
        } catch (IOException e) {
            onlyBranchIsMissing = false; // then nothing is known of the table
        }
        return onlyBranchIsMissing
                ? paths.root() + ": branch '" + paths.branch() + "' not found"
                : main.name() + ": no table: expected a file schema/schema-<n>, found none";
    }

    /** The values of a row, such as a partition's, as plain Java objects. */
    static Row values(RowType type, BinaryRow row) {
        @Nullable Object[] values = new @Nullable Object[type.fieldCount()];
        for (int i = 0; i < values.length; i++) {
            values[i] = row.get(i, type.typeAt(i));
        }
        return Row.of(values);
    }
}
