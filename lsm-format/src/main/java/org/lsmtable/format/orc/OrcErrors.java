package org.lsmtable.format.orc;

import java.io.IOException;
import org.lsmtable.fs.DamagedFileException;

/** What errors of the ORC library mean for the caller. */
final class OrcErrors {
    private OrcErrors() {}

    /** Something that reads from a file. */
    @FunctionalInterface
    interface Read<T> {
        T run() throws IOException;
    }

    /**
     * Runs something that reads.
     *
     * @param what the part of the file that is read, for the message
     * @throws DamagedFileException if ORC cannot make sense of the file
     * @throws IOException the storage's own
     */
    static <T> T reading(String path, String what, Read<T> read) throws IOException {
        try {
            return read.run();
        } catch (DamagedFileException e) {
            throw e;
        } catch (UnfitValueException e) {
            throw new DamagedFileException(path, what + ": " + e.getMessage(), e);
        } catch (OutOfMemoryError e) {
            // lengths in the file say how much the library asks for, and nothing but their size tells wrong ones
            throw new DamagedFileException(
                    path, what + ": expected values that memory can hold, found: " + e.getMessage(), e);
        } catch (IOException | RuntimeException e) {
            for (Throwable cause = e; cause != null; cause = cause.getCause()) {
                if (cause instanceof StorageFailure failure && failure.getCause() instanceof IOException storage) {
                    throw storage;
                }
            }
            String found = e.getMessage() == null ? e.getClass().getSimpleName() : firstLine(e.getMessage());
            throw new DamagedFileException(
                    path,
                    what + ": expected ORC that its library can read, found: "
                            + found.replace(
                                    OneFileSystem.PATH.toString(), path), // the library knows each file by that one
                    e);
        }
    }

    private static String firstLine(String message) {
        int end = message.indexOf('\n');
        return end < 0 ? message : message.substring(0, end);
    }
}
