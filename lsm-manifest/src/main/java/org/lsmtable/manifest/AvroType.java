package org.lsmtable.manifest;

import java.util.List;

/**
 * What we write to an Avro file and want to read from one. A value of it is an Integer, Long, String, byte array, a list of
 * item values, or an array of field values; null where null is allowed.
 */
sealed interface AvroType {
    /** The namespace of all records. */
    String NAMESPACE = "org.apache.paimon.avro.generated";

    /** The name of the outermost record. */
    String ROOT_NAME = "record";

    /** A type without parts. */
    enum Scalar implements AvroType {
        INT("\"int\""),
        LONG("\"long\""),
        MILLIS("{\"type\":\"long\",\"logicalType\":\"timestamp-millis\"}"),
        STRING("\"string\""),
        BYTES("\"bytes\"");

        private final String json;

        Scalar(String json) {
            this.json = json;
        }
    }

    /** A list. */
    record Items(AvroType item, Nulls nulls) implements AvroType {}

    /** A record; a file of an older version may lack fields that allow null. */
    record Fields(List<Field> fields) implements AvroType {
        Fields(Field... fields) {
            this(List.of(fields));
        }
    }

    /** A field of a record. */
    record Field(String name, AvroType type, Nulls nulls) {}

    /** Whether null is allowed. */
    enum Nulls {
        ALLOWED,
        REFUSED
    }

    /** A field that is never null. */
    static Field field(String name, AvroType type) {
        return new Field(name, type, Nulls.REFUSED);
    }

    /** A field that may be null. */
    static Field nullable(String name, AvroType type) {
        return new Field(name, type, Nulls.ALLOWED);
    }

    /** The schema's text, as a file of such records holds it (spec: metadata, Avro conventions). */
    default String schemaJson() {
        StringBuilder json = new StringBuilder();
        appendJson(json, this, ROOT_NAME, Nulls.REFUSED);
        return json.toString();
    }

    private static void appendJson(StringBuilder json, AvroType type, String name, Nulls nulls) {
        if (nulls == Nulls.ALLOWED) {
            json.append("[\"null\",");
            appendJson(json, type, name, Nulls.REFUSED);
            json.append(']');
        } else if (type instanceof Scalar scalar) {
            json.append(scalar.json);
        } else if (type instanceof Items items) {
            json.append("{\"type\":\"array\",\"items\":");
            appendJson(json, items.item(), name, items.nulls());
            json.append('}');
        } else if (type instanceof Fields record) {
            json.append("{\"type\":\"record\",\"name\":\"").append(name).append('"');
            if (name.equals(ROOT_NAME)) {
                json.append(",\"namespace\":\"").append(NAMESPACE).append('"');
            }
            json.append(",\"fields\":[");
            String separator = "";
            for (Field field : record.fields()) {
                json.append(separator)
                        .append("{\"name\":\"")
                        .append(field.name())
                        .append("\",\"type\":");
                // a nested record is named after the way to it, and field names begin with an underscore themselves
                appendJson(json, field.type(), name + "_" + field.name(), field.nulls());
                json.append(field.nulls() == Nulls.ALLOWED ? ",\"default\":null}" : "}");
                separator = ",";
            }
            json.append("]}");
        }
    }
}
