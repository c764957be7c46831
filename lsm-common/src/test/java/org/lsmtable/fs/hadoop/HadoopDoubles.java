package org.lsmtable.fs.hadoop;

import java.util.Set;
import java.util.UUID;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;
import org.lsmtable.fs.CommitLock;
import org.lsmtable.fs.hadoop.MemoryFileSystem.Power;

/** Storage on file systems in memory that can and cannot do what real stores can and cannot. */
public final class HadoopDoubles {
    private HadoopDoubles() {}

    /** A store whose rename is not one step and that has no conditional create. */
    public static HadoopStorage plain(String uri, @Nullable CommitLock lock) {
        return on(new MemoryFileSystem(uri, Set.of()), lock);
    }

    /** A store that creates objects on condition. */
    public static HadoopStorage conditional(String uri) {
        return on(new MemoryFileSystem(uri, Set.of(Power.CONDITIONAL_CREATE)), null);
    }

    /** The same store for someone who has no lock. */
    public static HadoopStorage withoutLock(HadoopStorage storage) {
        return new HadoopStorage(
                new Configuration(false),
                null,
                () -> UUID.randomUUID().toString(),
                (path, configuration) -> storage.fileSystem(new Path(path)));
    }

    /** A lock that works within this process. */
    public static CommitLock lockInProcess() {
        ReentrantLock lock = new ReentrantLock();
        return (folder, creation) -> {
            lock.lock();
            try {
                return creation.run();
            } finally {
                lock.unlock();
            }
        };
    }

    static HadoopStorage on(MemoryFileSystem fileSystem, @Nullable CommitLock lock) {
        return new HadoopStorage(
                new Configuration(false),
                lock,
                () -> UUID.randomUUID().toString(),
                (path, configuration) -> fileSystem);
    }
}
