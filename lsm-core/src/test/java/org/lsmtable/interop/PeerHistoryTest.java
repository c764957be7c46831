package org.lsmtable.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.lsmtable.compact.Decision.Run;
import org.lsmtable.history.BucketEvent;
import org.lsmtable.history.BucketEvent.Cause;
import org.lsmtable.history.BucketHistory;
import org.lsmtable.history.BucketTotals;
import org.lsmtable.history.CompactionReason.Match;
import org.lsmtable.history.HistoryCoverage.Missing;
import org.lsmtable.history.HistoryTotals;
import org.lsmtable.history.HistoryWindow;
import org.lsmtable.history.TableHistory;
import org.lsmtable.history.TableTimeline;
import org.lsmtable.manifest.DataFileMeta;
import org.lsmtable.table.BucketRef;
import org.lsmtable.table.SnapshotRef;
import org.lsmtable.table.Table;

/**
 * The history of tables that only real Paimon has written, against sums made from Paimon's own {@code $files} at each snapshot: a name that
 * was not there before was written, on level 0 by a flush and above it by a compaction.
 */
class PeerHistoryTest {
    @TempDir
    Path folder;

    private final Map<Long, Map<String, Listed>> listings = new HashMap<>();

    /** A file as {@code $files} shows it. */
    private record Listed(int bucket, int level, long bytes) {}

    /** What one bucket wrote, added up from listings. */
    private static final class Sums {
        private long commits;
        private long flushed;
        private long compacted;
        private long upgraded;
        private long runsSum;
        private int runs;
    }

    private static List<Peer> peers;

    @BeforeAll
    static void open() {
        peers = Peers.all();
    }

    @AfterAll
    static void close() {
        peers.forEach(Peer::close);
    }

    private static Peer peer(String version) {
        return peers.stream()
                .filter(peer -> peer.version().equals(version))
                .findFirst()
                .orElseThrow();
    }

    private Path write(Peer peer, int commits, long seed) throws Exception {
        Path table = folder.resolve("db.db/t" + seed);
        peer.create(
                table,
                List.of(new Peer.Column("id", "INT NOT NULL"), new Peer.Column("v", "STRING")),
                List.of("id"),
                List.of(),
                Map.of("bucket", "2", "num-sorted-run.compaction-trigger", "3", "write-buffer-size", "1 mb"));
        Random random = new Random(seed);
        for (int i = 0; i < commits; i++) {
            peer.write(table, rows(random, 30 + random.nextInt(90)), Map.of());
        }
        return table;
    }

