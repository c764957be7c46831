package org.lsmtable.fs;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A file that is not what its name and the metadata say. The message is one line: file, place, expected, found. */
public final class DamagedFileException extends IOException {
    private static final long serialVersionUID = 1L;

    /** A message of the form {@code path: what: expected X, found Y}. */
    public DamagedFileException(String path, String what, String expected, String found) {
        super(path + ": " + what + ": expected " + expected + ", found " + found);
    }

    private DamagedFileException(String message, DamagedFileException cause) {
        super(message, cause);
    }

    /**
     * The same, which also says what to do.
     *
     * @param advice a clause
     */
    public DamagedFileException withAdvice(String advice) {
        return new DamagedFileException(getMessage() + "; " + advice, this);
    }

    /** A message of the form {@code path: problem}, with the error that told of it. */
    public DamagedFileException(String path, String problem, @Nullable Throwable cause) {
        super(path + ": " + problem, cause);
    }
}
