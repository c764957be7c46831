package org.lsmtable.fs;

/**
 * A file or folder as a listing shows it.
 *
 * @param path the whole path
 * @param sizeBytes 0 for a folder
 */
public record FileInfo(String path, boolean isFolder, long sizeBytes, long modifiedMillis) {
    /** The last part of the path. */
    public String name() {
        return path.substring(path.lastIndexOf('/') + 1);
    }
}
