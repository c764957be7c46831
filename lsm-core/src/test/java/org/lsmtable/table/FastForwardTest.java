package org.lsmtable.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.lsmtable.check.Depth;
import org.lsmtable.check.Finding;
import org.lsmtable.commit.CommitResult;
import org.lsmtable.data.Row;
import org.lsmtable.fs.Storage;
import org.lsmtable.schema.SchemaChange.AddColumn;
import org.lsmtable.snapshot.FastForward;
import org.lsmtable.table.TableException.Reason;
import org.lsmtable.testing.FaultyStorage;
import org.lsmtable.testing.MemoryStorage;
import org.lsmtable.types.Types;

/** The main branch becomes what another is while storage fails, and while others commit. Both have schemas and snapshots of the same numbers. */
class FastForwardTest {
    private static final String LOCATION = "/db.db/t";

    /** A table, and every state that its main branch may be in on its way to the branch: ids of rows. */
    private record Case(MemoryStorage disk, Set<Set<Object>> states, Set<Object> meant) {}

    /**
     * Main's snapshot n has the keys 1 to n, of two schemas; the branch's have 101 and so on beside what it began with.
     *
     * @param base the tag that the branch begins with, empty for a branch that begins with nothing but schemas
     * @param gone main's snapshots up to this one are gone
     */
    private static Case filled(String base, int gone) throws IOException {
        MemoryStorage disk = new MemoryStorage();
        Set<Set<Object>> states = new HashSet<>();
        Set<Object> keys = new TreeSet<>();
        TableDefinition definition = TableDefinition.parse("id INT, v STRING, PRIMARY KEY (id)")
                .with(List.of(), Map.of("bucket", "1", "commit.min-retry-wait", "1 ms"), null);
        try (Table main = Table.create(LOCATION, SteadyEnvironment.of(disk), definition)) {
            for (int id = 1; id <= 4; id++) {
                if (id == 3) {
                    main.alter(new AddColumn("n", Types.INT));
                }
                commit(main, id);
                main.createTag("t" + id, SnapshotRef.latest());
                states.add(keys(main));
                if (base.equals("t" + id)) {
                    keys.addAll(keys(main));
                }
            }
            if (base.isEmpty()) {
                main.branches().create("b");
                states.add(Set.of());
            } else {
                main.branches().create("b", base);
            }
            main.alter(new AddColumn("m", Types.INT));
            commit(main, 5);
            states.add(keys(main));
            try (Table branch = main.branches().open("b")) {
                for (int id = 101; id <= 103; id++) {
                    if (id < 103) {
                        branch.alter(new AddColumn("x" + id, Types.STRING));
                    }
                    commit(branch, id);
                    branch.createTag("t" + id, SnapshotRef.latest());
                    keys.add(id);
                    assertThat(keys(branch)).isEqualTo(keys);
                    states.add(keys(branch));
                }
            }
            for (int id = 1; id <= gone; id++) {
                disk.delete(main.stores().snapshots().file(id));
            }
            if (gone > 0) {
                main.stores().snapshots().hintEarliest(gone + 1);
            }
        }
        disk.syncFolder(LOCATION + "/snapshot");
        return new Case(disk, states, keys);
    }

    private static void commit(Table table, int key) {
        try (TableWriter writer = table.newWriter(CompactionMode.NONE)) {
            Object[] row = new Object[table.schema().rowType().fieldCount()];
            row[0] = key;
            row[1] = "v" + key;
            writer.upsert(Row.of(row));
            assertThat(writer.commit()).isInstanceOf(CommitResult.Committed.class);
        }
    }

    private static Table open(Storage storage) {
        return Table.open(LOCATION, SteadyEnvironment.of(storage), Map.of());
    }

    private static Set<Object> keys(Table table) {
        Set<Object> keys = new TreeSet<>();
        try (RowCursor cursor = table.scan().open()) {
            while (cursor.next()) {
                assertThat(String.valueOf(cursor.get(1))).isEqualTo("v" + cursor.get(0));
                keys.add(cursor.get(0));
            }
        }
        return keys;
    }

