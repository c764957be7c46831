package org.lsmtable.format.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import org.apache.parquet.column.values.rle.RunLengthBitPackingHybridDecoder;
import org.junit.jupiter.api.Test;

/** Codes and levels, decoded by the Parquet library. */
class HybridRunsTest {
    @Test
    void codesOfEveryWidthDecode() throws IOException {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int width = 1; width <= 31; width++) {
            for (int count : new int[] {0, 1, 7, 8, 9, 64, 65, 1000}) {
                int[] codes = mixed(random, width, count);
                PageBuffer out = new PageBuffer(0);
                HybridRuns.put(Arrays.copyOf(codes, count + 8), count, width, out);

                int[] decoded = decode(out, width, count);
                assertThat(decoded).as("width %d, seed %d", width, seed).isEqualTo(codes);
            }
        }
    }

    /** Stretches of one value, of two values in turn, and of any values. */
    private static int[] mixed(Random random, int width, int count) {
        int[] codes = new int[count];
        int mask = (int) ((1L << width) - 1);
        for (int at = 0; at < count; ) {
            int end = Math.min(count, at + 1 + random.nextInt(100));
            int kind = random.nextInt(3);
            int value = random.nextInt() & mask;
            for (; at < end; at++) {
                codes[at] = kind == 0 ? value : kind == 1 ? value ^ (at & 1) : random.nextInt() & mask;
            }
        }
        return codes;
    }

    private static int[] decode(PageBuffer page, int width, int count) throws IOException {
        RunLengthBitPackingHybridDecoder decoder = new RunLengthBitPackingHybridDecoder(
                width, new ByteArrayInputStream(page.bytes(), page.start(), page.length()));
        int[] decoded = new int[count];
        for (int i = 0; i < count; i++) {
            decoded[i] = decoder.readInt();
        }
        return decoded;
    }

    @Test
    void widthHoldsTheGreatestCode() {
        assertThat(HybridRuns.width(0)).isEqualTo(1);
        assertThat(HybridRuns.width(1)).isEqualTo(1);
        assertThat(HybridRuns.width(2)).isEqualTo(2);
        assertThat(HybridRuns.width(255)).isEqualTo(8);
        assertThat(HybridRuns.width(256)).isEqualTo(9);
    }

    @Test
    void aRunTakesAFewBytes() {
        PageBuffer out = new PageBuffer(0);
        HybridRuns.put(new int[20_008], 20_000, 1, out);

        assertThat(out.length()).isEqualTo(4);
    }

    @Test
    void levelsDecode() throws IOException {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        LevelEncoder levels = new LevelEncoder();
        for (int round = 0; round < 200; round++) {
            int count = 1 + random.nextInt(500);
            boolean[] nulls = new boolean[count];
            int[] expected = new int[count];
            int stretch = 1 + random.nextInt(200);
            boolean present = random.nextBoolean();
            for (int i = 0; i < count; i++) {
                present = random.nextInt(stretch) == 0 ? random.nextBoolean() : present;
                nulls[i] = !present;
                expected[i] = present ? 1 : 0;
            }
            levels.clear();
            for (int at = 0; at < count; ) {
                int end = Math.min(count, at + 1 + random.nextInt(100));
                levels.append(LevelEncoder.anyNull(nulls, at, end) ? nulls : null, at, end);
                at = end;
            }
            PageBuffer page = new PageBuffer(0);
            page.putByte(77);
            levels.prependTo(page);

            assertThat(levels.rows()).isEqualTo(count);
            assertThat(levels.nullCount())
                    .isEqualTo((int) Arrays.stream(expected).filter(l -> l == 0).count());
            int length = Words.getInt(page.bytes(), page.start());
            assertThat(page.length()).isEqualTo(4 + length + 1);
            assertThat(page.bytes()[page.end() - 1]).isEqualTo((byte) 77);
            RunLengthBitPackingHybridDecoder decoder = new RunLengthBitPackingHybridDecoder(
                    1, new ByteArrayInputStream(page.bytes(), page.start() + 4, length));
            for (int i = 0; i < count; i++) {
                assertThat(decoder.readInt()).as("row %d, seed %d", i, seed).isEqualTo(expected[i]);
            }
        }
    }
}
