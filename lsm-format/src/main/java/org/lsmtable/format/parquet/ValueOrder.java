package org.lsmtable.format.parquet;

import java.util.Arrays;

/** The order in which statistics compare the values of a column, each value given as a plain page stores it. */
enum ValueOrder {
    /** One byte, false before true. */
    BOOLEAN,
    /** Signed numbers. */
    INT32,
    /** Signed numbers. */
    INT64,
    /** The total order without NaN: -0.0 before 0.0. */
    FLOAT,
    /** The total order without NaN: -0.0 before 0.0. */
    DOUBLE,
    /** Text and binary: unsigned bytes, a prefix first. */
    UNSIGNED_BYTES,
    /** Big-endian numbers of one length with a sign. */
    SIGNED_BYTES,
    /** INT96: no order is defined, so there are no bounds. */
    NONE;

    /** Compares two values. */
    int compare(byte[] left, byte[] right) {
        return switch (this) {
            case BOOLEAN -> Byte.compare(left[0], right[0]);
            case INT32 -> Integer.compare(Words.getInt(left, 0), Words.getInt(right, 0));
            case INT64 -> Long.compare(Words.getLong(left, 0), Words.getLong(right, 0));
            case FLOAT ->
                Integer.compare(
                        Words.floatToSortable(Words.getInt(left, 0)), Words.floatToSortable(Words.getInt(right, 0)));
            case DOUBLE ->
                Long.compare(
                        Words.doubleToSortable(Words.getLong(left, 0)),
                        Words.doubleToSortable(Words.getLong(right, 0)));
            case UNSIGNED_BYTES -> Arrays.compareUnsigned(left, right);
            case SIGNED_BYTES ->
                left[0] == right[0] ? Arrays.compareUnsigned(left, right) : Byte.compare(left[0], right[0]);
            case NONE -> throw new IllegalStateException("INT96 values have no order");
        };
    }
}
