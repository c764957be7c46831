package org.lsmtable.cast;

import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.lsmtable.data.Values;
import org.lsmtable.types.DataType;
import org.lsmtable.vector.BytesVector;
import org.lsmtable.vector.ColumnVector;
import org.lsmtable.vector.DictionaryVector;
import org.lsmtable.vector.IntVector;
import org.lsmtable.vector.LongVector;

/**
 * Casts values that are not made of others. Where both types hold a value in the same words or bytes, these are copied as they are; a
 * dictionary is cast once, not row by row: the last one is remembered.
 */
final class FlatCast implements Cast {
    private final DataType from;
    private final DataType to;
    private final boolean sameForm;
    private final Source source;
    private final Target target;
    private @Nullable BytesVector dictionary;
    private @Nullable CastDictionary castDictionary;

    /** The values of a dictionary after the cast; those that failed are null and have a message. */
    private record CastDictionary(
            ColumnVector values, @Nullable String[] failures) {}

    FlatCast(DataType from, DataType to, ZoneId zone) {
        this.from = from;
        this.to = to;
        this.sameForm = CastRules.keepsForm(from, to);
        this.source = Source.of(from, to, zone);
        this.target = Target.of(from, to, zone);
    }

    @Override
    public ColumnVector apply(ColumnVector values) {
        if (values instanceof DictionaryVector coded) {
            return ofDictionary(coded);
        }
        return sameForm ? copied(values) : converted(values);
    }

    private ColumnVector copied(ColumnVector values) {
        ColumnVector copy = ColumnVector.of(to, values.size());
        copy.appendRange(values, 0, values.size());
        return copy;
    }

    private ColumnVector converted(ColumnVector values) {
        if (values instanceof IntVector ints && CastRules.isWhole(from) && CastRules.isBigint(to)) {
            return widened(ints);
        }
        int rows = values.size();
        ColumnVector result = ColumnVector.of(to, rows);
        for (int row = 0; row < rows; row++) {
            if (values.isNull(row)) {
                result.appendNulls(1);
            } else {
                convert(values, row, result);
            }
        }
        return result;
    }

    private LongVector widened(IntVector values) {
        int rows = values.size();
        LongVector wide = new LongVector(to, rows);
        int[] words = values.values();
        long[] longs = wide.values();
        for (int row = 0; row < rows; row++) {
            longs[row] = words[row];
        }
        boolean[] nulls = values.nulls();
        if (nulls != null) {
            System.arraycopy(nulls, 0, wide.nullsForWrite(rows), 0, rows);
        }
        wide.setSize(rows);
        return wide;
    }

    private void convert(ColumnVector values, int row, ColumnVector result) {
        try {
            source.feed(values, row, target, result);
        } catch (IllegalArgumentException | ArithmeticException | DateTimeException e) {
            throw new CastException(
                    shown(Values.get(values, row)) + " of type " + from.asText() + " cannot become " + to.asText());
        }
    }

    private static String shown(@Nullable Object value) {
        String text = value instanceof byte[] bytes ? Arrays.toString(bytes) : "'" + value + "'";
        return text.length() <= 80 ? text : text.substring(0, 80) + "…";
    }

    private ColumnVector ofDictionary(DictionaryVector coded) {
        CastDictionary cast = castDictionary;
        if (cast == null || dictionary != coded.dictionary()) {
            cast = ofValues(coded.dictionary());
            dictionary = coded.dictionary();
            castDictionary = cast;
        }
        int rows = coded.size();
        int[] codes = coded.codes();
        if (sameForm && cast.values() instanceof BytesVector bytes) {
            DictionaryVector same = new DictionaryVector(bytes, rows);
            for (int row = 0; row < rows; row++) {
                if (coded.isNull(row)) {
                    same.appendNulls(1);
                } else {
                    same.appendCode(codes[row]);
                }
            }
            return same;
        }
        ColumnVector result = ColumnVector.of(to, rows);
        for (int row = 0; row < rows; row++) {
            if (coded.isNull(row)) {
                result.appendNulls(1);
            } else {
                String failure = cast.failures()[codes[row]];
                if (failure != null) {
                    throw new CastException(failure);
                }
                result.appendFrom(cast.values(), codes[row]);
            }
        }
        return result;
    }

    /** A value that no row has, or only rows that nobody asks for, must not fail the others. */
    private CastDictionary ofValues(BytesVector values) {
        @Nullable String[] failures = new @Nullable String[values.size()];
        if (sameForm) {
            return new CastDictionary(copied(values), failures);
        }
        ColumnVector result = ColumnVector.of(to, values.size());
        for (int code = 0; code < failures.length; code++) {
            try {
                convert(values, code, result);
            } catch (CastException e) {
                failures[code] = e.getMessage();
                result.appendNulls(1);
            }
        }
        return new CastDictionary(result, failures);
    }
}
