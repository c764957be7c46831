package org.lsmtable.tools.command;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.lsmtable.schema.ColumnPosition;
import org.lsmtable.schema.SchemaChange;
import org.lsmtable.schema.SchemaChange.Nullability;
import org.lsmtable.table.Table;
import org.lsmtable.tools.console.CliException;
import org.lsmtable.tools.console.ExitCode;
import org.lsmtable.tools.console.Session;
import org.lsmtable.tools.query.ColumnPaths;
import org.lsmtable.tools.query.OptionNames;
import org.lsmtable.types.DataType;
import org.lsmtable.types.RowType;
import org.lsmtable.types.TypeParser;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Alters the schema of a table. */
@Command(
        name = "alter",
        header = "Changes the columns, options or comments of a table.",
        description = {
            "add-column NAME TYPE       a new column, null in old rows; --first, --after, --before, --comment",
            "drop-column NAME           no key column, and none that an option names",
            "rename-column OLD NEW      options that name the column follow; no partition column",
            "alter-type NAME TYPE       old rows are cast when read; no key column; with or without NOT NULL",
            "move-column NAME           to --first, --last, --after or --before another column",
            "comment-column NAME [TEXT] sets or removes a column's comment",
            "set-default NAME TEXT      what is written for null from now on; a text that the column's type reads",
            "drop-default NAME          null is written as null again",
            "comment [TEXT]             sets or removes the table's comment",
            "set KEY=VALUE...           sets options",
            "unset KEY...               removes options",
            "",
            "A field within a column is named outer.inner, what an ARRAY or a MAP holds a.element and m.value.",
            "Rows that are written already are not touched. -O overrides what options say about altering, for this"
                    + " call."
        },
        footer = {
            "",
            "Example:",
            "  lsm alter /data/orders add-column note STRING --after status",
            "  lsm alter /data/orders alter-type amount \"DECIMAL(20, 2)\"",
            "  lsm alter /data/orders set num-sorted-run.compaction-trigger=8"
        })
final class AlterCommand extends TableCommand {
    @Parameters(index = "1", paramLabel = "CHANGE", description = "What to do, see above.")
    private String change = "";

    @Parameters(index = "2..*", arity = "0..*", paramLabel = "ARGUMENT", description = "Its arguments.")
    private List<String> arguments = new ArrayList<>();

    @Option(names = "--first", description = "Put the column before all others.")
    private boolean first;

    @Option(names = "--last", description = "Put the column behind all others.")
    private boolean last;

    @Option(names = "--after", paramLabel = "COLUMN", description = "Put the column right behind this one.")
    private @Nullable String after;

    @Option(names = "--before", paramLabel = "COLUMN", description = "Put the column right before this one.")
    private @Nullable String before;

    @Option(names = "--comment", paramLabel = "TEXT", description = "The comment of a new column.")
    private @Nullable String comment;

    AlterCommand(Session session) {
        super(session);
    }

    @Override
    ExitCode run() throws IOException {
        long start = session.nanoTime().getAsLong();
        try (Table table = open(plainAddress())) {
            List<SchemaChange> changes = changes(table.schema().rowType());
            long before = table.schema().id();
            long schema = table.alter(changes.toArray(new SchemaChange[0])).id();
            if (schema == before) {
                session.say("this changes nothing; no schema is written");
            }
            Map<String, Object> record = new LinkedHashMap<>();
            record.put("schema", schema);
            record.putAll(new Summary().asRecord(session.secondsSince(start), form()));
            show(record);
        }
        return ExitCode.DONE;
    }

