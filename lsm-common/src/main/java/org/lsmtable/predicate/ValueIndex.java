package org.lsmtable.predicate;

import java.io.IOException;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;
import org.lsmtable.vector.ColumnVector;

/**
 * What an index tells of the values of one column in some rows. It never says no where a row could match; what it cannot tell it
 * answers with yes. May read as it is asked.
 */
public interface ValueIndex {
    /** An index that tells nothing. */
    ValueIndex UNKNOWN = new ValueIndex() {
        @Override
        public boolean mayHoldAny(ColumnVector values) {
            return true;
        }

        @Override
        public boolean mayHoldOther(ColumnVector values) {
            return true;
        }

        @Override
        public boolean mayHoldValue() {
            return true;
        }

        @Override
        public boolean mayHoldNull() {
            return true;
        }
    };

    /** The index of no rows at all. A filter that could match even so can never be excluded by an index. */
    ValueIndex NOTHING = new ValueIndex() {
        @Override
        public boolean mayHoldAny(ColumnVector values) {
            return false;
        }

        @Override
        public boolean mayHoldOther(ColumnVector values) {
            return false;
        }

        @Override
        public boolean mayHoldValue() {
            return false;
        }

        @Override
        public boolean mayHoldNull() {
            return false;
        }
    };

    /** Whether a row may have one of some values: at least one, none of them null, in the type the filter was bound to. */
    boolean mayHoldAny(ColumnVector values) throws IOException;

    /** Whether a row may have a value, not null, that is none of some. */
    boolean mayHoldOther(ColumnVector values) throws IOException;

    /** Whether a row may be other than null. */
    boolean mayHoldValue() throws IOException;

    /** Whether a row may be null. */
    boolean mayHoldNull() throws IOException;

    /** The rows that may have one of some values, as {@link #mayHoldAny} has them; null if that cannot be told. The set is the caller's. */
    default @Nullable BitSet rowsOfAny(ColumnVector values) throws IOException {
        return null;
    }

    /** The rows that may have a value, not null, that is none of some; null if that cannot be told. */
    default @Nullable BitSet rowsOfOther(ColumnVector values) throws IOException {
        return rowsOfValue();
    }

    /** The rows that may be other than null; null if that cannot be told. */
    default @Nullable BitSet rowsOfValue() throws IOException {
        return null;
    }

    /** The rows that may be null; null if that cannot be told. */
    default @Nullable BitSet rowsOfNull() throws IOException {
        return null;
    }

    /** The indexes of the columns of a row type. */
    @FunctionalInterface
    interface ByColumn {
        /** The index of the column at a position; {@link #UNKNOWN} if it has none. */
        ValueIndex of(int column) throws IOException;
    }
}
