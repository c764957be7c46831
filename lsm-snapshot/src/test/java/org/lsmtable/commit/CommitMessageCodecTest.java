package org.lsmtable.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.lsmtable.data.BinaryRow;
import org.lsmtable.manifest.DataFileMeta;
import org.lsmtable.manifest.FileSource;
import org.lsmtable.manifest.StatsRow;
import org.lsmtable.types.Types;
import org.lsmtable.types.UnsupportedFeatureException;

class CommitMessageCodecTest {
    @Test
    void bringsBackEveryField() {
        CommitMessage message = message();

        CommitMessage back = CommitMessageCodec.decode(CommitMessageCodec.encode(message));

        assertThat(back).usingRecursiveComparison().isEqualTo(message);
    }

    @Test
    void bringsBackAnEmptyMessage() {
        CommitMessage empty =
                new CommitMessage(BinaryRow.EMPTY, -2, -2, List.of(), List.of(), List.of(), List.of(), List.of());

        assertThat(CommitMessageCodec.decode(CommitMessageCodec.encode(empty))).isEqualTo(empty);
    }

    /** The first layout is today's without the index at its end. */
    @Test
    void readsTheFirstVersion() {
        CommitMessage message = message().with(new HashIndexChange("i", 8, 2, List.of("a", "b")));
        CommitMessage without = message.withoutCompaction().with(new HashIndexChange("x", 0, 0, List.of()));
        assertThat(CommitMessageCodec.decode(CommitMessageCodec.encode(without)).hashIndex())
                .isEqualTo(without.hashIndex());
        byte[] today = CommitMessageCodec.encode(message());
        java.nio.ByteBuffer first = java.nio.ByteBuffer.allocate(today.length - 1);
        first.put(today, 0, today.length - 5).put(4, (byte) 1);
        java.util.zip.CRC32 crc = new java.util.zip.CRC32();
        crc.update(first.array(), 0, today.length - 5);
        first.putInt((int) crc.getValue());

        assertThat(CommitMessageCodec.decode(first.array()))
                .usingRecursiveComparison()
                .isEqualTo(message());
        assertThat(CommitMessageCodec.decode(CommitMessageCodec.encode(message)))
                .usingRecursiveComparison()
                .isEqualTo(message);
    }

    @Test
    void refusesAnotherVersion() {
        byte[] bytes = CommitMessageCodec.encode(message());
        bytes[4] = 3;

        assertThatThrownBy(() -> CommitMessageCodec.decode(bytes))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessageContaining("version 3: expected version 1 to 2");
    }

    @Test
    void refusesForeignBytes() {
        assertThatThrownBy(() -> CommitMessageCodec.decode(new byte[0]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("at least 9 bytes, found 0");
        assertThatThrownBy(() -> CommitMessageCodec.decode(new byte[100]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("expected it to begin with 4c534d43");
    }

    @Test
    void refusesEveryCutAndEveryFlippedBit() {
        byte[] bytes = CommitMessageCodec.encode(message());
        for (int length = 0; length < bytes.length; length++) {
            byte[] cut = Arrays.copyOf(bytes, length);
            assertThatThrownBy(() -> CommitMessageCodec.decode(cut)).isInstanceOf(IllegalArgumentException.class);
        }
        Random random = new Random(99);
        for (int round = 0; round < 2000; round++) {
            byte[] flipped = bytes.clone();
            flipped[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
            assertThatThrownBy(() -> CommitMessageCodec.decode(flipped))
                    .as("seed 99, round %d", round)
                    .isInstanceOfAny(IllegalArgumentException.class, UnsupportedFeatureException.class);
        }
    }

    private static CommitMessage message() {
        DataFileMeta plain = MetadataTable.meta("data-a-0.parquet", 0, 1, 5);
        DataFileMeta full = new DataFileMeta(
                "data-ä-1.parquet",
                1L << 40,
                7,
                BinaryRow.of(List.of(Types.STRING), "long enough not to fit the slot"),
                BinaryRow.of(List.of(Types.STRING), "z"),
                new StatsRow(BinaryRow.EMPTY, BinaryRow.EMPTY, Arrays.asList(3L, null)),
                StatsRow.EMPTY,
                -1,
                Long.MAX_VALUE,
                3,
                5,
                List.of("data-ä-1.parquet.index"),
                null,
                null,
                new byte[] {1, 2, 3},
                null,
                List.of("a", "b"),
                "hdfs://elsewhere/data-ä-1.parquet",
                17L,
                List.of("c"));
        DataFileMeta append = new DataFileMeta(
                "data-b-0.orc",
                0,
                0,
                BinaryRow.EMPTY,
                BinaryRow.EMPTY,
                StatsRow.EMPTY,
                StatsRow.EMPTY,
                0,
                0,
                0,
                0,
                List.of(),
                0L,
                0L,
                null,
                FileSource.COMPACT,
                List.of(),
                null,
                null,
                null);
        return new CommitMessage(
                BinaryRow.of(List.of(Types.STRING, Types.INT), null, 3),
                3,
                8,
                List.of(plain, full),
                List.of(append),
                List.of(plain),
                List.of(plain.atLevel(5), append),
                List.of(full));
    }
}
