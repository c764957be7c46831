package org.lsmtable.tools.console;

import org.jspecify.annotations.Nullable;

/** A command that cannot go on: one line for people, and the exit code. */
public final class CliException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final ExitCode code;

    public CliException(ExitCode code, String message) {
        this(code, message, null);
    }

    public CliException(ExitCode code, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.code = code;
    }

    /** Wrong usage. */
    public static CliException usage(String message) {
        return new CliException(ExitCode.USAGE, message);
    }

    /** How the process ends. */
    public ExitCode code() {
        return code;
    }
}
