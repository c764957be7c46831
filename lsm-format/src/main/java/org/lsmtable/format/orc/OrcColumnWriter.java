package org.lsmtable.format.orc;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.ZoneOffset;
import org.apache.orc.storage.ql.exec.vector.BytesColumnVector;
import org.apache.orc.storage.ql.exec.vector.DecimalColumnVector;
import org.apache.orc.storage.ql.exec.vector.DoubleColumnVector;
import org.apache.orc.storage.ql.exec.vector.LongColumnVector;
import org.apache.orc.storage.ql.exec.vector.MultiValuedColumnVector;
import org.apache.orc.storage.ql.exec.vector.StructColumnVector;
import org.apache.orc.storage.ql.exec.vector.TimestampColumnVector;
import org.lsmtable.types.DataType;
import org.lsmtable.types.DecimalType;
import org.lsmtable.types.RowType;
import org.lsmtable.types.TemporalType;
import org.lsmtable.types.TypeRoot;
import org.lsmtable.vector.BytesVector;
import org.lsmtable.vector.ColumnVector;
import org.lsmtable.vector.DictionaryVector;
import org.lsmtable.vector.IntVector;
import org.lsmtable.vector.LongVector;
import org.lsmtable.vector.Physical;

/** Lays the rows of one column, or of a part of one, into ORC's batch. Not thread-safe. */
abstract class OrcColumnWriter {
    private final org.apache.orc.storage.ql.exec.vector.ColumnVector target;

    OrcColumnWriter(org.apache.orc.storage.ql.exec.vector.ColumnVector target) {
        this.target = target;
    }

    /**
     * The writer of a column or of a part of one.
     *
     * @param name for messages
     * @param zone shifts timestamps of the column
     * @param target the column's part of the batch
     */
    static OrcColumnWriter of(
            String name, DataType type, OrcZone zone, org.apache.orc.storage.ql.exec.vector.ColumnVector target) {
        return switch (type.root()) {
            case BOOLEAN, TINYINT, SMALLINT, INT, DATE, TIME -> new Ints((LongColumnVector) target);
            case BIGINT -> new Longs((LongColumnVector) target);
            case FLOAT, DOUBLE -> new Doubles((DoubleColumnVector) target);
            case DECIMAL ->
                target instanceof LongColumnVector longs
                        ? new Longs(longs)
                        : new Decimals((DecimalType) type, (DecimalColumnVector) target);
            case CHAR, VARCHAR, BINARY, VARBINARY -> new Bytes((BytesColumnVector) target);
            case TIMESTAMP, TIMESTAMP_LTZ ->
                new Timestamps(name, (TemporalType) type, zone, (TimestampColumnVector) target);
            case ARRAY, MULTISET, MAP -> new OrcListWriter(name, type, zone, (MultiValuedColumnVector) target);
            case ROW -> new OrcRowWriter(name, (RowType) type, zone, (StructColumnVector) target);
            case VARIANT, BLOB, VECTOR -> throw new IllegalStateException(type.asText());
        };
    }

    /** Lays rows into the batch, from its row 0 on. They are referred to until the batch is written. */
    final void fill(ColumnVector source, int from, int rows) {
        target.ensureSize(rows, false);
        boolean[] nulls = source.nulls();
        target.isRepeating = false;
        target.noNulls = nulls == null;
        if (nulls != null) {
            System.arraycopy(nulls, from, target.isNull, 0, rows);
        }
        values(source, from, rows);
    }

    /** Values of all rows; those of null rows do not matter. */
    abstract void values(ColumnVector source, int from, int rows);

    private static final class Ints extends OrcColumnWriter {
        private final LongColumnVector target;

        Ints(LongColumnVector target) {
            super(target);
            this.target = target;
        }

        @Override
        void values(ColumnVector source, int from, int rows) {
            int[] values = ((IntVector) source).values();
            for (int i = 0; i < rows; i++) {
                target.vector[i] = values[from + i];
            }
        }
    }

    private static final class Longs extends OrcColumnWriter {
        private final LongColumnVector target;

        Longs(LongColumnVector target) {
            super(target);
            this.target = target;
        }

        @Override
        void values(ColumnVector source, int from, int rows) {
            System.arraycopy(((LongVector) source).values(), from, target.vector, 0, rows);
        }
    }

