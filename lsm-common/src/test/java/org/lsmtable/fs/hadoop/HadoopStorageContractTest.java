package org.lsmtable.fs.hadoop;

import java.util.Set;
import java.util.UUID;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.hadoop.conf.Configuration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.lsmtable.fs.CommitLock;
import org.lsmtable.fs.Storage;
import org.lsmtable.fs.hadoop.MemoryFileSystem.Power;
import org.lsmtable.testing.StorageContract;

/** The contract of storage, for each way in which a store creates a file exactly once. */
class HadoopStorageContractTest {
    static HadoopStorage on(MemoryFileSystem fileSystem, @Nullable CommitLock lock) {
        return new HadoopStorage(
                new Configuration(false),
                lock,
                () -> UUID.randomUUID().toString(),
                (path, configuration) -> fileSystem);
    }

    static CommitLock inProcess() {
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

    @Nested
    class ByAtomicRename extends StorageContract {
        private final Storage storage = on(new MemoryFileSystem("hdfs://nn:8020", Set.of()), null);

        @Override
        protected Storage storage() {
            return storage;
        }

        @Override
        protected String root() {
            return "hdfs://nn:8020/root folder/a=b%20c";
        }
    }

    @Nested
    class ByConditionalCreate extends StorageContract {
        private final Storage storage =
                on(new MemoryFileSystem("s3a://bucket", Set.of(Power.CONDITIONAL_CREATE)), null);

        @Override
        protected Storage storage() {
            return storage;
        }

        @Override
        protected String root() {
            return "s3a://bucket/root";
        }
    }

    @Nested
    class UnderALock extends StorageContract {
        private final Storage storage = on(new MemoryFileSystem("oss://bucket", Set.of()), inProcess());

        @Override
        protected Storage storage() {
            return storage;
        }

        @Override
        protected String root() {
            return "oss://bucket/root";
        }
    }
}
