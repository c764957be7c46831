package org.lsmtable.format.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.lsmtable.data.Values;
import org.lsmtable.format.ColumnCursor;
import org.lsmtable.fs.DamagedFileException;
import org.lsmtable.types.UnsupportedFeatureException;
import org.lsmtable.vector.ColumnVector;

/**
 * Files cut short, with bits turned or overwritten: an error that names the file, or the right values, quickly and in little
 * memory. Rerun one case with {@code -Dparquet.seed=N}; run N times as many with {@code -Dparquet.scale=N}.
 */
class DamagedFilesTest {
    private static final String PATH = "damaged.parquet";
    private static final List<String> COLUMNS = List.of(
            "boolean",
            "tinyint",
            "int",
            "bigint_narrow",
            "double",
            "dec18",
            "dec38",
            "string",
            "string_prefixed",
            "bytes_fixed",
            "time",
            "ts9_INT96");
    private static final int ROWS = 60;
    private static final long MOST_BYTES = 64 << 20;
    private static final long MOST_NANOS = 2_000_000_000L;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    @Test
    void everyTruncationIsNoticed() throws IOException {
        OracleFile file = file(OracleFile.Settings.PLAIN, 1);
        for (int length = 0; length < file.bytes().length; length++) {
            byte[] cut = Arrays.copyOf(file.bytes(), length);
            String context = "cut to " + length + " of " + file.bytes().length;
            BytesInput input = new BytesInput(PATH, cut);
            try {
                ParquetReader.open(input);
                fail(context);
            } catch (DamagedFileException e) {
                assertThat(e).as(context).hasMessageStartingWith(PATH + ": ");
            }
            assertThat(input.closed).as(context).isTrue();
        }
    }

    @Test
    void bitsTurnedInPagesWithChecksumsNeverGiveOtherValues() throws IOException {
        int damaged = 0;
        for (int seed : seeds(0, 500)) {
            Random random = new Random(seed);
            OracleFile file = file(settings(random, true), seed % 3);
            List<FooterEdit.Page> pages = FooterEdit.pages(file.bytes());
            FooterEdit.Page page = pages.get(random.nextInt(pages.size()));
            byte[] bytes = file.bytes().clone();
            if (page.end() > page.body()) {
                turnBits(bytes, page.body(), page.end(), 1 + random.nextInt(3), random);
            }
            damaged += readEverything(file, bytes, seed, random, true) ? 0 : 1;
        }
        assertThat(damaged).isGreaterThan(350);
    }

    @Test
    void bitsTurnedAnywhereEndInAnErrorOrInSomeValues() throws IOException {
        for (int seed : seeds(10_000, 1200)) {
            Random random = new Random(seed);
            OracleFile file = file(settings(random, random.nextInt(4) == 0), seed % 3);
            byte[] bytes = file.bytes().clone();
            int from = random.nextInt(3) == 0 ? FooterEdit.footerStart(bytes) : 0;
            if (random.nextBoolean()) {
                turnBits(bytes, from, bytes.length, 1 + random.nextInt(3), random);
            } else {
                int at = from + random.nextInt(bytes.length - from);
                for (int i = at; i < Math.min(bytes.length, at + 1 + random.nextInt(8)); i++) {
                    bytes[i] = (byte) (random.nextBoolean() ? random.nextInt() : random.nextInt(4) * 85);
                }
            }
            readEverything(file, bytes, seed, random, false);
        }
    }

    @Test
    void bitsTurnedInPageHeadersEndInAnErrorOrInSomeValues() throws IOException {
        for (int seed : seeds(20_000, 1200)) {
            Random random = new Random(seed);
            OracleFile file = file(settings(random, false), seed % 3);
            byte[] bytes = file.bytes().clone();
            List<FooterEdit.Page> pages = FooterEdit.pages(bytes);
            for (int i = 0; i < 3; i++) {
                FooterEdit.Page page = pages.get(random.nextInt(pages.size()));
                turnBits(bytes, page.start(), Math.min(page.end(), page.body() + 8), 1, random);
            }
            readEverything(file, bytes, seed, random, false);
        }
    }

    private static int[] seeds(int first, int count) {
        String only = System.getProperty("parquet.seed");
        if (only == null) {
            return IntStream.range(first, first + count * Integer.getInteger("parquet.scale", 1))
                    .toArray();
        }
        int seed = Integer.parseInt(only);
        return seed >= first && seed < first + count ? new int[] {seed} : new int[0];
    }

