package org.lsmtable.format.orc;

import java.io.IOException;

/** Carries an error of the storage through ORC, so that it is not taken for one of the file. */
final class StorageFailure extends IOException {
    private static final long serialVersionUID = 1L;

    StorageFailure(IOException cause) {
        super(cause);
    }
}
