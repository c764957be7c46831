package org.lsmtable.fs.hadoop;

import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FutureDataInputStreamBuilder;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.util.functional.FutureIO;
import org.jspecify.annotations.Nullable;
import org.lsmtable.fs.CommitLock;
import org.lsmtable.fs.FileInfo;
import org.lsmtable.fs.Locations;
import org.lsmtable.fs.Storage;
import org.lsmtable.fs.StorageErrors;
import org.lsmtable.fs.StorageInput;
import org.lsmtable.fs.StorageOutput;
import org.lsmtable.fs.StorageSettings;
import org.lsmtable.options.Credentials;
import org.lsmtable.types.UnsupportedFeatureException;

/**
 * HDFS and other stores through Hadoop's file systems. Paths are {@code scheme://authority/path}; every character stands for itself.
 *
 * <p>A file is created by exactly one caller ({@link #createIfAbsent}) by what the store has: a rename that is one step and keeps an
 * existing target, which only the schemes in a list are trusted with; else a lock that was passed in; else a conditional create; else it
 * is refused.
 *
 * <p>Names are durable on these stores when the call that made them returns, so there is nothing to sync about a folder.
 */
public final class HadoopStorage implements Storage, Closeable {
    /** File systems of a namenode: it renames under its lock and answers when its journal has it. */
    private static final Set<String> ATOMIC_RENAME = Set.of("hdfs", "webhdfs", "swebhdfs");

    private static final String VIEW = "viewfs";

    private final Configuration configuration;
    private final @Nullable CommitLock lock;
    private final Supplier<String> randomNames;
    private final Opener opener;
    private final HadoopErrors errors = new HadoopErrors(this::credentials);
    private final Map<String, FileSystem> fileSystems = new HashMap<>();

    /** Opens the file system of a path; it belongs to the caller. */
    interface Opener {
        FileSystem open(URI path, Configuration configuration) throws IOException;
    }

    /**
     * Storage of a configuration.
     *
     * @param lock null if there is none
     * @param randomNames gives texts that no other writer of the same folder gets, fit for a file name
     */
    HadoopStorage(Configuration configuration, @Nullable CommitLock lock, Supplier<String> randomNames, Opener opener) {
        this.configuration = configuration;
        this.lock = lock;
        this.randomNames = randomNames;
        this.opener = opener;
    }

    /** Storage with some settings. The caller closes it when nothing uses it any more. */
    public static HadoopStorage of(StorageSettings settings) {
        Configuration configuration = new Configuration();
        for (String folder : settings.configurationFolders()) {
            for (String file : List.of("core-site.xml", "hdfs-site.xml")) {
                configuration.addResource(
                        new Path(java.nio.file.Path.of(folder, file).toUri()));
            }
        }
        // closed by whoever closes this storage, not by a hook that races with the clean-up of an interrupted writer
        configuration.setBoolean("fs.automatic.close", false);
        settings.hadoop().forEach(configuration::set);
        return new HadoopStorage(
                configuration, settings.commitLock(), () -> UUID.randomUUID().toString(), FileSystem::newInstance);
    }

    private Credentials credentials() {
        Map<String, String> all = new LinkedHashMap<>();
        configuration.forEach(entry -> all.put(entry.getKey(), entry.getValue()));
        return Credentials.of(all);
    }

    /** The file system of a path: one for each authority, with this storage's configuration, whatever else the process has open. */
    FileSystem fileSystem(Path path) throws IOException {
        String key = path.toUri().getScheme() + "://" + path.toUri().getAuthority();
        synchronized (fileSystems) {
            FileSystem opened = fileSystems.get(key);
            if (opened == null) {
                opened = opener.open(path.toUri(), configuration);
                fileSystems.put(key, opened);
            }
            return opened;
        }
    }

    @Override
    public StorageInput open(String path) throws IOException {
        return errors.call(path, () -> {
            Path file = new Path(path);
            FileSystem fileSystem = fileSystem(file);
            FileStatus status = fileStatus(fileSystem, file);
            FutureDataInputStreamBuilder builder = fileSystem.openFile(file).withFileStatus(status);
            return new HadoopInput(path, FutureIO.awaitFuture(builder.build()), status.getLen(), errors);
        });
    }

    private static FileStatus fileStatus(FileSystem fileSystem, Path file) throws IOException {
        FileStatus status = fileSystem.getFileStatus(file);
        if (status.isDirectory()) {
            throw new IOException("expected a file, found a folder");
        }
        return status;
    }

    @Override
    public byte[] read(String path) throws IOException {
        try (StorageInput in = open(path)) {
            if (in.length() > Integer.MAX_VALUE - Long.BYTES) {
                throw new IOException(path + ": expected a small file, found " + in.length() + " bytes");
            }
            byte[] content = new byte[(int) in.length()];
            in.readFully(0, content, 0, content.length);
            return content;
        }
    }

    @Override
    public StorageOutput create(String path) throws IOException {
        return errors.call(path, () -> {
            Path file = new Path(path);
            FileSystem fileSystem = fileSystem(file);
            FSDataOutputStream out = fileSystem.create(file, false);
            return new HadoopOutput(path, fileSystem, out, errors);
        });
    }

