package org.lsmtable.index;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.lsmtable.types.MapType;
import org.lsmtable.vector.BytesVector;
import org.lsmtable.vector.ColumnVector;
import org.lsmtable.vector.DictionaryVector;
import org.lsmtable.vector.ListVector;

/** The values that maps have for one key, as a column: null where a map is null or lacks the key. Not thread-safe. */
public final class MapKeyValues {
    private final byte[] key;
    private int[] entries = new int[0];

    /** The values of a key. */
    public MapKeyValues(String key) {
        this.key = key.getBytes(StandardCharsets.UTF_8);
    }

    /** The values of the first rows of a vector of maps from texts. */
    public ColumnVector of(ListVector maps, int rows) {
        if (entries.length < rows) {
            entries = new int[rows];
        }
        find(maps, rows);
        ColumnVector values = ColumnVector.of(((MapType) maps.type()).value(), rows);
        int row = 0;
        while (row < rows) {
            int end = row + 1;
            while (end < rows && entries[end] < 0 == entries[row] < 0) {
                end++;
            }
            if (entries[row] < 0) {
                values.appendNulls(end - row);
            } else {
                values.appendPicked(maps.child(1), entries, row, end);
            }
            row = end;
        }
        return values;
    }

    /** Finds for each row the entry with the key; −1 if there is none. */
    private void find(ListVector maps, int rows) {
        ColumnVector keys = maps.child(0);
        int count = maps.end(rows - 1);
        boolean[] isKey =
                keys instanceof DictionaryVector coded ? isKey(coded, count) : isKey((BytesVector) keys, count);
        int[] offsets = maps.offsets();
        for (int row = 0; row < rows; row++) {
            int found = -1;
            for (int entry = offsets[row]; entry < offsets[row + 1]; entry++) {
                if (isKey[entry]) {
                    found = entry;
                }
            }
            entries[row] = found;
        }
    }

    private boolean[] isKey(DictionaryVector coded, int count) {
        boolean[] isKeyCode = isKey(coded.dictionary(), coded.dictionary().size());
        boolean[] isKey = new boolean[count];
        int[] codes = coded.codes();
        for (int i = 0; i < count; i++) {
            isKey[i] = isKeyCode[codes[i]];
        }
        return isKey;
    }

    private boolean[] isKey(BytesVector texts, int count) {
        boolean[] isKey = new boolean[count];
        byte[] bytes = texts.bytes();
        int[] offsets = texts.offsets();
        for (int i = 0; i < count; i++) {
            isKey[i] = offsets[i + 1] - offsets[i] == key.length
                    && Arrays.equals(bytes, offsets[i], offsets[i + 1], key, 0, key.length);
        }
        return isKey;
    }
}
