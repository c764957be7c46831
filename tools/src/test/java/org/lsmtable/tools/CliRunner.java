package org.lsmtable.tools;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.lsmtable.fs.Durability;
import org.lsmtable.tools.console.DataOutput;
import org.lsmtable.tools.console.Interruption;
import org.lsmtable.tools.console.Pause;
import org.lsmtable.tools.console.Session;
import org.lsmtable.tools.console.Terminal;
import org.lsmtable.tools.console.Terminal.Ability;

/** Runs command lines in this process and keeps what they print. */
public final class CliRunner {
    private final Path folder;
    private Supplier<InputStream> input = InputStream::nullInputStream;
    private Terminal terminal = Terminal.none();
    private final Interruption interruption = new Interruption();
    private Pause pause = interruption::await;
    private LongSupplier nanoTime = System::nanoTime;

    /** A runner whose relative paths are relative to a folder. */
    public CliRunner(Path folder) {
        this.folder = folder;
    }

    /** A runner whose user has interrupted already. */
    public CliRunner interrupted() {
        CliRunner runner = new CliRunner(folder);
        runner.interruption.request();
        return runner;
    }

    /** What a command line did. */
    public record Result(int code, String out, String err) {
        /** The lines of standard output. */
        public List<String> lines() {
            return out.lines().toList();
        }

        /** Standard error without its line end, which must be one line. */
        public String error() {
            if (err.lines().count() != 1) {
                throw new AssertionError("expected one line on standard error, found: " + err);
            }
            return err.strip();
        }
    }

    /** The same runner with something on standard input. */
    public CliRunner withInput(String text) {
        CliRunner runner = new CliRunner(folder);
        runner.input = () -> new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
        runner.terminal = terminal;
        return runner;
    }

    /** The same with a stream, which one command line reads. */
    public CliRunner withInput(InputStream stream) {
        CliRunner runner = new CliRunner(folder);
        runner.input = () -> stream;
        runner.terminal = terminal;
        return runner;
    }

    /** A runner on a terminal whose cursor can be moved, with a user who does something in each pause, and interrupts after the last. */
    public CliRunner onScreen(Runnable... pauses) {
        CliRunner runner = passing(pauses);
        runner.terminal = new Terminal(EnumSet.of(Ability.OUT, Ability.CURSOR));
        return runner;
    }

    /** A runner without a terminal whose pauses take no time; its user does something in each, and interrupts after the last. */
    public CliRunner passing(Runnable... pauses) {
        CliRunner runner = new CliRunner(folder);
        Iterator<Runnable> next = List.of(pauses).iterator();
        runner.pause = duration -> {
            if (next.hasNext()) {
                next.next().run();
            } else {
                runner.interruption.request();
            }
        };
        return runner;
    }

    /** The same runner on a terminal. */
    public CliRunner onTerminal() {
        CliRunner runner = new CliRunner(folder);
        runner.input = input;
        runner.terminal = new Terminal(EnumSet.of(Ability.OUT, Ability.ERR));
        return runner;
    }

    /** A runner on a terminal on which a second passes whenever the clock is read, so that each step of a progress bar is drawn. */
    public CliRunner onSlowTerminal() {
        return onSlowTerminal(second -> {});
    }

    /** The same, with somebody else who does something in each second. */
    public CliRunner onSlowTerminal(LongConsumer other) {
        CliRunner runner = onTerminal();
        AtomicLong seconds = new AtomicLong();
        runner.nanoTime = () -> {
            long second = seconds.incrementAndGet();
            other.accept(second);
            return second * 1_000_000_000;
        };
        return runner;
    }

    /** Runs a command line. */
    public Result run(String... args) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int code = run(out, err, args);
        return new Result(code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    /** Runs a command line that must succeed. */
    public Result ok(String... args) {
        Result result = run(args);
        if (result.code() != 0) {
            throw new AssertionError(String.join(" ", args) + " ended with " + result.code() + ": " + result.err());
        }
        return result;
    }

    /** Runs a command line with its own streams. */
    public int run(OutputStream out, OutputStream err, String... args) {
        Session session = new Session(
                input.get(),
                new DataOutput(out),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                terminal,
                folder,
                Durability.PROCESS,
                interruption,
                pause,
                nanoTime);
        return Cli.run(List.of(args), session);
    }
}