    private static void goForward(Storage storage) {
        try (Table table = open(storage)) {
            table.branches().execute(table.branches().fastForward("b"));
        }
    }

    /** The metadata of the main branch. */
    private static Map<String, String> metadata(MemoryStorage disk) throws IOException {
        Map<String, String> found = new TreeMap<>();
        for (String file : disk.files()) {
            if (file.matches(LOCATION + "/(schema|snapshot|tag)/.*")) {
                found.put(file, new String(disk.read(file), StandardCharsets.UTF_8));
            }
        }
        return found;
    }

    private static List<Finding> errors(Table table) {
        return table.check(Depth.ROWS).stream()
                .filter(f -> f.severity() == Finding.Severity.ERROR)
                .filter(f -> !String.valueOf(f.expected()).startsWith("a snapshot between"))
                .toList();
    }

    @ParameterizedTest
    @CsvSource({"t2,0,CRASH", "t2,3,AFTER", "'',0,CRASH"})
    void canBeCutOffAnywhere(String base, int gone, FaultyStorage.Fault fault) throws Exception {
        Case template = filled(base, gone);
        MemoryStorage undisturbed = template.disk().copy();
        goForward(undisturbed);
        Map<String, String> meant = metadata(undisturbed);
        for (int n = 0; ; n++) {
            MemoryStorage disk = template.disk().copy();
            FaultyStorage faulty = FaultyStorage.failingAt(n, fault, disk);
            try {
                goForward(faulty);
            } catch (TableException e) {
                // giving up is fine, a broken table is not
            }
            String story = fault + " of operation " + n + "\n" + faulty.trace();
            requireWholeState(disk.copy(), template, "killed: " + story);
            disk.loseUnsynced();
            requireWholeState(disk.copy(), template, story);
            goForward(disk);
            assertThat(metadata(disk)).as(story).isEqualTo(meant);
            try (Table table = open(disk)) {
                assertThat(keys(table)).as(story).isEqualTo(template.meant());
                assertThat(errors(table)).as(story).isEmpty();
            }
            if (!faulty.fired()) {
                assertThat(n).isGreaterThan(50);
                return;
            }
        }
    }

    /** One of the states on the way; what is committed upon it stays. */
    private static void requireWholeState(MemoryStorage disk, Case template, String story) throws IOException {
        String hint = LOCATION + "/snapshot/LATEST";
        if (disk.exists(hint)) {
            String latest = new String(disk.read(hint), StandardCharsets.US_ASCII);
            assertThat(disk.exists(LOCATION + "/snapshot/snapshot-" + latest))
                    .as(story)
                    .isTrue();
        }
        try (Table table = open(disk)) {
            Set<Object> found = keys(table);
            assertThat(template.states()).as(story).contains(found);
            assertThat(errors(table)).as(story).isEmpty();
            Set<Object> expected = new TreeSet<>(found);
            for (int key = 200; key < 202; key++) {
                commit(table, key);
                expected.add(key);
                assertThat(keys(table)).as(story).isEqualTo(expected);
            }
        }
    }

    /** A plan does not take with it what was committed after it was made. */
    @Test
    void tellsOfCommitsSinceThePlan() throws Exception {
        Case template = filled("t2", 0);
        try (Table table = open(template.disk())) {
            FastForward plan = table.branches().fastForward("b");
            commit(table, 6);
            List<String> before = new ArrayList<>(template.disk().files());
            assertThatThrownBy(() -> table.branches().execute(plan))
                    .hasMessageContaining("snapshot-6")
                    .extracting(e -> ((TableException) e).reason())
                    .isEqualTo(Reason.CONFLICT);
            assertThat(template.disk().files()).isEqualTo(before);
            assertThat(keys(table)).contains(6);
        }
    }
}
