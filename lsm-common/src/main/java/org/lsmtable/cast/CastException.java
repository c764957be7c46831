package org.lsmtable.cast;

/** A value that has no counterpart in the new type: text that is no number, a point in time out of range. */
public final class CastException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    CastException(String message) {
        super(message);
    }
}