    private static final class Doubles extends OrcColumnWriter {
        private final DoubleColumnVector target;

        Doubles(DoubleColumnVector target) {
            super(target);
            this.target = target;
        }

        @Override
        void values(ColumnVector source, int from, int rows) {
            if (source instanceof IntVector floats) {
                for (int i = 0; i < rows; i++) {
                    target.vector[i] = Float.intBitsToFloat(floats.get(from + i));
                }
            } else {
                for (int i = 0; i < rows; i++) {
                    target.vector[i] = Double.longBitsToDouble(((LongVector) source).get(from + i));
                }
            }
        }
    }

    private static final class Bytes extends OrcColumnWriter {
        private final BytesColumnVector target;

        Bytes(BytesColumnVector target) {
            super(target);
            this.target = target;
        }

        @Override
        void values(ColumnVector source, int from, int rows) {
            for (int i = 0; i < rows; i++) {
                if (!source.isNull(from + i)) {
                    BytesVector plain = plain(source);
                    int row = plainRow(source, from + i);
                    target.setRef(i, plain.bytes(), plain.start(row), plain.length(row));
                }
            }
        }
    }

    private static final class Decimals extends OrcColumnWriter {
        private final int scale;
        private final DecimalColumnVector target;

        Decimals(DecimalType type, DecimalColumnVector target) {
            super(target);
            this.scale = type.scale();
            this.target = target;
        }

        @Override
        void values(ColumnVector source, int from, int rows) {
            for (int i = 0; i < rows; i++) {
                if (!source.isNull(from + i)) {
                    BytesVector plain = plain(source);
                    int row = plainRow(source, from + i);
                    target.vector[i].setFromBigIntegerBytesAndScale(
                            plain.bytes(), plain.start(row), Physical.WIDE_DECIMAL_BYTES, scale);
                }
            }
        }
    }

    private static final class Timestamps extends OrcColumnWriter {
        private final String name;
        private final TemporalType type;
        private final OrcZone zone;
        private final boolean isUtc;
        private final TimestampColumnVector target;

        Timestamps(String name, TemporalType type, OrcZone zone, TimestampColumnVector target) {
            super(target);
            this.name = name;
            this.type = type;
            this.zone = zone;
            this.isUtc = zone.isUtc();
            this.target = target;
        }

        @Override
        void values(ColumnVector source, int from, int rows) {
            target.setIsUTC(isUtc || type.root() == TypeRoot.TIMESTAMP_LTZ);
            for (int i = 0; i < rows; i++) {
                if (!source.isNull(from + i)) {
                    set(i, source, from + i);
                }
            }
        }

        private void set(int at, ColumnVector source, int row) {
            long millis;
            int nanoOfMilli;
            if (source instanceof LongVector longs) {
                long value = longs.get(row);
                millis = type.isMillis() ? value : Math.floorDiv(value, 1000);
                nanoOfMilli = type.isMillis() ? 0 : Math.floorMod(value, 1000) * 1000;
            } else {
                BytesVector plain = plain(source);
                ByteBuffer wide = ByteBuffer.wrap(plain.bytes());
                int start = plain.start(plainRow(source, row));
                millis = wide.getLong(start);
                nanoOfMilli = wide.getInt(start + Long.BYTES);
            }
            long stored = zone.toStored(millis);
            if (stored < 0 && stored > -1000) {
                throw new IllegalArgumentException("column '" + name + "': ORC has no place for times within the"
                        + " second before 1970, which come back one second later; found "
                        + Instant.ofEpochMilli(millis)
                                .plusNanos(nanoOfMilli)
                                .atOffset(ZoneOffset.UTC)
                                .toLocalDateTime());
            }
            target.time[at] = stored;
            target.nanos[at] = Math.floorMod(stored, 1000) * 1_000_000 + nanoOfMilli;
        }
    }

    private static BytesVector plain(ColumnVector vector) {
        return vector instanceof DictionaryVector coded ? coded.dictionary() : (BytesVector) vector;
    }

    private static int plainRow(ColumnVector vector, int row) {
        return vector instanceof DictionaryVector coded ? coded.codes()[row] : row;
    }
}
