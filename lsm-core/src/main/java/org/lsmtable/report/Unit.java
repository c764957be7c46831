package org.lsmtable.report;

/** How a number is shown. */
public enum Unit {
    /** Not a number at all. */
    TEXT,
    /** Whole things: commits, files, runs. */
    COUNT,
    /** Any number. */
    NUMBER,
    /** Bytes, shown in powers of 1,024. */
    BYTES,
    /** How many times as much: 5.8×. */
    FACTOR,
    /** Per hundred. */
    PERCENT,
    /** Seconds, shown as milliseconds, minutes or hours where these read better. */
    SECONDS
}
