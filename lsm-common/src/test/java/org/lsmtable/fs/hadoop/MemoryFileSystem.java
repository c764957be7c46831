package org.lsmtable.fs.hadoop;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FSDataOutputStreamBuilder;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Options.Rename;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathIsNotEmptyDirectoryException;
import org.apache.hadoop.fs.PositionedReadable;
import org.apache.hadoop.fs.Seekable;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.util.Progressable;
import org.jspecify.annotations.Nullable;

/**
 * A file system in memory behind Hadoop's interface, with what a test gives it: a file appears when it is closed, as an object does.
 * The plain rename looks and then replaces, in two steps between which others may come; only the one with options is one step.
 */
final class MemoryFileSystem extends FileSystem {
    /** What it can beyond what any store can. */
    enum Power {
        CONDITIONAL_CREATE
    }

    /** What happens to an operation. */
    enum Fault {
        NONE,
        /** It is not done. */
        BEFORE,
        /** It is done, and yet reported as failed. */
        AFTER,
        /** It is done, and done again by the client, which did not hear of the first time. */
        TWICE
    }

    /** Decides on each operation. */
    interface Faults {
        Fault of(String operation, Path path) throws IOException;
    }

    private static final class Node {
        final byte @Nullable [] content;
        final long modifiedMillis;

        Node(byte @Nullable [] content, long modifiedMillis) {
            this.content = content;
            this.modifiedMillis = modifiedMillis;
        }
    }

    private final URI uri;
    private final Set<Power> powers;
    private final TreeMap<String, Node> nodes = new TreeMap<>();
    private long now = 1_700_000_000_000L;
    private volatile Faults faults = (operation, path) -> Fault.NONE;

    MemoryFileSystem(String uri, Set<Power> powers) {
        this.uri = URI.create(uri);
        this.powers = powers;
        nodes.put("/", new Node(null, now));
        setConf(new Configuration(false));
    }

    /** From now on operations fail as is decided here. */
    void setFaults(Faults faults) {
        this.faults = faults;
    }

    /** The paths of all files. */
    synchronized List<String> files() {
        return nodes.entrySet().stream()
                .filter(entry -> entry.getValue().content != null)
                .map(java.util.Map.Entry::getKey)
                .toList();
    }

    private interface Operation<T> {
        T run() throws IOException;
    }

    private <T> T act(String operation, Path path, Operation<T> work) throws IOException {
        Fault fault = faults.of(operation, path);
        if (fault == Fault.BEFORE) {
            throw new IOException("injected: " + operation + " not done");
        }
        T result = work.run();
        if (fault == Fault.TWICE) {
            return work.run();
        }
        if (fault == Fault.AFTER) {
            throw new IOException("injected: no answer to " + operation);
        }
        return result;
    }

    private static String key(Path path) {
        return path.toUri().getPath();
    }

    private Node find(Path path) throws FileNotFoundException {
        Node node = nodes.get(key(path));
        if (node == null) {
            throw new FileNotFoundException("File does not exist: " + key(path));
        }
        return node;
    }

    private synchronized void put(Path path, byte[] content) throws IOException {
        mkdirs(path.getParent(), FsPermission.getDirDefault());
        nodes.put(key(path), new Node(content, now++));
    }

    @Override
    public URI getUri() {
        return uri;
    }

    @Override
    public String getScheme() {
        return uri.getScheme();
    }

    @Override
    public FSDataInputStream open(Path path, int bufferSize) throws IOException {
        return act("open", path, () -> {
            synchronized (this) {
                byte[] content = find(path).content;
                if (content == null) {
                    throw new FileNotFoundException("Path is not a file: " + key(path));
                }
                return new FSDataInputStream(new Input(content));
            }
        });
    }

    @Override
    public FSDataOutputStream create(
            Path path,
            FsPermission permission,
            boolean overwrite,
            int bufferSize,
            short replication,
            long blockSize,
            Progressable progress)
            throws IOException {
        return act("create", path, () -> {
            requireNew(path, overwrite);
            return new FSDataOutputStream(new Output(path, false), null);
        });
    }

    private synchronized void requireNew(Path path, boolean overwrite) throws IOException {
        for (Path above = path.getParent(); above != null; above = above.getParent()) {
            Node node = nodes.get(key(above));
            if (node != null && node.content != null) {
                throw new IOException(key(above) + " is a file, no folder");
            }
        }
        if (!overwrite && nodes.containsKey(key(path))) {
            throw new FileAlreadyExistsException(key(path) + " already exists");
        }
    }

    /** The builder of {@link #createFile}: knows the conditional create if the file system has it. */
    private final class Builder extends FSDataOutputStreamBuilder<FSDataOutputStream, Builder> {
        private final Path path;

        Builder(Path path) {
            super(MemoryFileSystem.this, path);
            this.path = path;
        }

        @Override
        public Builder getThisBuilder() {
            return this;
        }

        @Override
        public FSDataOutputStream build() throws IOException {
            boolean conditional = getMandatoryKeys().contains(ConditionalCreate.OPTION);
            if (conditional && !powers.contains(Power.CONDITIONAL_CREATE)) {
                throw new IllegalArgumentException("unknown option " + ConditionalCreate.OPTION);
            }
            return act("createFile", path, () -> new FSDataOutputStream(new Output(path, conditional), null));
        }
    }