    @Override
    public boolean createIfAbsent(String path, byte[] content) throws IOException {
        return errors.call(path, () -> {
            Path target = new Path(path);
            FileSystem fileSystem = fileSystem(target);
            Path folder = resolved(fileSystem, target.getParent());
            return exclusiveCreate(folder).create(new Path(folder, target.getName()), content);
        });
    }

    @Override
    public void requireCreateIfAbsent(String folder) throws IOException {
        errors.run(folder, () -> {
            Path path = new Path(folder);
            exclusiveCreate(resolved(fileSystem(path), path));
        });
    }

    /** What a folder's store has to create a file exactly once. */
    private ExclusiveCreate exclusiveCreate(Path folder) throws IOException {
        FileSystem fileSystem = fileSystem(folder);
        String scheme = Locations.schemeOf(folder.toString());
        if (ATOMIC_RENAME.contains(scheme)) {
            return new AtomicRename(fileSystem, randomNames);
        }
        if (scheme.equals(VIEW)) {
            throw new IOException("expected a mount point whose target exists, found none");
        }
        if (scheme.equals("file")) {
            throw new UnsupportedFeatureException(folder
                    + ": commits to a local disk through Hadoop are refused: its rename replaces what is"
                    + " there; name the path itself");
        }
        if (lock != null) {
            return new CreateUnderLock(fileSystem, lock, randomNames);
        }
        if (ConditionalCreate.isOffered(fileSystem, folder)) {
            return new ConditionalCreate(fileSystem);
        }
        throw new UnsupportedFeatureException(folder + ": commits to '" + scheme
                + "' are refused: two writers could make the same snapshot, for a rename there is not one step, the"
                + " store offers no"
                + " conditional"
                + " create"
                + " (" + ConditionalCreate.OPTION + ") and no commit lock was given; reading works");
    }

    /** The place that a mount table means; any other place as it is. */
    private Path resolved(FileSystem fileSystem, Path folder) throws IOException {
        if (!VIEW.equals(folder.toUri().getScheme())) {
            return folder;
        }
        try {
            return fileSystem.resolvePath(folder);
        } catch (FileNotFoundException e) {
            Path parent = folder.getParent();
            if (parent == null) {
                throw e;
            }
            return new Path(resolved(fileSystem, parent), folder.getName());
        }
    }

    @Override
    public void replace(String path, byte[] content) throws IOException {
        errors.run(path, () -> {
            Path target = new Path(path);
            Path folder = resolved(fileSystem(target), target.getParent());
            FileSystem fileSystem = fileSystem(folder);
            Path place = new Path(folder, target.getName());
            if (ATOMIC_RENAME.contains(Locations.schemeOf(folder.toString()))) {
                new AtomicRename(fileSystem, randomNames).replace(place, content);
                return;
            }
            // an object appears when it is closed, in the place of the one before
            try (FSDataOutputStream out = fileSystem.create(place, true)) {
                out.write(content);
                HadoopOutput.sync(out);
            }
        });
    }

    @Override
    public boolean exists(String path) throws IOException {
        return errors.call(path, () -> {
            Path at = new Path(path);
            return ExclusiveCreate.exists(fileSystem(at), at);
        });
    }

    @Override
    public FileInfo info(String path) throws IOException {
        return errors.call(path, () -> {
            Path at = new Path(path);
            return info(path, fileSystem(at).getFileStatus(at));
        });
    }

    private static FileInfo info(String path, FileStatus status) {
        boolean isFolder = status.isDirectory();
        return new FileInfo(path, isFolder, isFolder ? 0 : status.getLen(), status.getModificationTime());
    }

    @Override
    public List<FileInfo> list(String folder) throws IOException {
        String prefix = folder.endsWith("/") ? folder : folder + "/";
        return errors.call(folder, () -> {
            Path path = new Path(folder);
            FileSystem fileSystem = fileSystem(path);
            List<FileInfo> found = new ArrayList<>();
            try {
                RemoteIterator<FileStatus> entries = fileSystem.listStatusIterator(path);
                while (entries.hasNext()) {
                    FileStatus entry = entries.next();
                    if (entry.isFile() && entry.getPath().equals(fileSystem.makeQualified(path))) {
                        throw StorageErrors.notAFolder(folder);
                    }
                    found.add(info(prefix + entry.getPath().getName(), entry));
                }
            } catch (FileNotFoundException e) {
                return List.of();
            }
            return found;
        });
    }

    @Override
    public boolean delete(String path) throws IOException {
        return errors.call(path, () -> {
            Path at = new Path(path);
            return fileSystem(at).delete(at, false);
        });
    }

    @Override
    public void createFolders(String folder) throws IOException {
        errors.run(folder, () -> {
            Path path = new Path(folder);
            if (!fileSystem(path).mkdirs(path)) {
                throw new IOException("the folder could not be made");
            }
        });
    }

    @Override
    public void syncFolder(String folder) throws IOException {
        if (!exists(folder)) {
            throw new NoSuchFileException(folder);
        }
    }

    /** Ends the connections; files that are still being written are given up. */
    @Override
    public void close() throws IOException {
        synchronized (fileSystems) {
            IOException failure = null;
            for (FileSystem opened : fileSystems.values()) {
                try {
                    opened.close();
                } catch (IOException e) {
                    failure = e;
                }
            }
            fileSystems.clear();
            if (failure != null) {
                throw new IOException(credentials().hide(String.valueOf(failure.getMessage())));
            }
        }
    }
}
