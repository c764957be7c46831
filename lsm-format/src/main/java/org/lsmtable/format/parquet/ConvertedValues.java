package org.lsmtable.format.parquet;

import java.util.Arrays;
import org.lsmtable.fs.DamagedFileException;
import org.lsmtable.types.Types;
import org.lsmtable.vector.BytesVector;

/** The values of a page in another shape or unit. */
abstract class ConvertedValues extends PageValues {
    final PageValues raw;
    final PagePlace place;

    private ConvertedValues(PageValues raw, PagePlace place) {
        this.raw = raw;
        this.place = place;
    }

    @Override
    void skip(int count) throws DamagedFileException {
        raw.skip(count);
    }

    @Override
    void checkEnd() throws DamagedFileException {
        raw.checkEnd();
    }

    /** 32-bit words that must lie in a range. */
    static Conversion checkedInts(int least, int most) {
        return (raw, place) -> new ConvertedValues(raw, place) {
            @Override
            void readInts(int[] target, int at, int count) throws DamagedFileException {
                raw.readInts(target, at, count);
                for (int i = at; i < at + count; i++) {
                    if (target[i] < least || target[i] > most) {
                        throw place.damaged("value", least + " to " + most, target[i]);
                    }
                }
            }
        };
    }

    /** 32-bit words to 64 bits. */
    static Conversion intsToLongs() {
        return (raw, place) -> new ConvertedValues(raw, place) {
            private int[] scratch = new int[0];

            @Override
            void readLongs(long[] target, int at, int count) throws DamagedFileException {
                scratch = roomFor(scratch, count);
                raw.readInts(scratch, 0, count);
                for (int i = 0; i < count; i++) {
                    target[at + i] = scratch[i];
                }
            }
        };
    }

    /** 64-bit words divided, rounding down, to 32 bits in a range. */
    static Conversion longsToInts(long divisor, int least, int most) {
        return (raw, place) -> new ConvertedValues(raw, place) {
            private long[] scratch = new long[0];

            @Override
            void readInts(int[] target, int at, int count) throws DamagedFileException {
                scratch = roomFor(scratch, count);
                raw.readLongs(scratch, 0, count);
                for (int i = 0; i < count; i++) {
                    long value = Math.floorDiv(scratch[i], divisor);
                    if (value < least || value > most) {
                        throw place.damaged("value", least + " to " + most, value);
                    }
                    target[at + i] = (int) value;
                }
            }
        };
    }

    /** 64-bit words divided, rounding down. */
    static Conversion dividedLongs(long divisor) {
        return (raw, place) -> new ConvertedValues(raw, place) {
            @Override
            void readLongs(long[] target, int at, int count) throws DamagedFileException {
                raw.readLongs(target, at, count);
                for (int i = at; i < at + count; i++) {
                    target[i] = Math.floorDiv(target[i], divisor);
                }
            }
        };
    }

    /** 64-bit words between {@code -most} and {@code most}, multiplied by a factor with which that does not overflow. */
    static Conversion multipliedLongs(long factor, long most) {
        return (raw, place) -> new ConvertedValues(raw, place) {
            @Override
            void readLongs(long[] target, int at, int count) throws DamagedFileException {
                raw.readLongs(target, at, count);
                for (int i = at; i < at + count; i++) {
                    long value = target[i];
                    if (value < -most || value > most) {
                        throw place.damaged("value", -most + " to " + most, value);
                    }
                    target[i] = value * factor;
                }
            }
        };
    }

    /** What makes a 64-bit word of bytes. */
    interface ToLong {
        long of(byte[] source, int from, int length, PagePlace place) throws DamagedFileException;
    }

    static Conversion bytesToLongs(ToLong function) {
        return (raw, place) -> new ConvertedValues(raw, place) {
            private final BytesVector scratch = new BytesVector(Types.BYTES, 0);

            @Override
            void readLongs(long[] target, int at, int count) throws DamagedFileException {
                scratch.ensureCapacity(count);
                raw.readBytes(scratch, 0, count);
                for (int i = 0; i < count; i++) {
                    target[at + i] = function.of(scratch.bytes(), scratch.start(i), scratch.length(i), place);
                }
            }
        };
    }

    /** What writes a 64-bit word as bytes. */
    interface LongWriter {
        void write(long value, byte[] target, int at, PagePlace place) throws DamagedFileException;
    }

    /** 64-bit words to bytes of one width. */
    static Conversion longsToBytes(int width, LongWriter writer) {
        return (raw, place) -> new ConvertedValues(raw, place) {
            private long[] scratch = new long[0];

            @Override
            void readBytes(BytesVector target, int at, int count) throws DamagedFileException {
                scratch = roomFor(scratch, count);
                raw.readLongs(scratch, 0, count);
                int end = fixedOffsets(target, at, count, width);
                for (int i = 0; i < count; i++) {
                    writer.write(scratch[i], target.bytes(), end + i * width, place);
                }
            }
        };
    }

    /** What writes bytes as other bytes. */
    interface BytesWriter {
        void write(byte[] source, int from, int length, byte[] target, int at, PagePlace place)
                throws DamagedFileException;
    }

    /** Bytes to bytes of one width. */
    static Conversion bytesToBytes(int width, BytesWriter writer) {
        return (raw, place) -> new ConvertedValues(raw, place) {
            private final BytesVector scratch = new BytesVector(Types.BYTES, 0);

            @Override
            void readBytes(BytesVector target, int at, int count) throws DamagedFileException {
                scratch.ensureCapacity(count);
                raw.readBytes(scratch, 0, count);
                int end = fixedOffsets(target, at, count, width);
                for (int i = 0; i < count; i++) {
                    writer.write(
                            scratch.bytes(),
                            scratch.start(i),
                            scratch.length(i),
                            target.bytes(),
                            end + i * width,
                            place);
                }
            }
        };
    }

    /** Makes room for values of one width and writes their offsets. Returns where the first begins. */
    private static int fixedOffsets(BytesVector target, int at, int count, int width) {
        int[] offsets = target.offsets();
        int end = offsets[at];
        target.ensureBytes(end + (long) count * width);
        for (int i = 1; i <= count; i++) {
            offsets[at + i] = end + i * width;
        }
        return end;
    }

    private static int[] roomFor(int[] scratch, int count) {
        return scratch.length < count ? Arrays.copyOf(scratch, count) : scratch;
    }

    private static long[] roomFor(long[] scratch, int count) {
        return scratch.length < count ? Arrays.copyOf(scratch, count) : scratch;
    }
}
