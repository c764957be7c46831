package org.lsmtable.tools.console;

import java.io.IOException;
import java.util.List;
import org.lsmtable.fs.FileInfo;
import org.lsmtable.fs.Storage;
import org.lsmtable.fs.StorageInput;
import org.lsmtable.fs.StorageOutput;

/** Storage that tells a progress bar how many files were opened and how many bytes were read. Safe for several threads. */
final class WatchedStorage implements Storage {
    private final Storage storage;
    private final Progress progress;
    private long files;
    private long bytes;

    WatchedStorage(Storage storage, Progress progress) {
        this.storage = storage;
        this.progress = progress;
    }

    private synchronized void opened() {
        files++;
    }

    private synchronized void wasRead(long length) {
        bytes += length;
        progress.at(files, bytes);
    }

    @Override
    public StorageInput open(String path) throws IOException {
        StorageInput input = storage.open(path);
        opened();
        return new StorageInput() {
            @Override
            public String path() {
                return input.path();
            }

            @Override
            public long length() throws IOException {
                return input.length();
            }

            @Override
            public void readFully(long position, byte[] target, int offset, int length) throws IOException {
                input.readFully(position, target, offset, length);
                wasRead(length);
            }

            @Override
            public void close() throws IOException {
                input.close();
            }
        };
    }

    @Override
    public byte[] read(String path) throws IOException {
        byte[] content = storage.read(path);
        opened();
        wasRead(content.length);
        return content;
    }

    @Override
    public StorageOutput create(String path) throws IOException {
        return storage.create(path);
    }

    @Override
    public boolean createIfAbsent(String path, byte[] content) throws IOException {
        return storage.createIfAbsent(path, content);
    }

    @Override
    public void requireCreateIfAbsent(String folder) throws IOException {
        storage.requireCreateIfAbsent(folder);
    }

    @Override
    public void replace(String path, byte[] content) throws IOException {
        storage.replace(path, content);
    }

    @Override
    public boolean exists(String path) throws IOException {
        return storage.exists(path);
    }

    @Override
    public FileInfo info(String path) throws IOException {
        return storage.info(path);
    }

    @Override
    public List<FileInfo> list(String folder) throws IOException {
        return storage.list(folder);
    }

    @Override
    public boolean delete(String path) throws IOException {
        return storage.delete(path);
    }

    @Override
    public void createFolders(String folder) throws IOException {
        storage.createFolders(folder);
    }

    @Override
    public void syncFolder(String folder) throws IOException {
        storage.syncFolder(folder);
    }
}
