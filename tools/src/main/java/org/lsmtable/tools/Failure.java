package org.lsmtable.tools;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import org.lsmtable.fs.DamagedFileException;
import org.lsmtable.table.TableException;
import org.lsmtable.tools.console.CliException;
import org.lsmtable.tools.console.DataOutput;
import org.lsmtable.tools.console.ExitCode;
import org.lsmtable.tools.console.PartlyDoneException;
import org.lsmtable.types.UnsupportedFeatureException;

/**
 * How something that was thrown is told: one line, and the exit code.
 *
 * @param line null if there is nothing to tell
 */
record Failure(ExitCode code, @Nullable String line) {
    static Failure of(Throwable thrown) {
        Throwable problem = unwrapped(thrown);
        if (problem instanceof PartlyDoneException partly) {
            Failure failure = of(partly.failure());
            return new Failure(failure.code(), failure.line() + "; " + partly.getMessage());
        }
        if (problem instanceof DataOutput.ClosedException closed && closed.readerHasGone()) {
            return new Failure(ExitCode.DONE, null);
        }
        return new Failure(code(problem), oneLine(message(problem)));
    }

    private static Throwable unwrapped(Throwable thrown) {
        Throwable problem = thrown;
        while ((problem instanceof UncheckedIOException
                        || problem instanceof CompletionException
                        || problem instanceof ExecutionException)
                && problem.getCause() != null) {
            problem = problem.getCause();
        }
        return problem;
    }

    private static ExitCode code(Throwable problem) {
        if (problem instanceof CliException e) {
            return e.code();
        }
        if (problem instanceof TableException e) {
            return switch (e.reason()) {
                case NOT_FOUND -> ExitCode.NOT_FOUND;
                case EXISTS, INVALID -> ExitCode.USAGE;
                case SCHEMA_CHANGED, CONFLICT -> ExitCode.CONFLICT;
                case DAMAGED, IO -> ExitCode.DAMAGED;
                case UNSUPPORTED -> ExitCode.REFUSED;
            };
        }
        if (problem instanceof UnsupportedFeatureException) {
            return ExitCode.REFUSED;
        }
        if (problem instanceof NoSuchFileException) {
            return ExitCode.NOT_FOUND;
        }
        if (problem instanceof FileAlreadyExistsException || problem instanceof IllegalArgumentException) {
            return ExitCode.USAGE;
        }
        return problem instanceof IOException ? ExitCode.DAMAGED : ExitCode.INTERNAL;
    }

    private static String message(Throwable problem) {
        String message = String.valueOf(problem.getMessage());
        if (problem instanceof CliException
                || problem instanceof TableException
                || problem instanceof UnsupportedFeatureException
                || problem instanceof DamagedFileException
                || problem instanceof DataOutput.ClosedException
                || problem instanceof IllegalArgumentException) {
            return message;
        }
        if (problem instanceof NoSuchFileException e) {
            return e.getFile() + ": no such file";
        }
        if (problem instanceof FileAlreadyExistsException e) {
            return e.getFile() + ": there is such a file already";
        }
        if (problem instanceof AccessDeniedException e) {
            return e.getFile() + ": permission denied";
        }
        if (problem instanceof IOException) {
            return message + " (" + problem.getClass().getSimpleName() + ")";
        }
        if (problem instanceof OutOfMemoryError) {
            return "out of memory (" + message + "); give the process more with LSM_JAVA_OPTS=-Xmx4g";
        }
        return "internal error: " + problem.getClass().getName() + ": " + message + " (--debug shows where)";
    }

    private static String oneLine(String text) {
        return text.lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .reduce((a, b) -> a + " " + b)
                .orElse("");
    }
}
