package org.lsmtable.format.avro;

import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;
import org.lsmtable.fs.DamagedFileException;

/** The bytes of a block, decompressed, and where in them each field of each row begins. Immutable once made. */
final class AvroBlock {
    /** Rows times fields of a block: more than any writer makes, and what memory bears. */
    private static final long MOST_PLACES = 1L << 28;

    private final byte[] bytes;
    private final int fields;
    private final int[] places;

    private AvroBlock(byte[] bytes, int fields, int[] places) {
        this.bytes = bytes;
        this.fields = fields;
        this.places = places;
    }

    /**
     * Finds the places in a block.
     *
     * @param bytes kept, not copied
     * @param rows as the file says
     */
    static AvroBlock of(String file, byte[] bytes, int rows, Layout layout) throws DamagedFileException {
        AvroInput in = new AvroInput(file, bytes, 0, bytes.length);
        int fields = layout.plans.length;
        // a row without bytes has no field worth reading
        if (fields > 0 && (rows > bytes.length || (long) rows * fields > MOST_PLACES)) {
            throw in.damaged("as many rows as " + bytes.length + " bytes can hold", rows + " rows");
        }
        int[] places = new int[rows * fields];
        int at = 0;
        for (int row = 0; row < rows; row++) {
            if (layout.rootUnion != null) {
                layout.rootUnion.enter(in);
            }
            for (Plan plan : layout.plans) {
                places[at++] = in.position();
                plan.skip(in);
            }
        }
        if (in.remaining() > 0) {
            throw in.damaged("the end of the block after " + rows + " rows", in.remaining() + " bytes more");
        }
        return new AvroBlock(bytes, fields, places);
    }

    /** An input over the bytes. */
    AvroInput input(String file) {
        return new AvroInput(file, bytes, 0, bytes.length);
    }

    /** Where a field of a row begins. */
    int place(int row, int field) {
        return places[row * fields + field];
    }

    /** The memory it takes. */
    long memoryBytes() {
        return bytes.length + (long) places.length * Integer.BYTES;
    }

    /** How rows of a file lie in its blocks. */
    static final class Layout {
        private final @Nullable Branch rootUnion;
        private final Plan[] plans;

        private Layout(@Nullable Branch rootUnion, Plan[] plans) {
            this.rootUnion = rootUnion;
            this.plans = plans;
        }

        /**
         * Of a file of records.
         *
         * @param root a record, or a union of it and null
         */
        static Layout of(Schema root, Schema record) {
            Branch union =
                    root.equals(record) ? null : new Branch(root.getTypes().indexOf(record));
            return new Layout(
                    union,
                    record.getFields().stream()
                            .map(field -> Plan.of(field.schema()))
                            .toArray(Plan[]::new));
        }
    }

    /** The one branch of a root union that a row can have. */
    private record Branch(int index) {
        void enter(AvroInput in) throws DamagedFileException {
            long found = in.readLong();
            if (found != index) {
                throw in.damaged("a row", "null, or no branch of the union: " + found);
            }
        }
    }

    /**
     * How to pass over a field quickly.
     *
     * @param nullBranch of a union of null and one other type, otherwise -1
     * @param value the schema, without such a union
     * @param width bytes of a value, if it has always the same
     */
    private record Plan(int nullBranch, Shape shape, Schema value, int width) {
        private enum Shape {
            NUMBER,
            COUNTED,
            FIXED,
            OTHER
        }

        static Plan of(Schema schema) {
            if (schema.getType() == Schema.Type.UNION && schema.getTypes().size() == 2) {
                for (int i = 0; i < 2; i++) {
                    if (schema.getTypes().get(i).getType() == Schema.Type.NULL) {
                        return of(i, schema.getTypes().get(1 - i));
                    }
                }
            }
            return of(-1, schema);
        }

        private static Plan of(int nullBranch, Schema value) {
            return switch (value.getType()) {
                case INT, LONG, ENUM -> new Plan(nullBranch, Shape.NUMBER, value, 0);
                case STRING, BYTES -> new Plan(nullBranch, Shape.COUNTED, value, 0);
                case BOOLEAN -> new Plan(nullBranch, Shape.FIXED, value, 1);
                case FLOAT -> new Plan(nullBranch, Shape.FIXED, value, Float.BYTES);
                case DOUBLE -> new Plan(nullBranch, Shape.FIXED, value, Double.BYTES);
                case FIXED -> new Plan(nullBranch, Shape.FIXED, value, value.getFixedSize());
                case NULL, ARRAY, MAP, RECORD, UNION -> new Plan(nullBranch, Shape.OTHER, value, 0);
            };
        }

        void skip(AvroInput in) throws DamagedFileException {
            if (nullBranch >= 0) {
                long branch = in.readLong();
                if (branch == nullBranch) {
                    return;
                }
                if (branch != 1 - nullBranch) {
                    throw in.damaged("branch 0 or 1 of a union", String.valueOf(branch));
                }
            }
            switch (shape) {
                case NUMBER -> in.skipLong();
                case COUNTED -> in.skip(in.readCount());
                case FIXED -> in.skip(width);
                case OTHER -> AvroSkip.skip(value, in);
            }
        }
    }
}
