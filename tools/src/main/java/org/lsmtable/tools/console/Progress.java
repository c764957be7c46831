package org.lsmtable.tools.console;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.lsmtable.fs.Storage;

/**
 * A progress bar on standard error: rows, bytes, rate and the time left. It draws only if standard error is a terminal, and at most ten
 * times a second. Not thread-safe.
 */
public final class Progress implements AutoCloseable {
    private static final long INTERVAL_NANOS = 100_000_000;
    private static final int BAR_CELLS = 24;

    private final @Nullable Session session;
    private final String what;
    private final long startNanos;
    private long totalBytes = -1;
    private long totalRows = -1;
    private String unit = "rows";
    private long drawnNanos;
    private boolean drawn;

    private Progress(@Nullable Session session, String what) {
        this.session = session;
        this.what = what;
        this.startNanos = session == null ? 0 : session.nanoTime().getAsLong();
        this.drawnNanos = startNanos;
    }

    /** A bar that draws if standard error is a terminal. */
    public static Progress on(Session session, String what) {
        return new Progress(session.terminal().has(Terminal.Ability.ERR) ? session : null, what);
    }

    /** A bar that never draws. */
    public static Progress silent() {
        return new Progress(null, "");
    }

    /** How many bytes there are in all; the bar is drawn against them. */
    public Progress ofBytes(long bytes) {
        totalBytes = bytes;
        return this;
    }

    /** How many rows there are in all; the bar is drawn against them if the bytes are not known. */
    public Progress ofRows(long rows) {
        totalRows = rows;
        return this;
    }

    /** What is counted instead of rows. */
    public Progress counting(String things) {
        unit = things;
        return this;
    }

    /** Tells how far the work is; bytes -1 if they are not counted. */
    public void at(long rows, long bytes) {
        if (session == null) {
            return;
        }
        long now = session.nanoTime().getAsLong();
        if (now - drawnNanos < INTERVAL_NANOS) {
            return;
        }
        drawnNanos = now;
        drawn = true;
        session.err().print("\r" + text(rows, bytes, (now - startNanos) / 1e9) + "\033[K");
        session.err().flush();
    }

    /** The line for a state of the work. */
    String text(long rows, long bytes, double seconds) {
        double share = totalBytes > 0 && bytes >= 0
                ? (double) bytes / totalBytes
                : totalRows > 0 ? (double) rows / totalRows : Double.NaN;
        StringBuilder line = new StringBuilder(what).append(' ');
        if (!Double.isNaN(share)) {
            double done = Math.min(1, share);
            int full = (int) (done * BAR_CELLS);
            line.append('[')
                    .append("=".repeat(full))
                    .append(" ".repeat(BAR_CELLS - full))
                    .append("] ");
            line.append(String.format(Locale.ROOT, "%3.0f%% ", done * 100));
        }
        line.append(String.format(Locale.ROOT, "%,d %s", rows, unit));
        if (bytes >= 0) {
            line.append(' ').append(Sizes.text(bytes));
        }
        if (seconds > 0) {
            line.append(String.format(Locale.ROOT, " %,.0f %s/s", rows / seconds, unit));
            if (share > 0 && share < 1) {
                line.append(String.format(Locale.ROOT, " %.0f s left", seconds * (1 - share) / share));
            }
        }
        return line.toString();
    }

    /** The same storage, which moves the bar whenever it reads. Nothing else may move it then. */
    public Storage watching(Storage storage) {
        return session == null ? storage : new WatchedStorage(storage, this);
    }

    /** Wipes the bar. */
    @Override
    public void close() {
        if (session != null && drawn) {
            session.err().print("\r\033[K");
            session.err().flush();
        }
    }
}
