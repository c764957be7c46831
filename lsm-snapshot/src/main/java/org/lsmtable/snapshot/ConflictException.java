package org.lsmtable.snapshot;

import java.io.IOException;

/** What was planned cannot be done, or not to its end, since somebody else has changed the table meanwhile. */
public final class ConflictException extends IOException {
    private static final long serialVersionUID = 1L;

    /** The message names the file, what was expected and what was found. */
    public ConflictException(String message) {
        super(message);
    }
}
