package org.lsmtable.tools.value;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.lsmtable.data.Row;
import org.lsmtable.data.Values;
import org.lsmtable.types.ArrayType;
import org.lsmtable.types.DataField;
import org.lsmtable.types.DataType;
import org.lsmtable.types.RowType;
import org.lsmtable.types.TypeRoot;
import org.lsmtable.vector.ColumnVector;
import org.lsmtable.vector.IntVector;
import org.lsmtable.vector.ListVector;
import org.lsmtable.vector.RowVector;

/**
 * Reads values made of others from JSON, in the forms that {@link NestedPrinter} writes. A map is read from an object or from an array of
 * {@code [key, value]}, whatever its keys are; fields of a ROW that are not there are null.
 */
public final class NestedParser extends TextParser {
    private static final JsonFactory JSON = new JsonFactory();

    private final List<DataType> types;
    private final List<TextParser> parts;

    private NestedParser(DataType type, List<DataType> types) {
        super(type);
        this.types = types;
        this.parts = types.stream().map(TextParser::of).toList();
    }

    /** The parser of an ARRAY, MAP, MULTISET or ROW. */
    public static NestedParser of(DataType type) {
        return new NestedParser(type, type instanceof RowType row ? row.types() : ListVector.childTypes(type));
    }

    @Override
    public void append(String text, ColumnVector target) throws BadValueException {
        try (JsonParser json = JSON.createParser(text)) {
            json.nextToken();
            append(json, target);
            if (json.nextToken() != null) {
                throw bad(text, "one JSON value");
            }
        } catch (JsonProcessingException e) {
            throw bad(text, "JSON");
        } catch (IOException e) {
            throw new UncheckedIOException(e); // from a text in memory
        }
    }

    /** Appends the value that begins at a parser's token, and leaves the parser at its last token. */
    public void append(JsonParser json, ColumnVector target) throws IOException, BadValueException {
        JsonToken token = json.currentToken();
        TypeRoot root = type().root();
        if (root == TypeRoot.ROW && token == JsonToken.START_OBJECT) {
            row(json, (RowVector) target);
        } else if (root == TypeRoot.ARRAY && token == JsonToken.START_ARRAY) {
            array(json, (ListVector) target);
        } else if (root != TypeRoot.ROW && root != TypeRoot.ARRAY && token == JsonToken.START_OBJECT) {
            object(json, (ListVector) target);
        } else if (root != TypeRoot.ROW && root != TypeRoot.ARRAY && token == JsonToken.START_ARRAY) {
            pairs(json, (ListVector) target);
        } else {
            String form = root == TypeRoot.ROW ? "object" : root == TypeRoot.ARRAY ? "array" : "object or array";
            throw bad(shown(json), "a JSON " + form);
        }
    }

    private void array(JsonParser json, ListVector target) throws IOException, BadValueException {
        int start = target.child(0).size();
        while (json.nextToken() != JsonToken.END_ARRAY) {
            int element = target.child(0).size() - start;
            part(json, 0, ((ArrayType) type()).element(), target.child(0), "element " + element);
        }
        target.endRow();
    }

    private void object(JsonParser json, ListVector target) throws IOException, BadValueException {
        Set<Row> keys = new HashSet<>();
        for (String key = json.nextFieldName(); key != null; key = json.nextFieldName()) {
            try {
                parts.get(0).append(key, target.child(0));
            } catch (BadValueException e) {
                throw e.within("key");
            }
            json.nextToken();
            mapped(json, target, keys, key);
        }
        target.endRow();
    }

    private void pairs(JsonParser json, ListVector target) throws IOException, BadValueException {
        Set<Row> keys = new HashSet<>();
        while (json.nextToken() != JsonToken.END_ARRAY) {
            if (json.currentToken() != JsonToken.START_ARRAY) {
                throw bad(shown(json), "an array of [key, value]");
            }
            json.nextToken();
            if (json.currentToken() == JsonToken.END_ARRAY) {
                throw bad("[]", "an array of [key, value]");
            }
            part(json, 0, types.get(0).notNull(), target.child(0), "key");
            String key =
                    String.valueOf(Values.get(target.child(0), target.child(0).size() - 1));
            if (json.nextToken() == JsonToken.END_ARRAY) {
                throw bad("[" + key + "]", "an array of [key, value]");
            }
            mapped(json, target, keys, key);
            if (json.nextToken() != JsonToken.END_ARRAY) {
                throw bad(shown(json), "an array of [key, value]");
            }
        }
        target.endRow();
    }

    /** The value of the key that was appended last. */
    private void mapped(JsonParser json, ListVector target, Set<Row> keys, String key)
            throws IOException, BadValueException {
        ColumnVector keyVector = target.child(0);
        if (!keys.add(Row.of(Values.get(keyVector, keyVector.size() - 1)))) {
            throw bad(key, "each key once");
        }
        ColumnVector values = target.child(1);
        part(json, 1, types.get(1), values, "value of key " + BadValueException.quoted(key));
        if (type().root() == TypeRoot.MULTISET
                && values instanceof IntVector counts
                && counts.get(counts.size() - 1) < 1) {
            throw bad(json.getText(), "counts of at least 1");
        }
    }

    private void row(JsonParser json, RowVector target) throws IOException, BadValueException {
        RowType fields = (RowType) type();
        int row = target.size();
        for (String name = json.nextFieldName(); name != null; name = json.nextFieldName()) {
            int position = fields.indexOf(name);
            if (position < 0) {
                throw bad(name, "fields " + String.join(", ", fields.names()));
            }
            if (target.child(position).size() > row) {
                throw bad(name, "each field once");
            }
            json.nextToken();
            part(json, position, fields.typeAt(position), target.child(position), "field '" + name + "'");
        }
        for (int i = 0; i < fields.fieldCount(); i++) {
            DataField field = fields.field(i);
            if (target.child(i).size() == row) {
                appendNull(field.type(), target.child(i), "field '" + field.name() + "'");
            }
        }
        target.endRow();
    }

    private static void appendNull(DataType type, ColumnVector target, String place) throws BadValueException {
        if (!type.isNullable()) {
            throw new BadValueException(type.asText(), null).within(place);
        }
        target.appendNulls(1);
    }

    private void part(JsonParser json, int parser, DataType type, ColumnVector target, String place)
            throws IOException, BadValueException {
        if (json.currentToken() == JsonToken.VALUE_NULL) {
            appendNull(type, target, place);
            return;
        }
        try {
            if (parts.get(parser) instanceof NestedParser nested) {
                nested.append(json, target);
            } else if (fits(json.currentToken(), type)) {
                parts.get(parser).append(json.getText(), target);
            } else {
                throw new BadValueException(type.nullable().asText(), shown(json));
            }
        } catch (BadValueException e) {
            throw e.within(place);
        }
    }

    /** Whether a token may stand for a value that is not made of others: text for all, numbers and truth values for their own. */
    public static boolean fits(JsonToken token, DataType type) {
        return switch (token) {
            case VALUE_STRING -> true;
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> ColumnPrinter.isNumeric(type);
            case VALUE_TRUE, VALUE_FALSE -> type.root() == TypeRoot.BOOLEAN;
            default -> false;
        };
    }

    /** A token for messages. */
    public static String shown(JsonParser json) throws IOException {
        JsonToken token = json.currentToken();
        if (token == null) {
            return "nothing";
        }
        return switch (token) {
            case START_OBJECT -> "an object";
            case START_ARRAY -> "an array";
            default -> json.getText();
        };
    }
}
