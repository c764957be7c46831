package org.lsmtable.check;

/** Checks a table and lists its findings. */
public final class TableChecker {
    private TableChecker() {}
}
