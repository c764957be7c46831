package org.lsmtable.commit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.lsmtable.commit.MetadataTable.append;
import static org.lsmtable.commit.MetadataTable.committable;
import static org.lsmtable.commit.MetadataTable.compact;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lsmtable.commit.CommitResult.Committed;
import org.lsmtable.commit.CommitResult.Lost;
import org.lsmtable.fs.Durability;
import org.lsmtable.fs.LocalStorage;
import org.lsmtable.manifest.DataFileMeta;
import org.lsmtable.scan.LiveFile;
import org.lsmtable.scan.ScanFilter;
import org.lsmtable.scan.TableScan;
import org.lsmtable.snapshot.Snapshot;

/** Many commit to one table on a real disk, from threads and from processes, and nothing is lost, nothing comes twice. */
class ConcurrentCommitTest {
    private static final Map<String, String> PATIENT =
            Map.of("commit.max-retries", "1000", "commit.max-retry-wait", "50 ms", "manifest.merge-min-count", "5");

    private static final Pattern PLUS = Pattern.compile("\\+");

    @TempDir
    Path folder;

    @Test
    void appendsOfManyThreadsAllArrive() throws Exception {
        MetadataTable table = create();
        int threads = 6;
        int commits = 15;
        List<Callable<Void>> work = new ArrayList<>();
        for (int t = 0; t < threads; t++) {
            String name = "t" + t;
            work.add(() -> {
                appendAll(table.openedBy(name), name, commits);
                return null;
            });
        }

        runAll(work);

        requireHistory(table, threads * commits);
    }

    @Test
    void appendsOfTwoProcessesAllArrive() throws Exception {
        MetadataTable table = create();
        int commits = 25;
        List<Process> processes = new ArrayList<>();
        try {
            for (String name : List.of("p0", "p1")) {
                processes.add(start(name, commits));
            }
            List<BufferedReader> outputs = new ArrayList<>();
            for (Process process : processes) {
                BufferedReader output = process.inputReader(UTF_8);
                assertThat(output.readLine()).isEqualTo("ready");
                outputs.add(output);
            }
            for (Process process : processes) {
                process.getOutputStream().write('\n');
                process.getOutputStream().flush();
            }
            for (int i = 0; i < processes.size(); i++) {
                assertThat(outputs.get(i).lines().collect(Collectors.joining("\n")))
                        .isEmpty();
                assertThat(processes.get(i).waitFor(60, TimeUnit.SECONDS)).isTrue();
                assertThat(processes.get(i).exitValue()).isZero();
            }
        } finally {
            processes.forEach(Process::destroyForcibly);
        }

        requireHistory(table, 2 * commits);
    }

    /** Each file is named after the appends it holds, so the names tell whether any is missing or there twice. */
    @Test
    void compactionsRaceWithAppendsAndEachOther() throws Exception {
        MetadataTable table = create();
        int appends = 30;
        long seed = 20261130;
        List<Callable<Void>> work = new ArrayList<>();
        work.add(() -> {
            appendAll(table.openedBy("writer"), "w", appends);
            return null;
        });
        int[] lost = new int[2];
        int[] won = new int[2];
        for (int c = 0; c < 2; c++) {
            int self = c;
            work.add(() -> {
                Random random = new Random(seed + self);
                MetadataTable mine = table.openedBy("c" + self);
                TableCommitter committer = mine.committer("compactor-" + self, Thread::sleep);
                for (int round = 0; round < 25; round++) {
                    CommitResult result = compactSome(mine, committer, round, random);
                    if (result instanceof Lost l) {
                        lost[self]++;
                        assertThat(l.why())
                                .contains("'compactor-" + self + "'")
                                .containsPattern("of user '(w|compactor)");
                    } else {
                        assertThat(result).isInstanceOf(Committed.class);
                        won[self]++;
                    }
                    Thread.sleep(random.nextInt(5));
                }
                return null;
            });
        }

        runAll(work);

        Set<String> arrived = new HashSet<>();
        for (LiveFile file : files(table)) {
            for (String part : PLUS.splitAsStream(file.file().fileName()).toList()) {
                assertThat(arrived.add(part)).as("%s twice", part).isTrue();
            }
        }
        assertThat(arrived).as("seed %d", seed).hasSize(appends);
        assertThat(won[0] + won[1]).isPositive();
        requireConsecutive(table);
        assertThat(table.orphans()).isEmpty();
    }

    /** Takes what is live now, waits a little, and merges it into one file on the last level. */
    private static CommitResult compactSome(MetadataTable table, TableCommitter committer, int round, Random random)
            throws IOException, InterruptedException {
        List<DataFileMeta> before = files(table).stream().map(LiveFile::file).toList();
        Thread.sleep(random.nextInt(4));
        if (before.size() < 2) {
            return new Committed(List.of());
        }
        String name = before.stream().map(DataFileMeta::fileName).collect(Collectors.joining("+"));
        DataFileMeta after = MetadataTable.meta(name, 5, 1, 9);
        return committer.commit(committable(round, compact(before, List.of(after))));
    }

    private MetadataTable create() throws IOException {
        MetadataTable table =
                MetadataTable.create(LocalStorage.of(Durability.PROCESS), folder + "/t", List.of(), PATIENT);
        table.storage.createFolders(folder + "/t/bucket-0");
        return table;
    }

    private static void appendAll(MetadataTable table, String user, int commits) throws IOException {
        TableCommitter committer = table.committer(user, Thread::sleep);
        for (int i = 0; i < commits; i++) {
            CommitResult result = committer.commit(committable(i, append(MetadataTable.meta(user + "-" + i, 0, i, i))));
            if (!(result instanceof Committed)) {
                throw new IOException(result.toString());
            }
        }
    }

    private static void runAll(List<Callable<Void>> work) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(work.size());
        try {
            for (Future<Void> done : threads.invokeAll(work)) {
                done.get();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private static List<LiveFile> files(MetadataTable table) throws IOException {
        Snapshot latest = table.stores.snapshots().latest().orElse(null);
        return latest == null
                ? List.of()
                : new TableScan(table.stores.manifests(), table.stores.schemas(), table.schema)
                        .plan(latest, ScanFilter.ALL);
    }

    private static void requireHistory(MetadataTable table, int commits) throws IOException {
        requireConsecutive(table);
        List<Snapshot> snapshots = table.stores.snapshots().all();
        assertThat(snapshots).hasSize(commits);
        assertThat(snapshots.get(commits - 1).totalRecordCount()).isEqualTo(commits);
        assertThat(table.live()).hasSize(commits).doesNotHaveDuplicates();
        assertThat(table.orphans()).isEmpty();
    }

    private static void requireConsecutive(MetadataTable table) throws IOException {
        List<Long> ids = table.stores.snapshots().ids();
        for (int i = 0; i < ids.size(); i++) {
            assertThat(ids.get(i)).isEqualTo(i + 1);
        }
    }

    private Process start(String name, int commits) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx128m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        AppendingProcess.class.getName(),
                        folder + "/t",
                        name,
                        String.valueOf(commits))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    /** Another process: tells that it is ready, waits for a line, and appends. */
    static final class AppendingProcess {
        private AppendingProcess() {}

        public static void main(String[] args) throws IOException {
            MetadataTable table = MetadataTable.open(LocalStorage.of(Durability.SYNCED), args[0], args[1]);
            System.out.println("ready");
            if (System.in.read() < 0) {
                throw new IOException("nobody is waiting");
            }
            appendAll(table, args[1], Integer.parseInt(args[2]));
        }
    }
}