    private List<SchemaChange> changes(RowType columns) {
        boolean takesPlace = change.equals("add-column") || change.equals("move-column");
        if (!takesPlace && position() != null) {
            throw CliException.usage(change + ": a place is for add-column and move-column only");
        }
        if (comment != null && !change.equals("add-column")) {
            throw CliException.usage(change + ": --comment is for add-column only; use comment-column");
        }
        return switch (change) {
            case "add-column" -> {
                need(2, 2, "NAME TYPE");
                yield List.of(new SchemaChange.AddColumn(
                        ColumnPaths.parse(argument(0), columns), type(), comment, position()));
            }
            case "drop-column" -> {
                need(1, 1, "NAME");
                yield List.of(new SchemaChange.DropColumn(ColumnPaths.parse(argument(0), columns)));
            }
            case "rename-column" -> {
                need(2, 2, "OLD NEW");
                yield List.of(new SchemaChange.RenameColumn(ColumnPaths.parse(argument(0), columns), argument(1)));
            }
            case "alter-type" -> {
                need(2, 2, "NAME TYPE");
                yield List.of(new SchemaChange.ChangeType(
                        ColumnPaths.parse(argument(0), columns), type(), Nullability.AS_GIVEN));
            }
            case "move-column" -> List.of(move());
            case "comment-column" -> {
                need(1, 2, "NAME [TEXT]");
                yield List.of(new SchemaChange.CommentColumn(
                        ColumnPaths.parse(argument(0), columns), arguments.size() == 1 ? null : argument(1)));
            }
            case "set-default" -> {
                need(2, 2, "NAME TEXT");
                yield List.of(new SchemaChange.SetDefault(ColumnPaths.parse(argument(0), columns), argument(1)));
            }
            case "drop-default" -> {
                need(1, 1, "NAME");
                yield List.of(new SchemaChange.SetDefault(ColumnPaths.parse(argument(0), columns), null));
            }
            case "comment" -> {
                need(0, 1, "[TEXT]");
                yield List.of(new SchemaChange.CommentTable(arguments.isEmpty() ? null : argument(0)));
            }
            case "set" -> {
                need(1, Integer.MAX_VALUE, "KEY=VALUE...");
                yield arguments.stream().map(AlterCommand::set).toList();
            }
            case "unset" -> {
                need(1, Integer.MAX_VALUE, "KEY...");
                yield arguments.stream().map(AlterCommand::unset).toList();
            }
            default ->
                throw CliException.usage("no change '" + change + "'; expected add-column, drop-column, rename-column,"
                        + " alter-type, move-column, comment-column, set-default, drop-default, comment, set or unset");
        };
    }

    private SchemaChange move() {
        need(1, 1, "NAME and --first, --last, --after or --before");
        ColumnPosition position = position();
        if (position == null) {
            throw CliException.usage("move-column: where to? Give --first, --last, --after or --before");
        }
        return new SchemaChange.MoveColumn(argument(0), position);
    }

    private static SchemaChange set(String text) {
        int equals = text.indexOf('=');
        if (equals <= 0) {
            throw CliException.usage("set: expected KEY=VALUE, found '" + text + "'");
        }
        String key = text.substring(0, equals).strip();
        OptionNames.check("set", List.of(key));
        return new SchemaChange.SetOption(key, text.substring(equals + 1).strip());
    }

    /** Any key may be removed, also one that nobody knows. */
    private static SchemaChange unset(String key) {
        return new SchemaChange.UnsetOption(key);
    }

    private String argument(int index) {
        return arguments.get(index);
    }

    private DataType type() {
        try {
            return TypeParser.parse(argument(1));
        } catch (IllegalArgumentException e) {
            throw new CliException(ExitCode.USAGE, change + " " + argument(0) + ": " + e.getMessage(), e);
        }
    }

    private void need(int least, int most, String expected) {
        if (arguments.size() < least || arguments.size() > most) {
            throw CliException.usage(change + ": expected " + expected + ", found " + arguments
                    + (arguments.size() > most ? "; a text with blanks stands in quotes" : ""));
        }
    }

    private @Nullable ColumnPosition position() {
        List<ColumnPosition> places = new ArrayList<>();
        if (first) {
            places.add(new ColumnPosition.First());
        }
        if (last) {
            places.add(new ColumnPosition.Last());
        }
        if (after != null) {
            places.add(new ColumnPosition.After(after));
        }
        if (before != null) {
            places.add(new ColumnPosition.Before(before));
        }
        if (places.size() > 1) {
            throw CliException.usage(change + ": give one of --first, --last, --after and --before");
        }
        return places.isEmpty() ? null : places.get(0);
    }
}
