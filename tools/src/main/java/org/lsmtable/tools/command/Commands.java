package org.lsmtable.tools.command;

import java.util.List;
import org.lsmtable.tools.console.Session;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** Which commands there are. A command's class is loaded when its name is asked for, or all of them for help and completion. */
public final class Commands {
    /** The names, in the order in which help lists them. */
    public static final List<String> NAMES = List.of(
            "demo",
            "lab",
            "create",
            "alter",
            "tag",
            "branch",
            "load",
            "scan",
            "count",
            "get",
            "key",
            "changelog",
            "diff",
            "snapshots",
            "files",
            "manifests",
            "schemas",
            "options",
            "tags",
            "branches",
            "partitions",
            "buckets",
            "consumers",
            "statistics",
            "levels",
            "explain",
            "amp",
            "simulate",
            "advise",
            "compact",
            "drop-partition",
            "rollback",
            "expire",
            "orphans",
            "verify",
            "report",
            "help",
            "completion");

    private Commands() {}

    /** The line for some arguments: with one command if they name it, otherwise with all, to help or to suggest. */
    public static CommandLine lineFor(List<String> args, Session session) {
        String name = nameIn(args);
        boolean one = NAMES.contains(name) && !name.equals("help") && !name.equals("completion");
        return line(one ? List.of(name) : NAMES, session);
    }

    /** The word that stands where a command's name does, behind the options of {@code lsm} itself; empty if there is none. */
    private static String nameIn(List<String> args) {
        for (int i = 0; i < args.size(); i++) {
            String arg = args.get(i);
            if (arg.equals("-o") || arg.equals("--output")) {
                i++; // the form
            } else if (!arg.startsWith("-")) {
                return arg;
            }
        }
        return "";
    }

    /** The line with all commands. */
    static CommandLine full(Session session) {
        return line(NAMES, session);
    }

    private static CommandLine line(List<String> names, Session session) {
        CommandLine line = withHelp(new CommandLine(new RootCommand(session)));
        for (String name : names) {
            line.addSubcommand(name, withHelp(new CommandLine(create(name, session))));
        }
        ArgumentConverters.register(line);
        line.setUsageHelpLongOptionsMaxWidth(30);
        line.setUsageHelpWidth(100);
        return line;
    }

    /** The options of every command that picocli and {@code Cli} answer, not the command. */
    private static CommandLine withHelp(CommandLine line) {
        line.getCommandSpec()
                .addOption(OptionSpec.builder("--debug")
                        .description("Show where an error comes from.")
                        .build())
                .addOption(OptionSpec.builder("-h", "--help")
                        .usageHelp(true)
                        .description("Show this help.")
                        .build());
        return line;
    }

    private static LsmCommand create(String name, Session session) {
        return switch (name) {
            case "demo" -> new DemoCommand(session);
            case "lab" -> new LabCommand(session);
            case "create" -> new CreateCommand(session);
            case "alter" -> new AlterCommand(session);
            case "tag" -> new TagCommand(session);
            case "branch" -> new BranchCommand(session);
            case "load" -> new LoadCommand(session);
            case "scan" -> new ScanCommand(session);
            case "count" -> new CountCommand(session);
            case "get" -> new GetCommand(session);
            case "key" -> new KeyCommand(session);
            case "changelog" -> new ChangelogCommand(session);
            case "diff" -> new DiffCommand(session);
            case "snapshots" -> new ListingCommand.Snapshots(session);
            case "files" -> new ListingCommand.Files(session);
            case "manifests" -> new ListingCommand.Manifests(session);
            case "schemas" -> new ListingCommand.Schemas(session);
            case "options" -> new ListingCommand.Options(session);
            case "tags" -> new ListingCommand.Tags(session);
            case "branches" -> new ListingCommand.Branches(session);
            case "partitions" -> new ListingCommand.Partitions(session);
            case "buckets" -> new ListingCommand.Buckets(session);
            case "consumers" -> new ListingCommand.Consumers(session);
            case "statistics" -> new ListingCommand.Statistics(session);
            case "levels" -> new LevelsCommand(session);
            case "explain" -> new ExplainCommand(session);
            case "amp" -> new AmpCommand(session);
            case "simulate" -> new SimulateCommand(session);
            case "advise" -> new AdviseCommand(session);
            case "compact" -> new CompactCommand(session);
            case "drop-partition" -> new DropPartitionCommand(session);
            case "rollback" -> new RollbackCommand(session);
            case "expire" -> new ExpireCommand(session);
            case "orphans" -> new OrphansCommand(session);
            case "verify" -> new VerifyCommand(session);
            case "report" -> new ReportCommand(session);
            case "help" -> new HelpCommand(session);
            case "completion" -> new CompletionCommand(session);
            default -> throw new IllegalArgumentException("no command '" + name + "'");
        };
    }
}
