package org.lsmtable.cast;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.lsmtable.types.DataType;
import org.lsmtable.types.RowType;
import org.lsmtable.types.TypeRoot;
import org.lsmtable.types.Types;
import org.lsmtable.vector.BytesVector;
import org.lsmtable.vector.ColumnVector;
import org.lsmtable.vector.DictionaryVector;
import org.lsmtable.vector.ListVector;
import org.lsmtable.vector.RowVector;

/**
 * ARRAY, MAP and ROW as text, {@code [1, null]}, {@code {a -> 1}} and {@code {1, x}}, neither cut nor filled up to the length of the text's
 * type. Parts are cast to text themselves; the text cannot be taken apart again.
 */
final class NestedTextCast implements Cast {
    private static final byte[] NULL = "null".getBytes(UTF_8);
    private static final byte[] SEPARATOR = ", ".getBytes(UTF_8);
    private static final byte[] ARROW = " -> ".getBytes(UTF_8);

    private final DataType from;
    private final DataType to;
    private final List<Cast> parts = new ArrayList<>();

    NestedTextCast(DataType from, DataType to, ZoneId zone) {
        this.from = from;
        this.to = to;
        List<DataType> types = from instanceof RowType row ? row.types() : ListVector.childTypes(from);
        types.forEach(type -> parts.add(Cast.of(type, Types.STRING, zone)));
    }

    @Override
    public ColumnVector apply(ColumnVector values) {
        List<ColumnVector> texts = new ArrayList<>();
        for (int i = 0; i < parts.size(); i++) {
            ColumnVector part = values instanceof RowVector rows ? rows.child(i) : ((ListVector) values).child(i);
            texts.add(parts.get(i).apply(part));
        }
        BytesVector result = new BytesVector(to, values.size());
        Text text = new Text();
        for (int row = 0; row < values.size(); row++) {
            if (values.isNull(row)) {
                result.appendNulls(1);
            } else {
                text.reset();
                write(values, row, texts, text);
                result.append(text.toByteArray());
            }
        }
        return result;
    }

    private void write(ColumnVector values, int row, List<ColumnVector> texts, Text text) {
        if (values instanceof ListVector lists) {
            boolean isMap = from.root() == TypeRoot.MAP;
            text.write(isMap ? '{' : '[');
            for (int i = lists.start(row); i < lists.end(row); i++) {
                text.writeBytes(i == lists.start(row) ? new byte[0] : SEPARATOR);
                text.value(texts.get(0), i);
                if (isMap) {
                    text.writeBytes(ARROW);
                    text.value(texts.get(1), i);
                }
            }
            text.write(isMap ? '}' : ']');
            return;
        }
        text.write('{');
        for (int i = 0; i < texts.size(); i++) {
            text.writeBytes(i == 0 ? new byte[0] : SEPARATOR);
            text.value(texts.get(i), row);
        }
        text.write('}');
    }

    private static final class Text extends ByteArrayOutputStream {
        void value(ColumnVector vector, int row) {
            if (vector.isNull(row)) {
                writeBytes(NULL);
                return;
            }
            BytesVector bytes = vector instanceof DictionaryVector coded ? coded.dictionary() : (BytesVector) vector;
            int at = vector instanceof DictionaryVector coded ? coded.codes()[row] : row;
            write(bytes.bytes(), bytes.start(at), bytes.length(at));
        }
    }
}
