package org.lsmtable.fs.all;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lsmtable.fs.FileInfo;
import org.lsmtable.fs.LocalStorage;
import org.lsmtable.fs.Locations;
import org.lsmtable.fs.Storage;
import org.lsmtable.fs.StorageInput;
import org.lsmtable.fs.StorageOutput;
import org.lsmtable.fs.StorageSettings;
import org.lsmtable.fs.hadoop.HadoopStorage;

/**
 * The storage of every place, told apart by the scheme of each path: a table may have files elsewhere than in its folder. Connections
 * are made when they are first needed; closing ends them.
 */
public final class Storages implements Storage, Closeable {
    private final StorageSettings settings;
    private final LocalStorage local;
    private @Nullable HadoopStorage remote;

    private Storages(StorageSettings settings) {
        this.settings = settings;
        this.local = LocalStorage.of(settings.durability());
    }

    /** Storage with some settings. The caller closes it when nothing uses it any more. */
    public static Storages of(StorageSettings settings) {
        return new Storages(settings);
    }

    private Storage at(String path) {
        return Locations.isLocal(path) ? local : remote();
    }

    private synchronized HadoopStorage remote() {
        HadoopStorage opened = remote;
        if (opened == null) {
            opened = HadoopStorage.of(settings);
            remote = opened;
        }
        return opened;
    }

    @Override
    public StorageInput open(String path) throws IOException {
        return at(path).open(Locations.localPath(path));
    }

    @Override
    public byte[] read(String path) throws IOException {
        return at(path).read(Locations.localPath(path));
    }

    @Override
    public StorageOutput create(String path) throws IOException {
        return at(path).create(Locations.localPath(path));
    }

    @Override
    public boolean createIfAbsent(String path, byte[] content) throws IOException {
        return at(path).createIfAbsent(Locations.localPath(path), content);
    }

    @Override
    public void requireCreateIfAbsent(String folder) throws IOException {
        at(folder).requireCreateIfAbsent(Locations.localPath(folder));
    }

    @Override
    public void replace(String path, byte[] content) throws IOException {
        at(path).replace(Locations.localPath(path), content);
    }

    @Override
    public boolean exists(String path) throws IOException {
        return at(path).exists(Locations.localPath(path));
    }

    @Override
    public FileInfo info(String path) throws IOException {
        return at(path).info(Locations.localPath(path));
    }

    @Override
    public List<FileInfo> list(String folder) throws IOException {
        return at(folder).list(Locations.localPath(folder));
    }

    @Override
    public boolean delete(String path) throws IOException {
        return at(path).delete(Locations.localPath(path));
    }

    @Override
    public void createFolders(String folder) throws IOException {
        at(folder).createFolders(Locations.localPath(folder));
    }

    @Override
    public void syncFolder(String folder) throws IOException {
        at(folder).syncFolder(Locations.localPath(folder));
    }

    /** Ends the connections; files that are still being written are given up. */
    @Override
    public synchronized void close() throws IOException {
        if (remote != null) {
            remote.close();
            remote = null;
        }
    }
}
