package org.lsmtable.fs;

import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Local disks through {@code java.nio}. Small files are written to a hidden sibling {@code .NAME.RANDOM.tmp}, synced, and
 * then linked ({@link #createIfAbsent}) or moved ({@link #replace}) to their name.
 *
 * <p>Folders made on the way to a file are synced into their parents. Interrupting a thread that reads or writes closes the
 * file for all threads, as {@link FileChannel} has it.
 */
public final class LocalStorage implements Storage {
    private final Durability durability;
    private final Supplier<String> randomNames;
    private final Object folderLock = new Object();

    /**
     * Local disks.
     *
     * @param randomNames gives texts that no other writer of the same folder gets, fit for a file name
     */
    public LocalStorage(Durability durability, Supplier<String> randomNames) {
        this.durability = durability;
        this.randomNames = randomNames;
    }

    /** Local disks, with random UUIDs in the names of temporary files. */
    public static LocalStorage of(Durability durability) {
        return new LocalStorage(durability, () -> UUID.randomUUID().toString());
    }

    @Override
    public StorageInput open(String path) throws IOException {
        return call(
                path, "opening", () -> new LocalInput(path, FileChannel.open(Path.of(path), StandardOpenOption.READ)));
    }

    @Override
    public byte[] read(String path) throws IOException {
        return call(path, "reading", () -> Files.readAllBytes(Path.of(path)));
    }

    @Override
    public StorageOutput create(String path) throws IOException {
        Path file = Path.of(path);
        return new LocalOutput(path, file, openNew(file), durability);
    }

    @Override
    public boolean createIfAbsent(String path, byte[] content) throws IOException {
        Path target = Path.of(path);
        if (Files.exists(target)) {
            return false;
        }
        Path temporary = writeTemporary(target, content);
        try {
            Files.createLink(target, temporary);
        } catch (FileAlreadyExistsException e) {
            return false;
        } catch (UnsupportedOperationException | FileSystemException e) {
            throw new IOException(
                    path + ": the file system cannot make it as a hard link, which creating it exactly once needs ("
                            + e.getMessage() + ")",
                    e);
        } finally {
            deleteQuietly(temporary);
        }
        syncFolder(target.getParent());
        return true;
    }

    @Override
    public void replace(String path, byte[] content) throws IOException {
        Path target = Path.of(path);
        Path temporary = writeTemporary(target, content);
        boolean moved = false;
        try {
            Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE);
            moved = true;
        } catch (AtomicMoveNotSupportedException e) {
            throw new IOException(path + ": the file system cannot replace it in one step", e);
        } catch (IOException e) {
            throw StorageErrors.told(path, "replacing", e);
        } finally {
            if (!moved) {
                deleteQuietly(temporary);
            }
        }
    }

    private Path writeTemporary(Path target, byte[] content) throws IOException {
        Path temporary = target.resolveSibling("." + target.getFileName() + "." + randomNames.get() + ".tmp");
        FileChannel channel;
        try {
            channel = openNew(temporary);
        } catch (AccessDeniedException e) {
            // of the file that was asked for, unless it is a folder above it that could not be made
            boolean ofTemporary = temporary.toString().equals(e.getFile());
            throw ofTemporary ? new AccessDeniedException(target.toString(), null, e.getReason()) : e;
        }
        boolean complete = false;
        try (channel) {
            ByteBuffer buffer = ByteBuffer.wrap(content);
            while (buffer.hasRemaining()) {
                channel.write(buffer);
            }
            if (durability == Durability.SYNCED) {
                channel.force(true);
            }
            complete = true;
        } catch (IOException e) {
            throw StorageErrors.told(target.toString(), "writing", e);
        } finally {
            if (!complete) {
                deleteQuietly(temporary);
            }
        }
        return temporary;
    }

    private FileChannel openNew(Path file) throws IOException {
        makeFolders(file.getParent());
        return call(
                file.toString(),
                "creating",
                () -> FileChannel.open(file, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW));
    }

    /** A temporary file that cannot be deleted does no harm, and must not hide what else happened. */
    private static void deleteQuietly(Path temporary) {
        try {
            Files.deleteIfExists(temporary);
        } catch (IOException e) {
            // left for the orphan clean-up
        }
    }

    @Override
    public boolean exists(String path) throws IOException {
        try {
            attributes(Path.of(path));
            return true;
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    @Override
    public FileInfo info(String path) throws IOException {
        return info(path, attributes(Path.of(path)));
    }

    private static BasicFileAttributes attributes(Path path) throws IOException {
        return call(path.toString(), "looking for", () -> Files.readAttributes(path, BasicFileAttributes.class));
    }

    private static FileInfo info(String path, BasicFileAttributes attributes) {
        boolean folder = attributes.isDirectory();
        return new FileInfo(
                path,
                folder,
                folder ? 0 : attributes.size(),
                attributes.lastModifiedTime().toMillis());
    }

    @Override
    public List<FileInfo> list(String folder) throws IOException {
        String prefix = folder.endsWith("/") ? folder : folder + "/";
        List<FileInfo> found = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(Path.of(folder))) {
            for (Path entry : entries) {
                try {
                    found.add(info(prefix + entry.getFileName(), attributes(entry)));
                } catch (NoSuchFileException e) {
                    // deleted meanwhile
                }
            }
        } catch (NoSuchFileException e) {
            return List.of();
        } catch (NotDirectoryException e) {
            throw StorageErrors.notAFolder(fileInTheWay(Path.of(folder)));
        } catch (DirectoryIteratorException e) {
            throw StorageErrors.told(folder, "listing", Objects.requireNonNull(e.getCause()));
        } catch (IOException e) {
            throw StorageErrors.told(folder, "listing", e);
        }
        return found;
    }

    /** The file because of which a path is no folder: it, or one above it. */
    private static String fileInTheWay(Path folder) {
        for (Path at = folder; at != null; at = at.getParent()) {
            if (Files.exists(at)) {
                return at.toString();
            }
        }
        return folder.toString();
    }

    @Override
    public boolean delete(String path) throws IOException {
        return call(path, "deleting", () -> Files.deleteIfExists(Path.of(path)));
    }

    @Override
    public void createFolders(String folder) throws IOException {
        makeFolders(Path.of(folder));
    }

    @Override
    public void syncFolder(String folder) throws IOException {
        syncFolder(Path.of(folder));
    }

    /** Under a lock, so that no thread relies on a folder that another one has made but not synced yet. */
    private void makeFolders(@Nullable Path folder) throws IOException {
        if (folder == null) {
            return;
        }
        synchronized (folderLock) {
            Deque<Path> missing = new ArrayDeque<>();
            for (Path at = folder; at != null && !Files.isDirectory(at); at = at.getParent()) {
                missing.push(at);
            }
            for (Path made : missing) {
                try {
                    Files.createDirectory(made);
                } catch (FileAlreadyExistsException e) {
                    if (!Files.isDirectory(made)) {
                        throw StorageErrors.notAFolder(made.toString());
                    }
                } catch (IOException e) {
                    throw StorageErrors.told(made.toString(), "creating", e);
                }
                syncFolder(made.getParent());
            }
        }
    }

    private void syncFolder(@Nullable Path folder) throws IOException {
        // Windows cannot open a folder, and needs no sync of it
        if (folder == null || durability == Durability.PROCESS || File.separatorChar == '\\') {
            return;
        }
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        } catch (IOException e) {
            throw StorageErrors.told(folder.toString(), "syncing", e);
        }
    }

    /** Something that {@code java.nio} does. */
    private interface Action<T> {
        T run() throws IOException;
    }

    private static <T> T call(String path, String doing, Action<T> action) throws IOException {
        try {
            return action.run();
        } catch (IOException e) {
            throw StorageErrors.told(path, doing, e);
        }
    }
}
