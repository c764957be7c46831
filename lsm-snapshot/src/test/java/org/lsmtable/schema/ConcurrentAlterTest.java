package org.lsmtable.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.lsmtable.fs.Storage;
import org.lsmtable.schema.SchemaAlteration.History;
import org.lsmtable.schema.SchemaChange.AddColumn;
import org.lsmtable.testing.FaultyStorage;
import org.lsmtable.testing.FaultyStorage.Fault;
import org.lsmtable.testing.MemoryStorage;
import org.lsmtable.types.DataField;
import org.lsmtable.types.Types;

/** Alterations at the same time, and on a storage that fails: none is lost, none is seen by half. */
class ConcurrentAlterTest {
    private static final TablePaths PATHS = new TablePaths("/t");

    private static MemoryStorage storage() throws IOException {
        MemoryStorage storage = new MemoryStorage();
        TableSchema first = TableSchemas.create(
                List.of(new DataField(0, "id", Types.INT)), List.of("id"), List.of(), Map.of(), null, 0);
        assertThat(new SchemaStore(storage, PATHS).create(first)).isTrue();
        return storage;
    }

    private static TableSchema add(Storage storage, String column) throws IOException {
        return new SchemaStore(storage, PATHS)
                .alter(latest -> SchemaAlteration.apply(
                        latest, List.of(new AddColumn(column, Types.INT)), History.EMPTY, Map.of(), 1));
    }

    @Test
    void noneOfManyIsLost() throws Exception {
        MemoryStorage storage = storage();
        int writers = 4;
        int each = 10;
        ExecutorService threads = Executors.newFixedThreadPool(writers);
        List<Future<Boolean>> done = new ArrayList<>();
        List<String> expected = new ArrayList<>(List.of("id"));
        for (int writer = 0; writer < writers; writer++) {
            String prefix = "w" + writer + "_";
            for (int i = 0; i < each; i++) {
                expected.add(prefix + i);
            }
            done.add(threads.submit(() -> {
                for (int i = 0; i < each; i++) {
                    add(storage, prefix + i);
                }
                return true;
            }));
        }
        for (Future<Boolean> future : done) {
            assertThat(future.get()).isTrue();
        }
        threads.shutdown();
        List<TableSchema> schemas = new SchemaStore(storage, PATHS).all();
        assertThat(schemas).hasSize(writers * each + 1);
        for (int id = 0; id < schemas.size(); id++) {
            TableSchema schema = schemas.get(id);
            assertThat(schema.id()).isEqualTo(id);
            assertThat(schema.highestFieldId()).isEqualTo(id);
            assertThat(schema.fields()).extracting(DataField::id).doesNotHaveDuplicates();
        }
        assertThat(schemas.get(schemas.size() - 1).rowType().names()).containsExactlyInAnyOrderElementsOf(expected);
    }

    /** The other writer comes exactly between reading the latest schema and writing the next one. */
    @Test
    void theSlowerOneStartsAgainFromTheFasterOne() throws IOException {
        MemoryStorage storage = storage();
        List<Long> seen = new ArrayList<>();
        TableSchema slow = new SchemaStore(storage, PATHS).alter(latest -> {
            if (seen.isEmpty()) {
                add(storage, "fast");
            }
            seen.add(latest.id());
            return SchemaAlteration.apply(
                    latest, List.of(new AddColumn("slow", Types.INT)), History.EMPTY, Map.of(), 1);
        });
        assertThat(seen).containsExactly(0L, 1L);
        assertThat(slow.id()).isEqualTo(2);
        assertThat(slow.rowType().names()).containsExactly("id", "fast", "slow");
        assertThat(new SchemaStore(storage, PATHS).latest()).contains(slow);
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void everyOperationFailsOnce(Fault fault) throws IOException {
        for (int n = 0; ; n++) {
            MemoryStorage storage = storage();
            FaultyStorage faulty = FaultyStorage.failingAt(n, fault, storage);
            boolean done = false;
            try {
                add(faulty, "a");
                done = true;
            } catch (IOException expected) {
                // giving up is fine, a broken table is not
            }
            storage.loseUnsynced();
            TableSchema latest =
                    new SchemaStore(storage, PATHS).latest().orElseThrow(() -> new AssertionError(faulty.trace()));
            boolean altered = latest.rowType().names().equals(List.of("id", "a"));
            assertThat(altered || latest.id() == 0).as(faulty.trace()).isTrue();
            assertThat(altered).as(faulty.trace()).isIn(done, true);
            storage.assertNothingOpen();
            if (!faulty.fired()) {
                assertThat(done).isTrue();
                return;
            }
        }
    }
}
