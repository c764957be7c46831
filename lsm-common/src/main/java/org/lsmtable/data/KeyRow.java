package org.lsmtable.data;

import org.jspecify.annotations.Nullable;

/** The values of a primary key, in its declared order. */
final class KeyRow extends ArrayRow {
    KeyRow(@Nullable Object[] values) {
        super(values);
    }

    @Override
    public boolean isKey() {
        return true;
    }
}