    @Override
    public FSDataOutputStreamBuilder<?, ?> createFile(Path path) {
        return new Builder(path);
    }

    @Override
    public boolean hasPathCapability(Path path, String capability) {
        return capability.equals(ConditionalCreate.OPTION) && powers.contains(Power.CONDITIONAL_CREATE);
    }

    @Override
    public FSDataOutputStream append(Path path, int bufferSize, Progressable progress) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean rename(Path from, Path to) throws IOException {
        byte[] content;
        synchronized (this) {
            content = find(from).content;
        }
        return act("rename", to, () -> {
            if (content == null) {
                return false;
            }
            put(to, content);
            synchronized (this) {
                nodes.remove(key(from));
            }
            return true;
        });
    }

    @Override
    @SuppressWarnings("deprecation")
    protected void rename(Path from, Path to, Rename... options) throws IOException {
        act("rename", to, () -> {
            synchronized (this) {
                Node source = find(from);
                if (options[0] != Rename.OVERWRITE && nodes.containsKey(key(to))) {
                    throw new FileAlreadyExistsException("rename destination " + key(to) + " already exists");
                }
                nodes.remove(key(from));
                nodes.put(key(to), source);
                return true;
            }
        });
    }

    @Override
    public boolean delete(Path path, boolean recursive) throws IOException {
        return act("delete", path, () -> {
            synchronized (this) {
                if (!nodes.containsKey(key(path))) {
                    return false;
                }
                if (!recursive && children(path).length > 0) {
                    throw new PathIsNotEmptyDirectoryException(key(path));
                }
                nodes.remove(key(path));
                return true;
            }
        });
    }

    private FileStatus[] children(Path folder) {
        String prefix = key(folder).equals("/") ? "/" : key(folder) + "/";
        List<FileStatus> found = new ArrayList<>();
        nodes.forEach((name, node) -> {
            if (name.startsWith(prefix) && name.length() > prefix.length() && name.indexOf('/', prefix.length()) < 0) {
                found.add(status(new Path(folder, name.substring(prefix.length())), node));
            }
        });
        return found.toArray(new FileStatus[0]);
    }

    private FileStatus status(Path path, Node node) {
        byte[] content = node.content;
        return new FileStatus(
                content == null ? 0 : content.length,
                content == null,
                1,
                1 << 20,
                node.modifiedMillis,
                makeQualified(path));
    }

    @Override
    public FileStatus[] listStatus(Path path) throws IOException {
        return act("list", path, () -> {
            synchronized (this) {
                Node node = find(path);
                return node.content == null ? children(path) : new FileStatus[] {status(path, node)};
            }
        });
    }

    @Override
    public void setWorkingDirectory(Path path) {}

    @Override
    public Path getWorkingDirectory() {
        return new Path("/");
    }

    @Override
    public synchronized boolean mkdirs(Path path, FsPermission permission) throws IOException {
        Path parent = path.getParent();
        if (parent != null) {
            mkdirs(parent, permission);
        }
        Node node = nodes.get(key(path));
        if (node != null && node.content != null) {
            throw new FileAlreadyExistsException(key(path) + " is a file");
        }
        nodes.putIfAbsent(key(path), new Node(null, now++));
        return true;
    }

    @Override
    public FileStatus getFileStatus(Path path) throws IOException {
        return act("status", path, () -> {
            synchronized (this) {
                return status(path, find(path));
            }
        });
    }

    /** A file being written. */
    private final class Output extends ByteArrayOutputStream {
        private final Path path;
        private final boolean conditional;
        private boolean closed;

        Output(Path path, boolean conditional) {
            this.path = path;
            this.conditional = conditional;
        }

        @Override
        public void close() throws IOException {
            if (closed) {
                return;
            }
            closed = true;
            act("close", path, () -> {
                synchronized (MemoryFileSystem.this) {
                    if (conditional && nodes.containsKey(key(path))) {
                        throw new IOException("PUT " + key(path) + ": 412 Precondition Failed");
                    }
                    put(path, toByteArray());
                    return true;
                }
            });
        }
    }

    /** A file being read. */
    private static final class Input extends ByteArrayInputStream implements Seekable, PositionedReadable {
        Input(byte[] content) {
            super(content);
        }

        @Override
        public void seek(long position) {
            pos = (int) position;
        }

        @Override
        public long getPos() {
            return pos;
        }

        @Override
        public boolean seekToNewSource(long target) {
            return false;
        }

        @Override
        public int read(long position, byte[] target, int offset, int length) {
            if (position >= count) {
                return -1;
            }
            int read = (int) Math.min(length, count - position);
            System.arraycopy(buf, (int) position, target, offset, read);
            return read;
        }

        @Override
        public void readFully(long position, byte[] target, int offset, int length) throws IOException {
            if (read(position, target, offset, length) < length) {
                throw new java.io.EOFException("end of file");
            }
        }

        @Override
        public void readFully(long position, byte[] target) throws IOException {
            readFully(position, target, 0, target.length);
        }
    }
}
