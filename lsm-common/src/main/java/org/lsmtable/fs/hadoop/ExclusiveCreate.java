package org.lsmtable.fs.hadoop;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** How a file is created so that of several callers exactly one wins, and nobody sees a part of it. */
interface ExclusiveCreate {
    /**
     * Creates a file with its content; the folder is there.
     *
     * @return false if there was one before
     * @throws IOException if it is not known whether the file is there now, or will be
     */
    boolean create(Path target, byte[] content) throws IOException;

    /** Whether there is something of that name. */
    static boolean exists(FileSystem fileSystem, Path path) throws IOException {
        try {
            fileSystem.getFileStatus(path);
            return true;
        } catch (FileNotFoundException e) {
            return false;
        }
    }

    /**
     * Settles a creation that was reported as failed by what is under the name now: a store may have done what it did not get to report,
     * and refuse the second try of its own client.
     *
     * @throws IOException the failure, if there is nothing or nothing can be seen
     */
    static boolean settled(FileSystem fileSystem, Path target, byte[] content, IOException failure) throws IOException {
        try (FSDataInputStream in = fileSystem.open(target)) {
            return Arrays.equals(in.readAllBytes(), content);
        } catch (IOException e) {
            failure.addSuppressed(e);
            throw failure;
        }
    }
}