    private static OracleFile.Settings settings(Random random, boolean checksums) {
        CompressionCodecName[] codecs = {
            CompressionCodecName.UNCOMPRESSED,
            CompressionCodecName.ZSTD,
            CompressionCodecName.SNAPPY,
            CompressionCodecName.GZIP,
            CompressionCodecName.LZ4_RAW,
            CompressionCodecName.LZ4
        };
        return new OracleFile.Settings(
                random.nextBoolean() ? WriterVersion.PARQUET_1_0 : WriterVersion.PARQUET_2_0,
                codecs[random.nextInt(codecs.length)],
                random.nextBoolean(),
                random.nextInt(4) == 0,
                checksums,
                40,
                15,
                1 << 20);
    }

    private static final Map<String, OracleFile> FILES = new HashMap<>();

    private static OracleFile file(OracleFile.Settings settings, int seed) throws IOException {
        String key = settings + " " + seed;
        OracleFile known = FILES.get(key);
        if (known == null) {
            Random random = new Random(seed);
            List<OracleColumn> all = OracleColumns.all(random);
            List<OracleColumn> some =
                    COLUMNS.stream().map(name -> OracleColumns.named(all, name)).toList();
            known = OracleFile.random(some, ROWS, settings, random);
            FILES.put(key, known);
        }
        return known;
    }

    private static void turnBits(byte[] bytes, int from, int to, int count, Random random) {
        for (int i = 0; i < count; i++) {
            bytes[from + random.nextInt(to - from)] ^= (byte) (1 << random.nextInt(8));
        }
    }

    /** Reads all columns of a damaged file, with and without skipping. Returns whether there was no error. */
    private static boolean readEverything(OracleFile good, byte[] bytes, int seed, Random random, boolean exact) {
        String context = "parquet.seed=" + seed;
        long start = System.nanoTime();
        long allocated = THREADS.getCurrentThreadAllocatedBytes();
        boolean whole = true;
        try (ParquetReader reader = ParquetReader.open(new BytesInput(PATH, bytes), 1 + random.nextInt(2000))) {
            for (int c = 0; c < good.columns().size(); c++) {
                whole &= readColumn(reader, good, c, exact, 0, context);
                whole &= readColumn(reader, good, c, exact, 1 + random.nextInt(ROWS / 2), context);
            }
        } catch (DamagedFileException | UnsupportedFeatureException e) {
            assertThat(e).as(context).hasMessageStartingWith(PATH + ": ");
            whole = false;
        } catch (IOException | RuntimeException | Error e) {
            throw new AssertionError(context, e);
        }
        assertThat(System.nanoTime() - start).as(context + ": nanoseconds").isLessThan(MOST_NANOS);
        assertThat(THREADS.getCurrentThreadAllocatedBytes() - allocated)
                .as(context + ": bytes allocated")
                .isLessThan(MOST_BYTES);
        return whole;
    }

    private static boolean readColumn(
            ParquetReader reader, OracleFile good, int column, boolean exact, int skip, String context) {
        OracleColumn oracle = good.columns().get(column);
        try (ColumnCursor cursor = reader.column(oracle.name(), oracle.type())) {
            long rows = Math.min(reader.rowCount(), 2L * ROWS);
            ColumnVector vector = null;
            for (int at = 0; at < rows; ) {
                at = (int) Math.min(rows, at + skip);
                cursor.skipTo(at);
                int n = (int) Math.min(7, rows - at);
                vector = cursor.read(n, vector);
                for (int i = 0; i < n; i++) {
                    Object found = Values.get(vector, i);
                    if (exact) {
                        assertThat(same(found, good.rows().get(at + i)[column]))
                                .as(context + " " + oracle.field() + " row " + (at + i))
                                .isTrue();
                    }
                }
                at += n;
            }
            return true;
        } catch (DamagedFileException | UnsupportedFeatureException e) {
            assertThat(e).as(context).hasMessageStartingWith(PATH + ": ").hasMessageContaining(oracle.name());
            return false;
        } catch (IOException | RuntimeException | Error e) {
            throw new AssertionError(context + " " + oracle.field(), e);
        }
    }

    private static boolean same(@Nullable Object found, @Nullable Object expected) {
        return (expected instanceof byte[] bytes && found instanceof byte[] other)
                ? Arrays.equals(bytes, other)
                : Objects.equals(found, expected);
    }
}
