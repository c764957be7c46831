package org.lsmtable.format.orc;

/** A value of a file that the type it is read as does not have. */
final class UnfitValueException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UnfitValueException(String expected, String found) {
        super("expected " + expected + ", found " + found);
    }
}
