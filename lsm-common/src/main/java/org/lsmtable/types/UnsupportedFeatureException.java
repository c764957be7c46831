package org.lsmtable.types;

/** A table uses something this engine does not implement, named in the message; it is refused, never misread. */
public final class UnsupportedFeatureException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** The message names the feature, where it was found and what to do. */
    public UnsupportedFeatureException(String message) {
        super(message);
    }
}
