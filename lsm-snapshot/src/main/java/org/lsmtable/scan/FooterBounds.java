package org.lsmtable.scan;

import org.jspecify.annotations.Nullable;
import org.lsmtable.manifest.DataFileMeta;
import org.lsmtable.types.DataType;
import org.lsmtable.types.TypeRoot;

/**
 * Bounds in manifests as far as they can be believed: Paimon takes those of ORC files from their footers, where not all are bounds of
 * what is read (spec: data files, column statistics).
 */
final class FooterBounds {
    private FooterBounds() {}

    /**
     * A lower bound of a column. ORC fills CHAR up with blanks and orders it so; a value without its blanks may be less than the least
     * of these, but not less than that up to its first blank or control character.
     *
     * @param type as stored
     */
    static @Nullable Object min(DataFileMeta file, DataType type, @Nullable Object stored) {
        if (!(stored instanceof String text) || type.root() != TypeRoot.CHAR || !isOrc(file)) {
            return stored;
        }
        int end = 0;
        while (end < text.length() && text.charAt(end) > ' ') {
            end++;
        }
        return text.substring(0, end);
    }

    /**
     * An upper bound of a column. ORC keeps the greatest of the numbers, above which there may be a NaN.
     *
     * @param type as stored
     */
    static @Nullable Object max(DataFileMeta file, DataType type, @Nullable Object stored) {
        boolean isFloating = type.root() == TypeRoot.FLOAT || type.root() == TypeRoot.DOUBLE;
        return isFloating && isOrc(file) ? null : stored;
    }

    static boolean isOrc(DataFileMeta file) {
        return file.fileName().endsWith(".orc");
    }
}
