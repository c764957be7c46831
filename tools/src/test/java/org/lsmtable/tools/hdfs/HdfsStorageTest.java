package org.lsmtable.tools.hdfs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.security.PrivilegedExceptionAction;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.lsmtable.fs.FileInfo;
import org.lsmtable.fs.Storage;
import org.lsmtable.fs.StorageSettings;
import org.lsmtable.fs.all.Storages;
import org.lsmtable.testing.StorageContract;

/** The contract of storage on a real HDFS. */
@ExtendWith(HdfsExtension.class)
class HdfsStorageTest extends StorageContract {
    private final HdfsCluster cluster;
    private final String root;
    private final Storages storage = Storages.of(StorageSettings.synced());

    HdfsStorageTest(HdfsCluster cluster) {
        this.cluster = cluster;
        this.root = cluster.uri() + "/contract-" + UUID.randomUUID();
    }

    @AfterEach
    void close() throws IOException {
        storage.close();
    }

    @Override
    protected Storage storage() {
        return storage;
    }

    @Override
    protected String root() {
        return root;
    }

    @Test
    void everyCharacterOfAPartitionPathStandsForItself() throws IOException {
        StringBuilder name = new StringBuilder("p=");
        for (char c = 0x20; c < 0x7f; c++) {
            if ("\"#%'*/:=?\\{}[]^".indexOf(c) < 0) {
                name.append(c);
            } else {
                name.append('%').append(Integer.toHexString(c).toUpperCase(java.util.Locale.ROOT));
            }
        }
        String folder = root + "/" + name + "%2F";
        assertThat(storage.createIfAbsent(folder + "/f", new byte[] {1})).isTrue();
        assertThat(storage.list(root)).extracting(FileInfo::path).containsExactly(folder);
        assertThat(storage.list(folder)).extracting(FileInfo::path).containsExactly(folder + "/f");
        assertThat(storage.read(folder + "/f")).containsExactly(1);
        assertThat(storage.delete(folder + "/f")).isTrue();
    }

    @Test
    void oneOfSeveralClientsWins() throws Exception {
        List<Storages> clients = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            clients.add(Storages.of(StorageSettings.synced().withOptions(Map.of("hadoop.dfs.client.x", "" + i))));
        }
        ExecutorService threads = Executors.newFixedThreadPool(clients.size());
        try {
            for (int round = 0; round < 20; round++) {
                String path = root + "/snapshot-" + round;
                List<Callable<Boolean>> tasks = new ArrayList<>();
                for (Storages client : clients) {
                    byte[] content = ("by " + clients.indexOf(client)).getBytes(UTF_8);
                    tasks.add(() -> client.createIfAbsent(path, content));
                }
                List<String> winners = new ArrayList<>();
                List<Future<Boolean>> results = threads.invokeAll(tasks);
                for (int i = 0; i < results.size(); i++) {
                    if (results.get(i).get()) {
                        winners.add("by " + i);
                    }
                }
                assertThat(winners).containsExactly(new String(storage.read(path), UTF_8));
            }
        } finally {
            threads.shutdownNow();
            for (Storages client : clients) {
                client.close();
            }
        }
        assertThat(storage.list(root)).hasSize(20); // no temporary file is left
    }

    @Test
    void aUserWithoutTheRightIsToldInOneLine() throws Exception {
        storage.createFolders(root);
        UserGroupInformation eve = UserGroupInformation.createRemoteUser("eve");
        try (Storages hers = Storages.of(StorageSettings.synced())) {
            PrivilegedExceptionAction<Boolean> creation = () -> hers.createIfAbsent(root + "/f", new byte[1]);
            assertThatThrownBy(() -> eve.doAs(creation))
                    .isInstanceOf(AccessDeniedException.class)
                    .message()
                    .contains(root + "/f: Permission denied: user=eve, access=WRITE")
                    .doesNotContain("\n");
            assertThat(storage.list(root)).isEmpty();
        }
    }

    @Test
    void aNamenodeThatIsNotThereIsToldInOneLine() throws IOException {
        try (Storages nowhere = Storages.of(
                StorageSettings.synced().withOptions(Map.of("hadoop.ipc.client.connect.max.retries", "0")))) {
            assertThatThrownBy(() -> nowhere.exists("hdfs://localhost:1/t"))
                    .isInstanceOf(IOException.class)
                    .message()
                    .contains("hdfs://localhost:1/t")
                    .contains("refused")
                    .doesNotContain("\n");
        }
        assertThat(cluster.uri().getScheme()).isEqualTo("hdfs");
    }

    @Test
    void aMountTableLeadsToTheSameFiles() throws IOException {
        storage.createFolders(root);
        try (Storages view = Storages.of(
                StorageSettings.synced().withOptions(Map.of("hadoop.fs.viewfs.mounttable.all.link./data", root)))) {
            view.requireCreateIfAbsent("viewfs://all/data/t/snapshot");
            assertThat(view.createIfAbsent("viewfs://all/data/t/snapshot/snapshot-1", new byte[] {7}))
                    .isTrue();
            assertThat(view.createIfAbsent("viewfs://all/data/t/snapshot/snapshot-1", new byte[] {8}))
                    .isFalse();
            view.replace("viewfs://all/data/t/snapshot/LATEST", new byte[] {1});
            view.replace("viewfs://all/data/t/snapshot/LATEST", new byte[] {2});
            assertThat(view.list("viewfs://all/data/t/snapshot"))
                    .extracting(FileInfo::path)
                    .containsExactlyInAnyOrder(
                            "viewfs://all/data/t/snapshot/LATEST", "viewfs://all/data/t/snapshot/snapshot-1");
            assertThat(storage.read(root + "/t/snapshot/snapshot-1")).containsExactly(7);
            assertThat(storage.read(root + "/t/snapshot/LATEST")).containsExactly(2);
        }
    }
}
