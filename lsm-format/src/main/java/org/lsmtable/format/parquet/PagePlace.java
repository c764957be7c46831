package org.lsmtable.format.parquet;

import org.jspecify.annotations.Nullable;
import org.lsmtable.fs.DamagedFileException;

/** Where in a file work is going on; what error messages begin with. Belongs to one cursor, which moves it. */
final class PagePlace {
    private final String path;
    private final @Nullable String column;
    /** 0 as long as no page has been looked at. */
    private long offset;

    /** A place in the part of the file that belongs to one column, or to none (the footer) if null. */
    PagePlace(String path, @Nullable String column) {
        this.path = path;
        this.column = column;
    }

    /** The byte of the file where the page or structure begins. */
    void moveTo(long newOffset) {
        offset = newOffset;
    }

    long offset() {
        return offset;
    }

    DamagedFileException damaged(String what, Object expected, Object found) {
        return new DamagedFileException(path, where() + ": " + what, String.valueOf(expected), String.valueOf(found));
    }

    /** The same with the error that told of it, whose own words are for the stack trace. */
    DamagedFileException damaged(String what, Object expected, Object found, Throwable cause) {
        return new DamagedFileException(
                path, where() + ": " + what + ": expected " + expected + ", found " + found, cause);
    }

    /** Place and file, for refusals that are no damage. */
    String text() {
        return path + ": " + where();
    }

    private String where() {
        String at = offset == 0 ? "footer" : "byte " + offset;
        return column == null ? at : "column '" + column + "', " + at;
    }
}
