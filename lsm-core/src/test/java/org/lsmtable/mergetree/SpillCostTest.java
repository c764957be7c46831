package org.lsmtable.mergetree;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.lsmtable.data.BinaryRow;
import org.lsmtable.data.Row;
import org.lsmtable.data.RowKind;
import org.lsmtable.fs.Storage;
import org.lsmtable.manifest.DataFileMeta;
import org.lsmtable.merge.ColumnResolver;
import org.lsmtable.merge.Workers;
import org.lsmtable.options.Options;
import org.lsmtable.schema.TablePaths;
import org.lsmtable.schema.TableSchema;
import org.lsmtable.testing.MemoryStorage;
import org.lsmtable.types.DataField;
import org.lsmtable.types.Types;

/** What spilling many times writes: n log n, not n squared, however few files are merged at once. Paimon pull request 9303. */
class SpillCostTest {
    private static final int ROWS = 20_000;

    /** Files that are made and deleted, and the bytes in them. */
    private final AtomicInteger files = new AtomicInteger();

    private final AtomicLong bytes = new AtomicLong();

    /** The most files there were at once. */
    private final AtomicInteger most = new AtomicInteger();

    private Storage counting(MemoryStorage disk) {
        return (Storage) Proxy.newProxyInstance(
                Storage.class.getClassLoader(), new Class<?>[] {Storage.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("delete")) {
                        most.set(Math.max(most.get(), disk.list("/tmp").size()));
                        files.incrementAndGet();
                        bytes.addAndGet(disk.info((String) arguments[0]).sizeBytes());
                    }
                    try {
                        return method.invoke(disk, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private DataFileMeta write(int mergedAtOnce) throws IOException {
        files.set(0);
        bytes.set(0);
        most.set(0);
        MemoryStorage disk = new MemoryStorage();
        TableSchema schema = new TableSchema(
                3,
                0,
                List.of(new DataField(0, "k", Types.BIGINT.notNull()), new DataField(1, "v", Types.STRING)),
                1,
                List.of(),
                List.of("k"),
                new Options(Map.of(
                        "write-buffer-size",
                        "10 kb",
                        "write-only",
                        "true",
                        "local-sort.max-num-file-handles",
                        Integer.toString(mergedAtOnce))),
                null,
                0);
        AtomicInteger names = new AtomicInteger();
        TestWriters writers = new TestWriters(new TestWriters.Surroundings(
                disk,
                new TablePaths("/t"),
                schema,
                ColumnResolver.byFieldId(id -> schema),
                Clock.systemUTC(),
                () -> "u" + names.incrementAndGet(),
                SpillSpace.of(schema.options(), counting(disk), "/tmp", () -> "s" + names.incrementAndGet()),
                null,
                Workers.single(),
                Runnable::run));
        try (MergeTreeWriter writer = writers.open(new MergeTreeWriter.Bucket(BinaryRow.EMPTY, 0, 1), List.of())) {
            for (int i = 0; i < ROWS; i++) {
                writer.write(RowKind.INSERT, Row.of((long) (i * 7919 % ROWS), "value " + i));
            }
            List<DataFileMeta> written =
                    writer.prepareCommit(MergeTreeCompactManager.Wait.NO).newFiles();
            assertThat(disk.list("/tmp")).isEmpty();
            assertThat(written).hasSize(1);
            return written.get(0);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 10})
    void aRowIsWrittenOncePerDigitOfTheNumberOfSpills(int mergedAtOnce) throws IOException {
        write(10_000);
        int spills = files.get();
        long once = bytes.get();
        assertThat(spills).isGreaterThan(40);

        DataFileMeta file = write(mergedAtOnce);
        assertThat(file.rowCount()).isEqualTo(ROWS);
        double digits = Math.log(spills) / Math.log(mergedAtOnce);
        // the digits, and once more before the last merge; files of few rows are a little larger than their share
        assertThat(bytes.get()).isLessThanOrEqualTo((long) (once * (Math.ceil(digits) + 2)));
        assertThat(most.get()).isLessThanOrEqualTo((int) (mergedAtOnce * Math.ceil(digits + 1) + 1));
    }

    @Test
    void nothingIsMergedOnDiskBelowTheLimit() throws IOException {
        write(10_000);
        assertThat(most.get()).isEqualTo(files.get());
    }
}
