package org.lsmtable.tools.command;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.lsmtable.fs.Storage;
import org.lsmtable.fs.StorageSettings;
import org.lsmtable.fs.all.Storages;
import org.lsmtable.table.TableEnvironment;
import org.lsmtable.table.TableException;
import org.lsmtable.tools.console.ExitCode;
import org.lsmtable.tools.console.Progress;
import org.lsmtable.tools.console.Session;
import org.lsmtable.tools.console.Terminal.Ability;
import org.lsmtable.tools.output.Column;
import org.lsmtable.tools.output.OutputForm;
import org.lsmtable.tools.output.RecordWriter;
import org.lsmtable.tools.value.Trees;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** A command: its common options, and how it shows records. */
abstract class LsmCommand implements Callable<Integer> {
    final Session session;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORM",
            description = "table, json, jsonl or csv; table on a terminal and jsonl otherwise.")
    private @Nullable OutputForm output;

    @Option(names = "--quiet", description = "No progress bar, and no line that sums up what was deleted or would be.")
    private boolean quiet;

    /** {@code lsm} itself, whose options before the command's name count unless the command has them too; null in {@code lsm} itself. */
    @ParentCommand
    private @Nullable LsmCommand root;

    private @Nullable Storages storage;

    LsmCommand(Session session) {
        this.session = session;
    }

    /** Does the work. */
    abstract ExitCode run() throws IOException;

    @Override
    public final Integer call() throws IOException {
        session.interruption().whenCutOff(whenCutOff());
        try {
            ExitCode code = run();
            session.out().flush();
            return code.code();
        } catch (TableException e) {
            throw told(e);
        } finally {
            if (storage != null) {
                storage.close();
            }
        }
    }

    /** What to throw for an error of a table: the same, or one that tells more. */
    RuntimeException told(TableException e) {
        return e;
    }

    /** What is true if the process ends in the middle of the work, to be told then; empty if there is nothing to say. */
    String whenCutOff() {
        return "";
    }

    /** The storage of every place, the system's clock and random names. */
    final TableEnvironment environment() {
        return TableEnvironment.of(storage());
    }

    /** The same, whose reading moves a bar that counts files. */
    final TableEnvironment environment(Progress progress) {
        return TableEnvironment.of(progress.counting("files").watching(storage()));
    }

    /** Local disks, and what else a URI names; one for the command, closed with it. */
    final Storage storage() {
        Storages opened = storage;
        if (opened == null) {
            opened = Storages.of(new StorageSettings(session.durability(), Map.of(), List.of(), null)
                    .withVariables(session.variables())
                    .withOptions(storageOptions()));
            storage = opened;
        }
        return opened;
    }

    /** Options among which are settings of storage. */
    Map<String, String> storageOptions() {
        return Map.of();
    }

    /** The form asked for, or the one that fits where the output goes. */
    final OutputForm form() {
        OutputForm asked = formAskedFor();
        if (asked != null) {
            return asked;
        }
        return session.terminal().has(Ability.OUT) ? OutputForm.TABLE : OutputForm.JSONL;
    }

    /** The form that the command line names, null if it names none. */
    final @Nullable OutputForm formAskedFor() {
        return output != null || root == null ? output : root.output;
    }

    private boolean isQuiet() {
        return quiet || (root != null && root.quiet);
    }

    /** A progress bar, unless it is not wanted. */
    final Progress progress(String what) {
        return isQuiet() ? Progress.silent() : Progress.on(session, what);
    }

    /** A line that sums up, unless it is not wanted. */
    final void sumUp(String line) {
        if (!isQuiet()) {
            session.say(line);
        }
    }

    /** Shows records made of plain trees. */
    final void show(List<Column> columns, Iterable<? extends Map<String, ?>> records) throws IOException {
        RecordWriter writer = form().open(columns, session.out());
        for (Map<String, ?> record : records) {
            writer.startRecord();
            for (Column column : columns) {
                Trees.write(record.get(column.name()), writer);
            }
            writer.endRecord();
        }
        writer.finish();
    }

    /** Shows one record made of plain trees, its columns being its keys. */
    final void show(Map<String, ?> record) throws IOException {
        show(Column.texts(record.keySet().toArray(new String[0])), List.of(record));
    }
}
