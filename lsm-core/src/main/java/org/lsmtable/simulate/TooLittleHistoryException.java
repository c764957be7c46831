package org.lsmtable.simulate;

/** A past that is too short to learn a workload from; the message says what was found. */
public final class TooLittleHistoryException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    TooLittleHistoryException(String found) {
        super(found);
    }
}
