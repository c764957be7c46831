package org.lsmtable.tools.value;

import com.fasterxml.jackson.core.io.NumberOutput;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.Base64;
import org.jspecify.annotations.Nullable;
import org.lsmtable.data.Values;
import org.lsmtable.types.DataType;
import org.lsmtable.types.DecimalType;
import org.lsmtable.types.TemporalType;
import org.lsmtable.types.TypeRoot;
import org.lsmtable.types.UnsupportedFeatureException;
import org.lsmtable.vector.BytesVector;
import org.lsmtable.vector.ColumnVector;
import org.lsmtable.vector.DictionaryVector;
import org.lsmtable.vector.IntVector;
import org.lsmtable.vector.LongVector;

/**
 * Writes the values of one column: whole and decimal numbers in full, floating point in the shortest digits that read back the same,
 * binary as base64, dates and times in ISO form with the fraction digits of their type; nested values as arrays and objects.
 */
public abstract class ColumnPrinter {
    private static final int MAX_TIME_DIGITS = 3;

    private final DataType type;
    private final StringBuilder scratch = new StringBuilder(40);

    ColumnPrinter(DataType type) {
        this.type = type;
    }

    /**
     * The printer of a type.
     *
     * @throws UnsupportedFeatureException naming the type, if it has no text form yet
     */
    public static ColumnPrinter of(DataType type) {
        return switch (type.root()) {
            case BOOLEAN -> new Bools(type);
            case TINYINT, SMALLINT, INT -> new Ints(type);
            case BIGINT -> new Longs(type);
            case FLOAT -> new Floats(type);
            case DOUBLE -> new Doubles(type);
            case DECIMAL ->
                ((DecimalType) type).isCompact()
                        ? new NarrowDecimals((DecimalType) type)
                        : new WideDecimals((DecimalType) type);
            case CHAR, VARCHAR -> new Texts(type);
            case BINARY, VARBINARY -> new Binaries(type);
            case DATE -> new Dates(type);
            case TIME -> new Times((TemporalType) type);
            case TIMESTAMP, TIMESTAMP_LTZ ->
                ((TemporalType) type).isCompact()
                        ? new NarrowTimestamps((TemporalType) type)
                        : new WideTimestamps((TemporalType) type);
            case ARRAY, MAP, MULTISET, ROW -> new NestedPrinter(type);
            case VARIANT, BLOB, VECTOR ->
                throw new UnsupportedFeatureException("values of type " + type.asText() + " have no text form yet");
        };
    }

    /** Whether the values of a type are numbers, which tables align to the right. */
    public static boolean isNumeric(DataType type) {
        return switch (type.root()) {
            case TINYINT, SMALLINT, INT, BIGINT, FLOAT, DOUBLE, DECIMAL -> true;
            default -> false;
        };
    }

    /** Writes one row of a vector of the type. */
    public final void print(ColumnVector vector, int row, ValueSink sink) throws IOException {
        if (vector.isNull(row)) {
            sink.nullValue();
        } else {
            printPresent(vector, row, sink);
        }
    }

    /** Writes one value of the class that rows hold it in. */
    public final void print(@Nullable Object value, ValueSink sink) throws IOException {
        if (value == null) {
            sink.nullValue();
            return;
        }
        ColumnVector one = ColumnVector.of(type, 1);
        Values.append(value, one);
        print(one, 0, sink);
    }

    abstract void printPresent(ColumnVector vector, int row, ValueSink sink) throws IOException;

    /** An empty buffer for the text of one value. */
    final StringBuilder scratch() {
        scratch.setLength(0);
        return scratch;
    }

    private static final class Bools extends ColumnPrinter {
        Bools(DataType type) {
            super(type);
        }

        @Override
        void printPresent(ColumnVector vector, int row, ValueSink sink) throws IOException {
            sink.bool(((IntVector) vector).get(row) != 0);
        }
    }

    private static final class Ints extends ColumnPrinter {
        Ints(DataType type) {
            super(type);
        }

        @Override
        void printPresent(ColumnVector vector, int row, ValueSink sink) throws IOException {
            sink.integer(((IntVector) vector).get(row));
        }
    }

    private static final class Longs extends ColumnPrinter {
        Longs(DataType type) {
            super(type);
        }

        @Override
        void printPresent(ColumnVector vector, int row, ValueSink sink) throws IOException {
            sink.integer(((LongVector) vector).get(row));
        }
    }

    private static final class Floats extends ColumnPrinter {
        Floats(DataType type) {
            super(type);
        }

        @Override
        void printPresent(ColumnVector vector, int row, ValueSink sink) throws IOException {
            float value = Float.intBitsToFloat(((IntVector) vector).get(row));
            Trees.floating(NumberOutput.toString(value, true), Float.isFinite(value), sink);
        }
    }

    private static final class Doubles extends ColumnPrinter {
        Doubles(DataType type) {
            super(type);
        }

