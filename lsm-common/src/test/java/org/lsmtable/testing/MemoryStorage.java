package org.lsmtable.testing;

import java.io.EOFException;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.lsmtable.fs.FileInfo;
import org.lsmtable.fs.Storage;
import org.lsmtable.fs.StorageInput;
import org.lsmtable.fs.StorageOutput;

/**
 * A file system in memory that knows what would survive a power cut: of each file the bytes synced last, of each folder the
 * entries synced last. It is as forgetful as the contract of {@link Storage} allows.
 *
 * <p>{@link #loseUnsynced()} cuts the power: unsynced bytes and unsynced folder entries are gone, and files deleted from a
 * folder that was not synced since are back. Files still open go on, but what they write is lost.
 */
public final class MemoryStorage implements Storage {
    private final LongSupplier clockMillis;
    private final Folder root = new Folder();
    private final Map<Object, Throwable> open = new ConcurrentHashMap<>();

    /** An empty file system whose clock ticks one millisecond for each change. */
    public MemoryStorage() {
        this(new LongSupplier() {
            private long now = 1_700_000_000_000L;

            @Override
            public synchronized long getAsLong() {
                return now++;
            }
        });
    }

    /** An empty file system. */
    public MemoryStorage(LongSupplier clockMillis) {
        this.clockMillis = clockMillis;
    }

    private abstract static class Node {}

    private static final class File extends Node {
        byte[] content = new byte[0];
        byte[] synced = new byte[0];

        @Nullable
        Output writer;

        long modifiedMillis;

        /** What a reader sees now: of a file being written, what has been written so far. */
        byte[] content() {
            return writer == null ? content : writer.soFar();
        }
    }

    private static final class Folder extends Node {
        final Map<String, Node> entries = new LinkedHashMap<>();
        final Map<String, Node> synced = new LinkedHashMap<>();
        long modifiedMillis;
    }

    /** Cuts the power; everything that was not synced is lost. */
    public synchronized void loseUnsynced() {
        lose(root, () -> true);
    }

    /** Cuts the power after the system has written some of what was not synced, each piece or not at random. */
    public synchronized void loseUnsynced(Random random) {
        lose(root, random::nextBoolean);
    }

    private static void lose(Folder folder, BooleanSupplier lost) {
        Set<String> names = new TreeSet<>(folder.entries.keySet());
        names.addAll(folder.synced.keySet());
        for (String name : names) {
            Node now = folder.entries.get(name);
            Node before = folder.synced.get(name);
            Node left = now != before && lost.getAsBoolean() ? before : now;
            put(folder.entries, name, left);
            put(folder.synced, name, left);
            if (left instanceof Folder inner) {
                lose(inner, lost);
            } else if (left instanceof File file && file.writer != null) {
                file.content = lost.getAsBoolean() ? file.synced : file.content();
                file.synced = file.content;
                file.writer = null;
            }
        }
    }

    private static void put(Map<String, Node> entries, String name, @Nullable Node node) {
        if (node == null) {
            entries.remove(name);
        } else {
            entries.put(name, node);
        }
    }

    /** Fails, with the place where it was opened, if a file is still open. */
    public void assertNothingOpen() {
        open.forEach((file, where) -> {
            throw new AssertionError("not closed: " + file, where);
        });
    }

    /** Another storage with the same files. */
    public MemoryStorage copy() throws IOException {
        MemoryStorage copy = new MemoryStorage();
        for (String file : files()) {
            copy.createIfAbsent(file, read(file));
        }
        return copy;
    }

    /** The paths of all files, sorted. */
    public synchronized List<String> files() {
        List<String> paths = new ArrayList<>();
        collect(root, "", paths);
        paths.sort(null);
        return paths;
    }

    private static void collect(Folder folder, String prefix, List<String> paths) {
        folder.entries.forEach((name, node) -> {
            if (node instanceof Folder inner) {
                collect(inner, prefix + "/" + name, paths);
            } else {
                paths.add(prefix + "/" + name);
            }
        });
    }

    /** Overwrites a file in place, synced: what a broken disk or another program might do. */
    public synchronized void damage(String path, byte[] content) throws IOException {
        File file = file(path);
        file.content = content.clone();
        file.synced = file.content;
    }

    @Override
    public synchronized StorageInput open(String path) throws IOException {
        Input input = new Input(path, file(path));
        open.put(input, new Throwable("opened here"));
        return input;
    }

    @Override
    public synchronized byte[] read(String path) throws IOException {
        return file(path).content().clone();
    }

    @Override
    public synchronized StorageOutput create(String path) throws IOException {
        Folder parent = makeFolders(parent(path));
        if (parent.entries.containsKey(name(path))) {
            throw new FileAlreadyExistsException(path);
        }
        File file = new File();
        file.modifiedMillis = clockMillis.getAsLong();
        parent.entries.put(name(path), file);
        Output output = new Output(path, file);
        file.writer = output;
        open.put(output, new Throwable("opened here"));
        return output;
    }

    @Override
    public synchronized boolean createIfAbsent(String path, byte[] content) throws IOException {
        Folder parent = makeFolders(parent(path));
        if (parent.entries.containsKey(name(path))) {
            return false;
        }
        File file = syncedFile(content);
        parent.entries.put(name(path), file);
        parent.synced.put(name(path), file);
        return true;
    }

    @Override
    public synchronized void replace(String path, byte[] content) throws IOException {
        Folder parent = makeFolders(parent(path));
        if (parent.entries.get(name(path)) instanceof Folder) {
            throw new IOException(path + ": is a folder");
        }
        parent.entries.put(name(path), syncedFile(content));
    }

