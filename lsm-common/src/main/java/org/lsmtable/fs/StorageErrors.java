package org.lsmtable.fs;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;

/**
 * Says in words what storage throws, one line that begins with the path: several exceptions of {@code java.nio} have the path alone as
 * their message, or no message. The types stay, for those who tell cases apart by them.
 */
public final class StorageErrors {
    private StorageErrors() {}

    /** A folder was expected under a path, and something else is there. */
    public static NotDirectoryException notAFolder(String path) {
        return new NotAFolderException(path);
    }

    /** A folder was to be deleted, and has something in it. */
    public static DirectoryNotEmptyException notEmpty(String path) {
        return new NotEmptyException(path);
    }

    /** A file was to be created, and there is something of its name. */
    public static FileAlreadyExistsException alreadyThere(String path) {
        return new FileAlreadyExistsException(path, null, "expected no such file, found one");
    }

    /**
     * What was thrown, with a message that tells it; itself if its message does so already, or if it is a {@link NoSuchFileException}.
     *
     * @param path the file or folder
     * @param doing what was being done to it, as in "while writing it"
     */
    public static IOException told(String path, String doing, IOException thrown) {
        if (thrown instanceof FileSystemException e) {
            return toldOfFile(path, doing, e);
        }
        if (thrown instanceof ClosedByInterruptException) {
            return withCause(new InterruptedIOException(path + ": interrupted while " + doing + " it"), thrown);
        }
        if (thrown instanceof ClosedChannelException) {
            return new IOException(
                    path + ": closed while " + doing + " it, by its reader or by the interruption of a thread", thrown);
        }
        String message = thrown.getMessage();
        if (message != null && message.contains(path)) {
            return thrown;
        }
        String what = message == null ? thrown.getClass().getSimpleName() : message;
        return new IOException(path + ": " + what + ", while " + doing + " it", thrown);
    }

    /** What was thrown by storage that may not say it itself, in words. */
    public static String text(Exception thrown) {
        if (thrown instanceof FileSystemException e && e.getFile() != null) {
            return String.valueOf(toldOfFile(e.getFile(), "using", e).getMessage());
        }
        if (thrown instanceof ClosedByInterruptException) {
            return "interrupted while reading or writing";
        }
        String message = thrown.getMessage();
        return message == null ? thrown.getClass().getSimpleName() : message;
    }

    private static IOException toldOfFile(String asked, String doing, FileSystemException thrown) {
        String path = thrown.getFile() == null ? asked : thrown.getFile();
        if (thrown.getReason() != null
                || thrown instanceof NoSuchFileException
                || thrown instanceof NotAFolderException
                || thrown instanceof NotEmptyException) {
            return thrown;
        }
        if (thrown instanceof AccessDeniedException) {
            return withCause(new AccessDeniedException(path, null, "permission denied while " + doing + " it"), thrown);
        }
        if (thrown instanceof FileAlreadyExistsException) {
            return withCause(alreadyThere(path), thrown);
        }
        if (thrown instanceof NotDirectoryException) {
            return withCause(notAFolder(path), thrown);
        }
        if (thrown instanceof DirectoryNotEmptyException) {
            return withCause(notEmpty(path), thrown);
        }
        String name = thrown.getClass().getSimpleName();
        return withCause(new FileSystemException(path, null, name + " while " + doing + " it"), thrown);
    }

    private static IOException withCause(IOException told, IOException thrown) {
        told.initCause(thrown);
        return told;
    }

    private static final class NotAFolderException extends NotDirectoryException {
        private static final long serialVersionUID = 1L;

        NotAFolderException(String path) {
            super(path);
        }

        @Override
        public String getMessage() {
            return getFile() + ": expected a folder, found a file";
        }
    }

    private static final class NotEmptyException extends DirectoryNotEmptyException {
        private static final long serialVersionUID = 1L;

        NotEmptyException(String path) {
            super(path);
        }

        @Override
        public String getMessage() {
            return getFile() + ": expected an empty folder, found something in it";
        }
    }
}
