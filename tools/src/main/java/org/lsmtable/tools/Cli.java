package org.lsmtable.tools;

import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lsmtable.tools.command.Commands;
import org.lsmtable.tools.console.ExitCode;
import org.lsmtable.tools.console.Session;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** Runs a command line: finds the command, runs it, tells errors in one line. */
public final class Cli {
    private Cli() {}

    /** Runs one command line in a session; returns the exit code of the process. */
    public static int run(List<String> args, Session session) {
        boolean debug = args.contains("--debug");
        try {
            if (args.size() == 1
                    && (args.get(0).equals("--version") || args.get(0).equals("-V"))) {
                session.out().write((Version.text() + "\n").getBytes(StandardCharsets.UTF_8));
                session.out().flush();
                return ExitCode.DONE.code();
            }
            CommandLine line = Commands.lineFor(args, session)
                    .setOut(new PrintWriter(new OutputStreamWriter(session.out(), StandardCharsets.UTF_8)))
                    .setErr(new PrintWriter(new OutputStreamWriter(session.err(), StandardCharsets.UTF_8)))
                    .setParameterExceptionHandler((e, given) -> usageError(e, session, debug))
                    .setExecutionExceptionHandler((e, command, result) -> failed(e, session, debug));
            int code = line.execute(args.toArray(new String[0]));
            line.getOut().flush();
            return code;
        } catch (Exception | OutOfMemoryError | StackOverflowError e) {
            return failed(e, session, debug);
        }
    }

    private static int failed(Throwable thrown, Session session, boolean debug) {
        Failure failure = Failure.of(thrown);
        tell(failure.line(), session);
        if (debug && failure.line() != null) {
            showStack(thrown, session);
        }
        return failure.code().code();
    }

    private static int usageError(ParameterException e, Session session, boolean debug) {
        String command = e.getCommandLine().getCommandSpec().qualifiedName();
        String help = command.equals("lsm") ? "lsm help" : command.replaceFirst("lsm ", "lsm help ");
        tell(UsageProblem.of(e) + " (see: " + help + ")", session);
        if (debug) {
            showStack(e, session);
        }
        return ExitCode.USAGE.code();
    }

    private static void showStack(Throwable thrown, Session session) {
        StringWriter stack = new StringWriter();
        thrown.printStackTrace(new PrintWriter(stack, true));
        session.say(stack.toString().stripTrailing());
    }

    private static void tell(@Nullable String line, Session session) {
        if (line != null) {
            session.say("lsm: " + line);
        }
    }
}
