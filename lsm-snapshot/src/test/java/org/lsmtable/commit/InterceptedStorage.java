package org.lsmtable.commit;

import java.io.IOException;
import java.util.List;
import org.lsmtable.fs.FileInfo;
import org.lsmtable.fs.Storage;
import org.lsmtable.fs.StorageInput;
import org.lsmtable.fs.StorageOutput;

/** A storage that does something of the test's own in place of, or around, the creation of a snapshot file. */
class InterceptedStorage implements Storage {
    /** What happens in place of creating a file. */
    interface Creation {
        boolean createIfAbsent(Storage inner, String path, byte[] content) throws IOException;
    }

    final Storage inner;
    Creation creation = Storage::createIfAbsent;

    InterceptedStorage(Storage inner) {
        this.inner = inner;
    }

    @Override
    public boolean createIfAbsent(String path, byte[] content) throws IOException {
        return creation.createIfAbsent(inner, path, content);
    }

    @Override
    public StorageInput open(String path) throws IOException {
        return inner.open(path);
    }

    @Override
    public byte[] read(String path) throws IOException {
        return inner.read(path);
    }

    @Override
    public StorageOutput create(String path) throws IOException {
        return inner.create(path);
    }

    @Override
    public void replace(String path, byte[] content) throws IOException {
        inner.replace(path, content);
    }

    @Override
    public boolean exists(String path) throws IOException {
        return inner.exists(path);
    }

    @Override
    public FileInfo info(String path) throws IOException {
        return inner.info(path);
    }

    @Override
    public List<FileInfo> list(String folder) throws IOException {
        return inner.list(folder);
    }

    @Override
    public boolean delete(String path) throws IOException {
        return inner.delete(path);
    }

    @Override
    public void createFolders(String folder) throws IOException {
        inner.createFolders(folder);
    }

    @Override
    public void syncFolder(String folder) throws IOException {
        inner.syncFolder(folder);
    }
}
