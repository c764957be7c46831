package org.lsmtable.format.orc;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.util.Progressable;
import org.jspecify.annotations.Nullable;
import org.lsmtable.fs.StorageInput;

/** What ORC takes for a file system: one file, open for reading or for writing. */
final class OneFileSystem extends FileSystem {
    /** The only path; messages that name it are replaced by ones with the true path. */
    static final Path PATH = new Path("file:/orc");

    private static final URI ROOT = URI.create("file:/");

    private final @Nullable StorageInput input;
    private final @Nullable OutputStream output;

    private OneFileSystem(@Nullable StorageInput input, @Nullable OutputStream output, Configuration configuration) {
        this.input = input;
        this.output = output;
        setConf(configuration);
    }

    /** Of a file to read; the input stays the caller's. */
    static OneFileSystem reading(StorageInput input, Configuration configuration) {
        return new OneFileSystem(input, null, configuration);
    }

    /** Of a file to write; closing what ORC creates closes the output. */
    static OneFileSystem writing(OutputStream output, Configuration configuration) {
        return new OneFileSystem(null, output, configuration);
    }

    @Override
    public FSDataInputStream open(Path path, int bufferSize) {
        if (input == null) {
            throw new UnsupportedOperationException("not open for reading");
        }
        return new FSDataInputStream(new InputAdapter(input));
    }

    @Override
    public FSDataOutputStream create(
            Path path,
            boolean overwrite,
            int bufferSize,
            short replication,
            long blockSize,
            @Nullable Progressable progress)
            throws IOException {
        if (output == null) {
            throw new UnsupportedOperationException("not open for writing");
        }
        return new FSDataOutputStream(output, null);
    }

    @Override
    public FSDataOutputStream create(
            Path path,
            FsPermission permission,
            boolean overwrite,
            int bufferSize,
            short replication,
            long blockSize,
            @Nullable Progressable progress)
            throws IOException {
        return create(path, overwrite, bufferSize, replication, blockSize, progress);
    }

    @Override
    public FileStatus getFileStatus(Path path) throws IOException {
        return new FileStatus(input == null ? 0 : input.length(), false, 1, getDefaultBlockSize(path), 0, path);
    }

    @Override
    public URI getUri() {
        return ROOT;
    }

    @Override
    public Path getWorkingDirectory() {
        return new Path(ROOT);
    }

    @Override
    public void setWorkingDirectory(Path path) {
        throw new UnsupportedOperationException();
    }

    @Override
    public FSDataOutputStream append(Path path, int bufferSize, @Nullable Progressable progress) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean rename(Path from, Path to) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean delete(Path path, boolean recursive) {
        throw new UnsupportedOperationException();
    }

    @Override
    public FileStatus[] listStatus(Path path) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean mkdirs(Path path, FsPermission permission) {
        throw new UnsupportedOperationException();
    }
}