    private static List<Object[]> rows(Random random, int count) {
        List<Object[]> rows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            rows.add(new Object[] {"+I", random.nextInt(2000), "value " + random.nextLong()});
        }
        return rows;
    }

    /** The listing of a snapshot, which never changes. */
    private Map<String, Listed> files(Peer peer, Path table, long snapshot) throws Exception {
        Map<String, Listed> known = listings.get(snapshot);
        if (known != null) {
            return new TreeMap<>(known);
        }
        Map<String, Listed> files = new TreeMap<>();
        for (Object[] row : peer.read(table, "files", Map.of("scan.snapshot-id", Long.toString(snapshot)))) {
            String path = (String) row[2];
            files.put(path.substring(path.lastIndexOf('/') + 1), new Listed((Integer) row[1], (Integer) row[5], (Long)
                    row[7]));
        }
        listings.put(snapshot, new TreeMap<>(files));
        return files;
    }

    /** Sums of each bucket over the snapshots after the first one given, from listings alone. */
    private Map<Integer, Sums> sums(Peer peer, Path table, long first, long last) throws Exception {
        Map<Integer, Sums> sums = new TreeMap<>(Map.of(0, new Sums(), 1, new Sums()));
        Map<String, Listed> before = first == 0 ? Map.of() : files(peer, table, first);
        for (long id = first + 1; id <= last; id++) {
            Map<String, Listed> after = files(peer, table, id);
            Set<Integer> flushing = new HashSet<>();
            for (var file : after.entrySet()) {
                Listed old = before.get(file.getKey());
                Sums bucket = sums.get(file.getValue().bucket());
                if (old == null && file.getValue().level() == 0) {
                    flushing.add(file.getValue().bucket());
                    bucket.flushed += file.getValue().bytes();
                } else if (old == null) {
                    bucket.compacted += file.getValue().bytes();
                } else if (old.level() != file.getValue().level()) {
                    bucket.upgraded += file.getValue().bytes();
                }
            }
            for (var bucket : sums.entrySet()) {
                if (flushing.contains(bucket.getKey())) {
                    bucket.getValue().runsSum += bucket.getValue().commits > 0 ? bucket.getValue().runs : 0;
                    bucket.getValue().commits++;
                }
                bucket.getValue().runs = runs(after, bucket.getKey());
            }
            before = after;
        }
        sums.values().forEach(bucket -> bucket.runsSum += bucket.runs);
        return sums;
    }

    private static int runs(Map<String, Listed> files, int bucket) {
        Set<Integer> levels = new HashSet<>();
        int levelZero = 0;
        for (Listed file : files.values()) {
            if (file.bucket() == bucket && file.level() == 0) {
                levelZero++;
            } else if (file.bucket() == bucket) {
                levels.add(file.level());
            }
        }
        return levelZero + levels.size();
    }

    private static void assertSums(HistoryTotals found, Map<Integer, Sums> expected) {
        assertThat(found.buckets()).hasSize(2);
        for (BucketTotals bucket : found.buckets()) {
            Sums sums = expected.get(bucket.bucket());
            assertThat(bucket.amounts().commits()).isEqualTo(sums.commits);
            assertThat(bucket.amounts().flushedBytes()).isEqualTo(sums.flushed).isPositive();
            assertThat(bucket.amounts().compactedBytes())
                    .isEqualTo(sums.compacted)
                    .isPositive();
            assertThat(bucket.amounts().upgradedBytes()).isEqualTo(sums.upgraded);
            assertThat(bucket.amounts().runsSum()).isEqualTo(sums.runsSum);
            assertThat(bucket.amounts().writeAmplification())
                    .isEqualTo((double) (sums.flushed + sums.compacted) / sums.flushed);
            assertThat(bucket.runs()).hasSize(sums.runs);
        }
    }

    private static Map<String, Listed> listed(int bucket, List<DataFileMeta> files) {
        Map<String, Listed> listed = new TreeMap<>();
        files.forEach(file -> listed.put(file.fileName(), new Listed(bucket, file.level(), file.fileSize())));
        return listed;
    }

    @ParameterizedTest(name = "Paimon {0}")
    @ValueSource(strings = {"1.4.2", "2.0.0"})
    void isWhatTheListingsOfAllSnapshotsAddUpTo(String version) throws Exception {
        Peer peer = peer(version);
        Path path = write(peer, 10, 7);
        try (Table table = Table.open(path)) {
            TableHistory history = table.history();
            TableTimeline timeline = history.timeline(HistoryWindow.ALL);
            long last = timeline.coverage().lastId();
            assertThat(timeline.coverage().isComplete()).isTrue();
            assertThat(timeline.snapshots()).hasSize((int) last);
            assertSums(history.totals(HistoryWindow.ALL), sums(peer, path, 0, last));

            Map<Match, Integer> matches = new HashMap<>();
            for (BucketHistory bucket : timeline.buckets()) {
                assertThat(bucket.start().files()).isEmpty();
                for (BucketEvent event : bucket.events()) {
                    Map<String, Listed> files =
                            files(peer, path, event.snapshot().id());
                    files.values().removeIf(file -> file.bucket() != bucket.bucket());
                    assertThat(listed(bucket.bucket(), event.after().files())).isEqualTo(files);
                    assertThat(event.liveBytes())
                            .isEqualTo(files.values().stream()
                                    .mapToLong(Listed::bytes)
                                    .sum());
                    history.reasons().of(event).ifPresent(r -> matches.merge(r.match(), 1, Integer::sum));
                }
            }
            // real Paimon picks by rule set 2.0; where that picks the same as 2.1 it is the table's own
            assertThat(matches.keySet()).isSubsetOf(Match.OPTIONS, Match.OTHER_RULE_SET);
            assertThat(matches.values().stream().mapToInt(n -> n).sum()).isGreaterThan(3);
        }
    }

    @ParameterizedTest(name = "Paimon {0}")
    @ValueSource(strings = {"1.4.2", "2.0.0"})
    void startsWhereExpiryHasLeftOff(String version) throws Exception {
        Peer peer = peer(version);
        Path path = write(peer, 8, 8);
        long last;
        try (Table table = Table.open(path)) {
            last = table.history().totals(HistoryWindow.ALL).coverage().lastId();
        }
        long first = last - 7;
        Map<Integer, Sums> expected = sums(peer, path, first - 1, last);
        peer.expire(path, 8);
        try (Table table = Table.open(path)) {
            HistoryTotals totals = table.history().totals(HistoryWindow.ALL);
            assertThat(totals.coverage().missing()).containsExactly(new Missing(1, first - 1));
            assertThat(totals.coverage().warnings())
                    .containsExactly(
                            "snapshots 1 to " + (first - 1) + " are no longer there: what they wrote is not counted");
            assertSums(totals, expected);

            Map<Integer, Sums> lastFour = sums(peer, path, last - 4, last);
            HistoryTotals four = table.history().totals(HistoryWindow.last(4));
            assertThat(four.coverage().isComplete()).isTrue();
            assertThat(four.coverage().firstId()).isEqualTo(last - 3);
            for (BucketTotals bucket : four.buckets()) {
                assertThat(bucket.amounts().flushedBytes()).isEqualTo(lastFour.get(bucket.bucket()).flushed);
                assertThat(bucket.amounts().compactedBytes()).isEqualTo(lastFour.get(bucket.bucket()).compacted);
            }
            assertThat(table.history().totals(HistoryWindow.last(20)).coverage().missing())
                    .hasSize(1);
        }
    }

    @ParameterizedTest(name = "Paimon {0}")
    @ValueSource(strings = {"1.4.2", "2.0.0"})
    void goesOnAfterSnapshotsThatAreMissing(String version) throws Exception {
        Peer peer = peer(version);
        Path path = write(peer, 8, 9);
        try (Table table = Table.open(path)) {
            long last = table.history().totals(HistoryWindow.ALL).coverage().lastId();
            Map<Integer, Sums> before = sums(peer, path, 0, 4);
            Map<Integer, Sums> after = sums(peer, path, 6, last);
            Files.delete(path.resolve("snapshot/snapshot-5"));
            Files.delete(path.resolve("snapshot/snapshot-6"));
            TableTimeline timeline = table.history().timeline(HistoryWindow.ALL);
            assertThat(timeline.coverage().missing()).containsExactly(new Missing(5, 6));
            assertThat(timeline.buckets())
                    .allSatisfy(bucket -> assertThat(bucket.events())
                            .filteredOn(event -> event.cause() == Cause.UNSEEN)
                            .singleElement()
                            .satisfies(event -> {
                                assertThat(event.snapshot().id()).isEqualTo(7);
                                assertThat(event.flushedBytes() + event.compactedBytes())
                                        .isZero();
                            }));
            for (BucketTotals bucket : table.history().totals(HistoryWindow.ALL).buckets()) {
                int b = bucket.bucket();
                assertThat(bucket.amounts().flushedBytes()).isEqualTo(before.get(b).flushed + after.get(b).flushed);
                assertThat(bucket.amounts().compactedBytes())
                        .isEqualTo(before.get(b).compacted + after.get(b).compacted);
                assertThat(bucket.runs()).hasSize(after.get(b).runs);
            }
        }
    }

    @ParameterizedTest(name = "Paimon {0}")
    @ValueSource(strings = {"1.4.2", "2.0.0"})
    void tellsOverwritesRescalesAndFullCompactionsApart(String version) throws Exception {
        Peer peer = peer(version);
        Path path = write(peer, 2, 10);
        peer.compactFully(path);
        long full =
                files(peer, path, 3).values().stream().mapToLong(Listed::bytes).sum();
        peer.overwrite(path, rows(new Random(1), 500));
        peer.setOption(path, "bucket", "3");
        peer.overwrite(path, rows(new Random(2), 500));
        try (Table table = Table.open(path)) {
            TableTimeline timeline = table.history().timeline(HistoryWindow.ALL);
            long compacted = 0;
            Map<Long, Set<Cause>> causes = new TreeMap<>();
            Map<Long, Long> flushed = new TreeMap<>();
            for (BucketHistory bucket : timeline.buckets()) {
                for (BucketEvent event : bucket.events()) {
                    long id = event.snapshot().id();
                    causes.computeIfAbsent(id, i -> new HashSet<>()).add(event.cause());
                    flushed.merge(id, event.flushedBytes(), Long::sum);
                    if (id == 3) {
                        compacted += event.compactedBytes();
                        assertThat(table.history()
                                        .reasons()
                                        .of(event)
                                        .orElseThrow()
                                        .match())
                                .isEqualTo(Match.FULL_REQUEST);
                    }
                }
            }
            assertThat(compacted).isEqualTo(full);
            assertThat(causes.get(4L)).containsExactly(Cause.OVERWRITE);
            assertThat(flushed.get(4L))
                    .isEqualTo(files(peer, path, 4).values().stream()
                            .mapToLong(Listed::bytes)
                            .sum());
            assertThat(causes.get(5L)).containsExactly(Cause.RESCALE);
            assertThat(flushed.get(5L)).isZero();
            assertThat(timeline.buckets()).hasSize(3);
            for (BucketHistory bucket : timeline.buckets()) {
                Map<String, Listed> files = files(peer, path, 5);
                files.values().removeIf(file -> file.bucket() != bucket.bucket());
                assertThat(listed(bucket.bucket(), bucket.end().files())).isEqualTo(files);
            }
        }
    }

    /** {@code explain} sees the runs that Paimon's own listing has: each level-0 file one, newest first, then a run for each level. */
    @ParameterizedTest(name = "Paimon {0}")
    @ValueSource(strings = {"1.4.2", "2.0.0"})
    void explainSeesTheRunsOfTheListing(String version) throws Exception {
        Peer peer = peer(version);
        Path path = write(peer, 5, 11);
        try (Table table = Table.open(path)) {
            long last = table.snapshot(SnapshotRef.latest()).orElseThrow().id();
            for (int bucket = 0; bucket < 2; bucket++) {
                List<Run> levelZero = new ArrayList<>();
                Map<Integer, Run> above = new TreeMap<>();
                for (Listed file : files(peer, path, last).values()) {
                    if (file.bucket() == bucket && file.level() == 0) {
                        levelZero.add(new Run(0, 1, file.bytes()));
                    } else if (file.bucket() == bucket) {
                        above.merge(
                                file.level(),
                                new Run(file.level(), 1, file.bytes()),
                                (a, b) -> new Run(a.level(), a.files() + b.files(), a.bytes() + b.bytes()));
                    }
                }
                List<Run> runs = table.explain(BucketRef.bucket(bucket)).runs();
                assertThat(runs.subList(0, levelZero.size())).containsExactlyInAnyOrderElementsOf(levelZero);
                assertThat(runs.subList(levelZero.size(), runs.size())).containsExactlyElementsOf(above.values());
            }
        }
    }
}