    private File syncedFile(byte[] content) {
        File file = new File();
        file.content = content.clone();
        file.synced = file.content;
        file.modifiedMillis = clockMillis.getAsLong();
        return file;
    }

    @Override
    public synchronized boolean exists(String path) {
        return find(path) != null;
    }

    @Override
    public synchronized FileInfo info(String path) throws IOException {
        return info(path, node(path));
    }

    private static FileInfo info(String path, Node node) {
        return node instanceof File file
                ? new FileInfo(path, false, file.content().length, file.modifiedMillis)
                : new FileInfo(path, true, 0, ((Folder) node).modifiedMillis);
    }

    @Override
    public synchronized List<FileInfo> list(String folder) throws IOException {
        Node node = find(folder);
        if (node == null) {
            return List.of();
        }
        if (!(node instanceof Folder found)) {
            throw new NotDirectoryException(folder);
        }
        String prefix = folder.endsWith("/") ? folder : folder + "/";
        List<FileInfo> infos = new ArrayList<>();
        found.entries.forEach((name, entry) -> infos.add(info(prefix + name, entry)));
        return infos;
    }

    @Override
    public synchronized boolean delete(String path) throws IOException {
        Node node = find(path);
        if (node == null) {
            return false;
        }
        if (node instanceof Folder folder && !folder.entries.isEmpty()) {
            throw new DirectoryNotEmptyException(path);
        }
        ((Folder) node(parent(path))).entries.remove(name(path));
        return true;
    }

    @Override
    public synchronized void createFolders(String folder) throws IOException {
        makeFolders(folder);
    }

    @Override
    public synchronized void syncFolder(String folder) throws IOException {
        if (!(node(folder) instanceof Folder found)) {
            throw new NotDirectoryException(folder);
        }
        found.synced.clear();
        found.synced.putAll(found.entries);
    }

    private Folder makeFolders(String path) throws IOException {
        Folder at = root;
        for (String part : parts(path)) {
            Node next = at.entries.get(part);
            if (next == null) {
                Folder made = new Folder();
                made.modifiedMillis = clockMillis.getAsLong();
                at.entries.put(part, made);
                at.synced.put(part, made);
                next = made;
            }
            if (!(next instanceof Folder folder)) {
                throw new FileAlreadyExistsException(path + ": " + part + " is a file");
            }
            at = folder;
        }
        return at;
    }

    private @Nullable Node find(String path) {
        Node at = root;
        for (String part : parts(path)) {
            at = at instanceof Folder folder ? folder.entries.get(part) : null;
            if (at == null) {
                return null;
            }
        }
        return at;
    }

    private Node node(String path) throws IOException {
        Node node = find(path);
        if (node == null) {
            throw new NoSuchFileException(path);
        }
        return node;
    }

    private File file(String path) throws IOException {
        if (node(path) instanceof File file) {
            return file;
        }
        throw new IOException(path + ": is a folder");
    }

    private static List<String> parts(String path) {
        if (!path.startsWith("/")) {
            throw new IllegalArgumentException("expected an absolute path, found '" + path + "'");
        }
        return Arrays.stream(path.split("/", -1))
                .filter(part -> !part.isEmpty())
                .toList();
    }

    private static String parent(String path) {
        return path.substring(0, Math.max(1, path.lastIndexOf('/')));
    }

    private static String name(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    private final class Input implements StorageInput {
        private final String path;
        private final File file;

        Input(String path, File file) {
            this.path = path;
            this.file = file;
        }

        @Override
        public String path() {
            return path;
        }

        @Override
        public long length() {
            return file.content().length;
        }

        @Override
        public void readFully(long position, byte[] target, int offset, int length) throws IOException {
            if (!open.containsKey(this)) {
                throw new IOException(path + ": read after close");
            }
            byte[] content = file.content();
            if (position + length > content.length) {
                throw new EOFException(path + ": expected " + length + " bytes at position " + position
                        + ", found the end of the file at " + content.length);
            }
            System.arraycopy(content, (int) position, target, offset, length);
        }

        @Override
        public void close() {
            open.remove(this);
        }

        @Override
        public String toString() {
            return path + " for reading";
        }
    }

    private final class Output extends StorageOutput {
        private final String path;
        private final File file;
        private byte[] bytes = new byte[256];
        private int count;

        Output(String path, File file) {
            this.path = path;
            this.file = file;
        }

        @Override
        public String path() {
            return path;
        }

        @Override
        public long position() {
            return count;
        }

        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] source, int offset, int length) throws IOException {
            if (!open.containsKey(this)) {
                throw new IOException(path + ": write after close");
            }
            if (count + length > bytes.length) {
                bytes = Arrays.copyOf(bytes, Math.max(count + length, 2 * bytes.length));
            }
            System.arraycopy(source, offset, bytes, count, length);
            count += length;
        }

        byte[] soFar() {
            return Arrays.copyOf(bytes, count);
        }

        @Override
        public void close() {
            synchronized (MemoryStorage.this) {
                if (open.remove(this) != null && file.writer == this) {
                    file.content = soFar();
                    file.synced = file.content;
                    file.writer = null;
                }
            }
        }

        @Override
        public void abort() {
            synchronized (MemoryStorage.this) {
                open.remove(this);
                if (find(parent(path)) instanceof Folder folder) {
                    folder.entries.remove(name(path), file);
                }
            }
        }

        @Override
        public String toString() {
            return path + " for writing";
        }
    }
}
