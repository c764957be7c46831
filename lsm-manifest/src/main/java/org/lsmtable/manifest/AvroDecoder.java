package org.lsmtable.manifest;

import java.util.ArrayList;
import java.util.List;
import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;
import org.lsmtable.format.avro.AvroInput;
import org.lsmtable.format.avro.AvroSkip;
import org.lsmtable.fs.DamagedFileException;

/**
 * Reads values of a wanted type from data written under some schema: record fields are matched by name, those that nobody wants
 * are passed over, missing ones that allow null are null. Immutable.
 */
interface AvroDecoder {
    /** The next value. */
    @Nullable
    Object read(AvroInput in) throws DamagedFileException;

    /**
     * A decoder from a written to a wanted type.
     *
     * @param place names the value in messages
     */
    static AvroDecoder of(Schema written, AvroType wanted, AvroType.Nulls nulls, String file, String place)
            throws DamagedFileException {
        if (written.getType() == Schema.Type.UNION) {
            return ofUnion(written, wanted, nulls, file, place);
        }
        AvroDecoder decoder = null;
        if (wanted instanceof AvroType.Scalar scalar) {
            decoder = ofScalar(written, scalar);
        } else if (wanted instanceof AvroType.Items items && written.getType() == Schema.Type.ARRAY) {
            AvroDecoder item = of(written.getElementType(), items.item(), items.nulls(), file, place + "[]");
            decoder = in -> readItems(in, item);
        } else if (wanted instanceof AvroType.Fields record && written.getType() == Schema.Type.RECORD) {
            decoder = ofRecord(written, record, file, place);
        }
        if (decoder == null) {
            throw new DamagedFileException(file, "Avro schema of " + place, shown(wanted), shown(written));
        }
        return decoder;
    }

    private static AvroDecoder ofUnion(Schema written, AvroType wanted, AvroType.Nulls nulls, String file, String place)
            throws DamagedFileException {
        List<@Nullable AvroDecoder> branches = new ArrayList<>();
        for (Schema branch : written.getTypes()) {
            branches.add(
                    branch.getType() == Schema.Type.NULL
                            ? null
                            : of(branch, wanted, AvroType.Nulls.REFUSED, file, place));
        }
        return in -> {
            long index = in.readLong();
            if (index < 0 || index >= branches.size()) {
                throw in.damaged("a branch of " + place + " below " + branches.size(), String.valueOf(index));
            }
            AvroDecoder branch = branches.get((int) index);
            if (branch != null) {
                return branch.read(in);
            }
            if (nulls == AvroType.Nulls.REFUSED) {
                throw in.damaged("a value of " + place, "null");
            }
            return null;
        };
    }

    private static @Nullable AvroDecoder ofScalar(Schema written, AvroType.Scalar wanted) {
        Schema.Type type = written.getType();
        return switch (wanted) {
            case INT -> type == Schema.Type.INT ? AvroInput::readInt : null;
            case LONG, MILLIS ->
                type == Schema.Type.LONG
                        ? AvroInput::readLong
                        : type == Schema.Type.INT ? in -> (long) in.readInt() : null;
            case STRING -> type == Schema.Type.STRING ? AvroInput::readString : null;
            case BYTES -> type == Schema.Type.BYTES ? AvroInput::readBytes : null;
        };
    }

    private static List<@Nullable Object> readItems(AvroInput in, AvroDecoder item) throws DamagedFileException {
        List<@Nullable Object> items = new ArrayList<>();
        for (int count = in.readBlockCount(); count > 0; count = in.readBlockCount()) {
            for (int i = 0; i < count; i++) {
                items.add(item.read(in));
            }
        }
        return items;
    }

    private static AvroDecoder ofRecord(Schema written, AvroType.Fields wanted, String file, String place)
            throws DamagedFileException {
        List<Schema.Field> stored = written.getFields();
        int[] slots = new int[stored.size()];
        AvroDecoder[] decoders = new AvroDecoder[stored.size()];
        for (int i = 0; i < decoders.length; i++) {
            Schema schema = stored.get(i).schema();
            slots[i] = -1;
            decoders[i] = in -> {
                AvroSkip.skip(schema, in);
                return null;
            };
        }
        for (int slot = 0; slot < wanted.fields().size(); slot++) {
            AvroType.Field field = wanted.fields().get(slot);
            Schema.Field found = written.getField(field.name());
            if (found != null) {
                slots[found.pos()] = slot;
                decoders[found.pos()] =
                        of(found.schema(), field.type(), field.nulls(), file, place + "." + field.name());
            } else if (field.nulls() == AvroType.Nulls.REFUSED) {
                throw new DamagedFileException(
                        file,
                        "Avro schema of " + place,
                        "a field " + field.name(),
                        stored.stream().map(Schema.Field::name).toList().toString());
            }
        }
        int size = wanted.fields().size();
        return in -> {
            @Nullable Object[] values = new @Nullable Object[size];
            for (int i = 0; i < decoders.length; i++) {
                Object value = decoders[i].read(in);
                if (slots[i] >= 0) {
                    values[slots[i]] = value;
                }
            }
            return values;
        };
    }

    private static String shown(AvroType type) {
        return type instanceof AvroType.Scalar scalar
                ? scalar.name().toLowerCase(java.util.Locale.ROOT)
                : type instanceof AvroType.Items ? "array" : "record";
    }

    private static String shown(Schema schema) {
        return schema.getType().getName();
    }
}
