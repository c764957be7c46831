package org.lsmtable.tools.console;

import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.LongSupplier;
import org.lsmtable.fs.Durability;
import org.lsmtable.options.Credentials;

/**
 * What a command needs of the process it runs in.
 *
 * @param out data, unbuffered; its errors are seen, unlike those of {@link System#out}
 * @param err messages, progress and warnings
 * @param folder what relative paths are relative to
 * @param durability whether what is written must survive a power cut
 * @param variables of the environment
 * @param interruption asks long work to stop
 * @param pause lets time pass
 * @param nanoTime a clock for durations
 */
public record Session(
        InputStream in,
        OutputStream out,
        PrintStream err,
        Terminal terminal,
        Path folder,
        Durability durability,
        Map<String, String> variables,
        Interruption interruption,
        Pause pause,
        LongSupplier nanoTime) {
    /** A session without variables. */
    public Session(
            InputStream in,
            OutputStream out,
            PrintStream err,
            Terminal terminal,
            Path folder,
            Durability durability,
            Interruption interruption,
            Pause pause,
            LongSupplier nanoTime) {
        this(in, out, err, terminal, folder, durability, Map.of(), interruption, pause, nanoTime);
    }

    /** A session without variables in which time passes as it does. */
    public Session(
            InputStream in,
            OutputStream out,
            PrintStream err,
            Terminal terminal,
            Path folder,
            Durability durability,
            Interruption interruption,
            LongSupplier nanoTime) {
        this(in, out, err, terminal, folder, durability, interruption, interruption::await, nanoTime);
    }

    /** A message or warning, one line. Credentials in it are not shown. */
    public void say(String line) {
        err.println(Credentials.mask(line));
        err.flush();
    }

    /** Seconds since an earlier reading of the clock. */
    public double secondsSince(long startNanos) {
        return (nanoTime.getAsLong() - startNanos) / 1e9;
    }
}
