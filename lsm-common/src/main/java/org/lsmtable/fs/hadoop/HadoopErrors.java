package org.lsmtable.fs.hadoop;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.net.UnknownHostException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.function.Supplier;
import org.apache.hadoop.fs.ChecksumException;
import org.apache.hadoop.fs.PathIsNotEmptyDirectoryException;
import org.apache.hadoop.fs.UnsupportedFileSystemException;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.security.AccessControlException;
import org.jspecify.annotations.Nullable;
import org.lsmtable.fs.DamagedFileException;
import org.lsmtable.fs.StorageErrors;
import org.lsmtable.options.Credentials;
import org.lsmtable.types.UnsupportedFeatureException;

/** Turns what Hadoop's file systems throw into what storage throws: one line that names the path, without credentials. */
final class HadoopErrors {
    private final Supplier<Credentials> credentials;

    HadoopErrors(Supplier<Credentials> credentials) {
        this.credentials = credentials;
    }

    /** Something that a file system does. */
    interface Action<T> {
        T run() throws IOException;
    }

    /** Something that a file system does, and which returns nothing. */
    interface Effect {
        void run() throws IOException;
    }

    <T> T call(String path, Action<T> action) throws IOException {
        try {
            return action.run();
        } catch (UnsupportedFeatureException e) {
            throw e;
        } catch (IOException | RuntimeException | LinkageError e) {
            throw translated(path, e);
        }
    }

    void run(String path, Effect effect) throws IOException {
        call(path, () -> {
            effect.run();
            return Boolean.TRUE;
        });
    }

    private IOException translated(String path, Throwable thrown) {
        Throwable e = unwrapped(thrown);
        if (e instanceof FileNotFoundException) {
            return new NoSuchFileException(path);
        }
        if (e instanceof org.apache.hadoop.fs.FileAlreadyExistsException) {
            return StorageErrors.alreadyThere(path);
        }
        if (e instanceof PathIsNotEmptyDirectoryException) {
            return StorageErrors.notEmpty(path);
        }
        if (e instanceof AccessControlException) {
            return new AccessDeniedException(path, null, line(e));
        }
        if (e instanceof ChecksumException) {
            return new DamagedFileException(path, line(e), cause(e));
        }
        if (e instanceof FileSystemException f) {
            return StorageErrors.told(path, "using", f);
        }
        if (e instanceof DamagedFileException d) {
            return d; // made here
        }
        String missing = missingClass(e);
        if (missing != null) {
            throw new UnsupportedFeatureException(path + ": " + missing);
        }
        if (e instanceof UnsupportedOperationException) {
            throw new UnsupportedFeatureException(path
                    + ": its file system cannot do this; tables need one that lists folders and writes files, and '"
                    + path.replaceFirst(":.*", "") + "' is none");
        }
        String line = e instanceof UnknownHostException ? "host not found: " + e.getMessage() : line(e);
        String message = line.contains(path) ? line : path + ": " + line;
        if (e instanceof InterruptedIOException) {
            return withCause(new InterruptedIOException(message), e);
        }
        return withCause(new IOException(message), e);
    }

    private static Throwable unwrapped(Throwable thrown) {
        if (thrown instanceof RemoteException remote) {
            return remote.unwrapRemoteException();
        }
        boolean isWrapper = thrown instanceof UncheckedIOException
                || thrown instanceof IllegalArgumentException && thrown.getCause() instanceof IOException;
        Throwable cause = thrown.getCause();
        return isWrapper && cause != null ? unwrapped(cause) : thrown;
    }

    /** What to do about a class that is not on the class path; null if that is not the problem. */
    private static @Nullable String missingClass(Throwable e) {
        if (e instanceof UnsupportedFileSystemException) {
            return e.getMessage() + " on the class path; its client belongs there";
        }
        for (Throwable at = e; at != null; at = at.getCause()) {
            if (at instanceof ClassNotFoundException || at instanceof LinkageError) {
                return "the client of this file system is not on the class path, or not all of it: " + at.getMessage();
            }
        }
        return null;
    }

    /** The first line: what follows is the stack of a server. */
    private String line(Throwable e) {
        String message = e.getMessage();
        String first =
                message == null ? "" : message.lines().findFirst().orElse("").strip();
        String name = e.getClass().getSimpleName();
        return credentials
                .get()
                .hide(first.isEmpty() ? name : e instanceof RuntimeException ? name + ": " + first : first);
    }

    private IOException withCause(IOException made, Throwable thrown) {
        Throwable cause = cause(thrown);
        if (cause == null) {
            made.setStackTrace(thrown.getStackTrace());
        } else {
            made.initCause(cause);
        }
        return made;
    }

    /** The error itself, unless it or a cause of it says what must not be shown. */
    private @Nullable Throwable cause(Throwable thrown) {
        Credentials known = credentials.get();
        for (Throwable at = thrown; at != null; at = at.getCause()) {
            String text = at.toString();
            if (!known.hide(text).equals(text)) {
                return null;
            }
        }
        return thrown;
    }
}