        @Override
        void printPresent(ColumnVector vector, int row, ValueSink sink) throws IOException {
            double value = Double.longBitsToDouble(((LongVector) vector).get(row));
            Trees.floating(NumberOutput.toString(value, true), Double.isFinite(value), sink);
        }
    }

    private static final class NarrowDecimals extends ColumnPrinter {
        private final int scale;

        NarrowDecimals(DecimalType type) {
            super(type);
            this.scale = type.scale();
        }

        @Override
        void printPresent(ColumnVector vector, int row, ValueSink sink) throws IOException {
            long unscaled = ((LongVector) vector).get(row);
            StringBuilder text = scratch();
            text.append(unscaled);
            if (scale > 0) {
                int sign = unscaled < 0 ? 1 : 0;
                while (text.length() - sign <= scale) {
                    text.insert(sign, '0');
                }
                text.insert(text.length() - scale, '.');
            }
            sink.number(text.toString());
        }
    }

    private static final class WideDecimals extends ColumnPrinter {
        private final int scale;

        WideDecimals(DecimalType type) {
            super(type);
            this.scale = type.scale();
        }

        @Override
        void printPresent(ColumnVector vector, int row, ValueSink sink) throws IOException {
            BytesVector bytes = (BytesVector) vector;
            BigInteger unscaled = new BigInteger(bytes.bytes(), bytes.start(row), bytes.length(row));
            sink.number(new BigDecimal(unscaled, scale).toPlainString());
        }
    }

    private static final class Texts extends ColumnPrinter {
        Texts(DataType type) {
            super(type);
        }

        @Override
        void printPresent(ColumnVector vector, int row, ValueSink sink) throws IOException {
            if (vector instanceof DictionaryVector d) {
                BytesVector dictionary = d.dictionary();
                int code = d.codes()[row];
                sink.utf8(dictionary.bytes(), dictionary.start(code), dictionary.length(code));
            } else {
                BytesVector bytes = (BytesVector) vector;
                sink.utf8(bytes.bytes(), bytes.start(row), bytes.length(row));
            }
        }
    }

    private static final class Binaries extends ColumnPrinter {
        Binaries(DataType type) {
            super(type);
        }

        @Override
        void printPresent(ColumnVector vector, int row, ValueSink sink) throws IOException {
            byte[] value = vector instanceof DictionaryVector d
                    ? d.dictionary().copyOf(d.codes()[row])
                    : ((BytesVector) vector).copyOf(row);
            sink.text(Base64.getEncoder().encodeToString(value));
        }
    }

    private static final class Dates extends ColumnPrinter {
        Dates(DataType type) {
            super(type);
        }

        @Override
        void printPresent(ColumnVector vector, int row, ValueSink sink) throws IOException {
            StringBuilder text = scratch();
            TemporalText.date(((IntVector) vector).get(row), text);
            sink.text(text.toString());
        }
    }

    private static final class Times extends ColumnPrinter {
        private final int digits;

        Times(TemporalType type) {
            super(type);
            this.digits = Math.min(type.precision(), MAX_TIME_DIGITS);
        }

        @Override
        void printPresent(ColumnVector vector, int row, ValueSink sink) throws IOException {
            int millis = ((IntVector) vector).get(row);
            StringBuilder text = scratch();
            TemporalText.time(millis / 1000, millis % 1000 * 1_000_000, digits, text);
            sink.text(text.toString());
        }
    }

    private static final class NarrowTimestamps extends ColumnPrinter {
        private final long unitsPerSecond;
        private final int digits;
        private final boolean utc;

        NarrowTimestamps(TemporalType type) {
            super(type);
            this.unitsPerSecond = type.isMillis() ? 1_000 : 1_000_000;
            this.digits = type.precision();
            this.utc = type.root() == TypeRoot.TIMESTAMP_LTZ;
        }

        @Override
        void printPresent(ColumnVector vector, int row, ValueSink sink) throws IOException {
            StringBuilder text = scratch();
            TemporalText.timestamp(((LongVector) vector).get(row), unitsPerSecond, digits, text);
            sink.text(utc ? text.append('Z').toString() : text.toString());
        }
    }

    private static final class WideTimestamps extends ColumnPrinter {
        private final int digits;
        private final boolean utc;

        WideTimestamps(TemporalType type) {
            super(type);
            this.digits = type.precision();
            this.utc = type.root() == TypeRoot.TIMESTAMP_LTZ;
        }

        @Override
        void printPresent(ColumnVector vector, int row, ValueSink sink) throws IOException {
            BytesVector bytes = (BytesVector) vector;
            ByteBuffer value = ByteBuffer.wrap(bytes.bytes(), bytes.start(row), bytes.length(row));
            long millis = value.getLong();
            int nanosOfMilli = value.getInt();
            int nanos = (int) Math.floorMod(millis, 1000L) * 1_000_000 + nanosOfMilli;
            StringBuilder text = scratch();
            TemporalText.timestamp(Math.floorDiv(millis, 1000L), nanos, digits, text);
            sink.text(utc ? text.append('Z').toString() : text.toString());
        }
    }
}
