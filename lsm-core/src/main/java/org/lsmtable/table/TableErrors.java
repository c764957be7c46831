package org.lsmtable.table;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.NoSuchFileException;
import org.lsmtable.fs.DamagedFileException;
import org.lsmtable.fs.StorageErrors;
import org.lsmtable.mergetree.OverlappingFilesException;
import org.lsmtable.options.Credentials;
import org.lsmtable.snapshot.ConflictException;
import org.lsmtable.table.TableException.Reason;
import org.lsmtable.types.UnsupportedFeatureException;

/** Turns what lower layers throw into the one exception type of the API, classified. */
final class TableErrors {
    private TableErrors() {}

    /** Something that reads or writes. */
    interface Action<T> {
        T run() throws IOException;
    }

    /** Something that reads or writes and returns nothing. */
    interface VoidAction {
        void run() throws IOException;
    }

    static <T> T call(Action<T> action) {
        try {
            return action.run();
        } catch (IOException | RuntimeException e) {
            throw translate(e);
        }
    }

    static void run(VoidAction action) {
        call(() -> {
            action.run();
            return Boolean.TRUE;
        });
    }

    static TableException translate(Exception e) {
        if (e instanceof TableException t) {
            return t;
        }
        if (e instanceof UncheckedIOException u && u.getCause() != null) {
            return translate(u.getCause());
        }
        String message = Credentials.mask(StorageErrors.text(e));
        if (e instanceof NoSuchFileException) {
            return new TableException(Reason.DAMAGED, message + ": missing, though the table's metadata names it", e);
        }
        if (e instanceof DamagedFileException || e instanceof OverlappingFilesException) {
            return new TableException(Reason.DAMAGED, message, e);
        }
        if (e instanceof ConflictException) {
            return new TableException(Reason.CONFLICT, message, e);
        }
        if (e instanceof UnsupportedFeatureException) {
            return new TableException(Reason.UNSUPPORTED, message, e);
        }
        if (e instanceof IOException) {
            return new TableException(Reason.IO, message, e);
        }
        if (e instanceof IllegalArgumentException) {
            return new TableException(Reason.INVALID, message, e);
        }
        throw (RuntimeException) e;
    }

    /** Refuses what is asked of a cursor after it was closed: its end would pass for the end of the rows. */
    static void requireOpen(boolean closed) {
        if (closed) {
            throw new IllegalStateException("the cursor is closed");
        }
    }

    static TableException invalid(String message) {
        return new TableException(Reason.INVALID, message, null);
    }

    static TableException notFound(String message) {
        return new TableException(Reason.NOT_FOUND, message, null);
    }

    static TableException schemaChanged(String message) {
        return new TableException(Reason.SCHEMA_CHANGED, message, null);
    }
}
