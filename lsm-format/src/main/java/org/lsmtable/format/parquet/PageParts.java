package org.lsmtable.format.parquet;

import org.apache.parquet.format.Encoding;
import org.jspecify.annotations.Nullable;

/**
 * A data page taken apart and decompressed. The bytes are good until the next page is asked for.
 *
 * @param values the values it has, nulls included: its rows, unless the column is repeated
 * @param declaredRows the rows that the header tells of, -1 if it does not
 * @param declaredNulls the nulls that the header tells of, -1 if it does not
 * @param repetition the repetition levels, null if the column is not repeated
 * @param definition the definition levels, null if nothing of the column may be absent
 * @param body the encoded values
 */
record PageParts(
        int values,
        int declaredRows,
        int declaredNulls,
        @Nullable PageBytes repetition,
        @Nullable PageBytes definition,
        PageBytes body,
        Encoding encoding) {}
