package org.lsmtable.fs.hadoop;

import java.io.IOException;
import java.util.function.Supplier;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FilterFileSystem;
import org.apache.hadoop.fs.Options.Rename;
import org.apache.hadoop.fs.Path;

/**
 * Stores whose rename is one step that fails if the target exists, as HDFS has it: a file is written under a hidden name
 * {@code .NAME.RANDOM.tmp}, synced, closed, and renamed.
 *
 * <p>When the answer to a rename is lost, deleting the hidden file tells: if it was there, it had not been renamed and cannot be any
 * more; if it was not, it had been, for nobody else knows its name.
 */
final class AtomicRename implements ExclusiveCreate {
    private final FileSystem fileSystem;
    private final Renames renames;
    private final Supplier<String> randomNames;

    AtomicRename(FileSystem fileSystem, Supplier<String> randomNames) {
        this.fileSystem = fileSystem;
        this.renames = new Renames(fileSystem);
        this.randomNames = randomNames;
    }

    /** Opens up the rename that takes options, which is the only one that says what is to happen to an existing target. */
    private static final class Renames extends FilterFileSystem {
        Renames(FileSystem fileSystem) {
            super(fileSystem);
        }

        @Override
        @SuppressWarnings(
                "deprecation") // deprecated for implementations that are not atomic; this one is used for those that
        // are
        public void rename(Path from, Path to, Rename... options) throws IOException {
            super.rename(from, to, options);
        }
    }

    @Override
    public boolean create(Path target, byte[] content) throws IOException {
        if (ExclusiveCreate.exists(fileSystem, target)) {
            return false;
        }
        Path temporary = temporary(fileSystem, target, content, randomNames);
        IOException failure;
        try {
            renames.rename(temporary, target, Rename.NONE);
            return true;
        } catch (IOException e) {
            failure = e;
        }
        boolean stillThere;
        try {
            stillThere = fileSystem.delete(temporary, false);
        } catch (IOException e) {
            failure.addSuppressed(e);
            throw failure;
        }
        if (!stillThere) {
            return ExclusiveCreate.settled(fileSystem, target, content, failure);
        }
        if (failure instanceof FileAlreadyExistsException || ExclusiveCreate.exists(fileSystem, target)) {
            return false;
        }
        throw failure;
    }

    /** Puts a small file in the place of what is there, in one step. */
    void replace(Path target, byte[] content) throws IOException {
        Path temporary = temporary(fileSystem, target, content, randomNames);
        try {
            renames.rename(temporary, target, Rename.OVERWRITE);
        } catch (IOException e) {
            deleteQuietly(fileSystem, temporary);
            throw e;
        }
    }

    /** Writes a file under a hidden name beside another one, durable. */
    static Path temporary(FileSystem fileSystem, Path target, byte[] content, Supplier<String> randomNames)
            throws IOException {
        Path temporary = new Path(target.getParent(), "." + target.getName() + "." + randomNames.get() + ".tmp");
        try {
            try (FSDataOutputStream out = fileSystem.create(temporary, false)) {
                out.write(content);
                HadoopOutput.sync(out);
            }
        } catch (IOException | RuntimeException e) {
            deleteQuietly(fileSystem, temporary);
            throw e;
        }
        return temporary;
    }

    /** A temporary file that cannot be deleted does no harm, and must not hide what else happened. */
    static void deleteQuietly(FileSystem fileSystem, Path temporary) {
        try {
            fileSystem.delete(temporary, false);
        } catch (IOException e) {
            // left for the orphan clean-up
        }
    }
}
