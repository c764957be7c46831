package org.lsmtable.format.avro;

import java.util.List;
import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;
import org.lsmtable.fs.DamagedFileException;
import org.lsmtable.types.DataField;
import org.lsmtable.types.DataType;
import org.lsmtable.types.RowType;
import org.lsmtable.vector.ColumnVector;
import org.lsmtable.vector.ListVector;
import org.lsmtable.vector.RowVector;

/** Decoders of values made of other values. */
final class NestedDecoders {
    private static final String KEY = "key";
    private static final String VALUE = "value";

    private NestedDecoders() {}

    /** Appends one item to the children of a list. */
    @FunctionalInterface
    private interface Item {
        void append(AvroInput in, List<ColumnVector> children) throws DamagedFileException;
    }

    /**
     * The decoder of a nested type as it is written, null if that is not one that holds the type.
     *
     * @param name of the column, for messages
     * @throws DamagedFileException naming the part that cannot hold its type
     */
    static @Nullable ValueDecoder of(String path, String name, Schema schema, DataType type)
            throws DamagedFileException {
        return switch (type.root()) {
            case ARRAY -> {
                if (schema.getType() != Schema.Type.ARRAY) {
                    yield null;
                }
                DataType element = ListVector.childTypes(type).get(0);
                ColumnDecoder elements = ColumnDecoder.of(path, name + ".element", schema.getElementType(), element);
                yield list((in, children) -> elements.append(in, children.get(0)));
            }
            case MAP, MULTISET -> {
                List<DataType> types = ListVector.childTypes(type);
                Item entry = switch (schema.getType()) {
                    case MAP -> mapEntry(path, name, schema, types);
                    case ARRAY -> recordEntry(path, name, schema.getElementType(), types);
                    default -> null;
                };
                yield entry == null ? null : list(entry);
            }
            case ROW -> {
                if (schema.getType() != Schema.Type.RECORD) {
                    yield null;
                }
                RecordDecoder fields = RecordDecoder.of(path, name, schema, (RowType) type);
                yield (in, target) -> {
                    RowVector rows = (RowVector) target;
                    fields.append(in, rows.children());
                    rows.endRow();
                };
            }
            default -> throw new IllegalArgumentException(type.asText());
        };
    }

    private static @Nullable Item mapEntry(String path, String name, Schema map, List<DataType> types)
            throws DamagedFileException {
        ValueDecoder keys = types.get(0).root().isCharacter()
                ? ValueDecoder.of(Schema.create(Schema.Type.STRING), types.get(0))
                : null;
        if (keys == null) {
            return null;
        }
        ColumnDecoder values = ColumnDecoder.of(path, name + ".value", map.getValueType(), types.get(1));
        return (in, children) -> {
            keys.append(in, children.get(0));
            values.append(in, children.get(1));
        };
    }

    private static @Nullable Item recordEntry(String path, String name, Schema entry, List<DataType> types)
            throws DamagedFileException {
        if (entry.getType() != Schema.Type.RECORD || entry.getField(KEY) == null || entry.getField(VALUE) == null) {
            return null;
        }
        RowType fields =
                RowType.of(List.of(new DataField(0, KEY, types.get(0)), new DataField(1, VALUE, types.get(1))));
        RecordDecoder decoder = RecordDecoder.of(path, name, entry, fields);
        return decoder::append;
    }

    /** Items come in blocks. */
    private static ValueDecoder list(Item item) {
        return (in, target) -> {
            ListVector list = (ListVector) target;
            for (int count = in.readBlockCount(); count > 0; count = in.readBlockCount()) {
                for (int i = 0; i < count; i++) {
                    item.append(in, list.children());
                }
            }
            list.endRow();
        };
    }
}
