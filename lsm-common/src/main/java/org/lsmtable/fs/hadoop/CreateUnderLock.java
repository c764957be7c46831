package org.lsmtable.fs.hadoop;

import java.io.IOException;
import java.util.function.Supplier;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.lsmtable.fs.CommitLock;

/** Stores that cannot say whether a file was new: a lock keeps the other writers away between the look and the creation. */
final class CreateUnderLock implements ExclusiveCreate {
    private final FileSystem fileSystem;
    private final CommitLock lock;
    private final Supplier<String> randomNames;

    CreateUnderLock(FileSystem fileSystem, CommitLock lock, Supplier<String> randomNames) {
        this.fileSystem = fileSystem;
        this.lock = lock;
        this.randomNames = randomNames;
    }

    @Override
    public boolean create(Path target, byte[] content) throws IOException {
        return lock.whileHeld(target.getParent().toString(), () -> createAlone(target, content));
    }

    private boolean createAlone(Path target, byte[] content) throws IOException {
        if (ExclusiveCreate.exists(fileSystem, target)) {
            return false;
        }
        Path temporary = AtomicRename.temporary(fileSystem, target, content, randomNames);
        try {
            if (fileSystem.rename(temporary, target)) {
                return true;
            }
            throw new IOException(
                    "the rename from " + temporary.getName() + " was refused, though there is no such file");
        } catch (IOException e) {
            return ExclusiveCreate.settled(fileSystem, target, content, e);
        } finally {
            AtomicRename.deleteQuietly(fileSystem, temporary);
        }
    }
}
