package org.lsmtable.fs.hadoop;

import java.util.Set;
import org.junit.jupiter.api.Nested;
import org.lsmtable.fs.Storage;
import org.lsmtable.fs.hadoop.MemoryFileSystem.Power;
import org.lsmtable.testing.StorageContract;

/** The contract of storage, for each way in which a store creates a file exactly once. */
class HadoopStorageContractTest {
    @Nested
    class ByAtomicRename extends StorageContract {
        private final Storage storage = HadoopDoubles.on(new MemoryFileSystem("hdfs://nn:8020", Set.of()), null);

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
                HadoopDoubles.on(new MemoryFileSystem("s3a://bucket", Set.of(Power.CONDITIONAL_CREATE)), null);

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
        private final Storage storage =
                HadoopDoubles.on(new MemoryFileSystem("oss://bucket", Set.of()), HadoopDoubles.lockInProcess());

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
