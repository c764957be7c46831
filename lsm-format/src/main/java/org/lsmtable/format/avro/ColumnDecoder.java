package org.lsmtable.format.avro;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.avro.LogicalType;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;
import org.lsmtable.fs.DamagedFileException;
import org.lsmtable.types.DataType;
import org.lsmtable.vector.ColumnVector;
import org.lsmtable.vector.Physical;

/**
 * Decodes one column, or a part of one, as a type. It need not be written as we write it: a union may have null on either side, or on
 * none. Immutable.
 */
final class ColumnDecoder {
    private final DataType type;
    private final boolean isUnion;
    /** By number; null itself is the branch without a value. */
    private final List<@Nullable ValueDecoder> branches;

    private ColumnDecoder(DataType type, boolean isUnion, List<@Nullable ValueDecoder> branches) {
        this.type = type;
        this.isUnion = isUnion;
        this.branches = branches;
    }

    /**
     * The decoder of a column.
     *
     * @param name of the column, for messages
     * @throws DamagedFileException naming the column, the type and what the file has, if it cannot hold that type
     */
    static ColumnDecoder of(String path, String name, Schema schema, DataType type) throws DamagedFileException {
        boolean isUnion = schema.getType() == Schema.Type.UNION;
        List<@Nullable ValueDecoder> branches = new ArrayList<>();
        for (Schema branch : isUnion ? schema.getTypes() : List.of(schema)) {
            ValueDecoder value = null;
            if (branch.getType() != Schema.Type.NULL) {
                value = Physical.of(type).isNested()
                        ? NestedDecoders.of(path, name, branch, type)
                        : ValueDecoder.of(branch, type);
                if (value == null) {
                    throw new DamagedFileException(
                            path, "column '" + name + "'", "one that holds " + type.asText(), shown(branch));
                }
            }
            branches.add(value);
        }
        return new ColumnDecoder(type, isUnion, branches);
    }

    DataType type() {
        return type;
    }

    /** Appends the value that is next in the input, or a null. */
    void append(AvroInput in, ColumnVector target) throws DamagedFileException {
        int branch = 0;
        if (isUnion) {
            long found = in.readLong();
            if (found < 0 || found >= branches.size()) {
                throw in.damaged("a branch of a union below " + branches.size(), String.valueOf(found));
            }
            branch = (int) found;
        }
        ValueDecoder value = branches.get(branch);
        if (value == null) {
            target.appendNulls(1);
        } else {
            value.append(in, target);
        }
    }

    private static String shown(Schema schema) {
        LogicalType logical = schema.getLogicalType();
        String name = schema.getType().getName().toLowerCase(Locale.ROOT);
        if (logical instanceof LogicalTypes.Decimal decimal) {
            return name + " decimal(" + decimal.getPrecision() + ", " + decimal.getScale() + ")";
        }
        return logical == null ? name : name + " " + logical.getName();
    }
}
