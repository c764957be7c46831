package org.lsmtable.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.lsmtable.fs.DamagedFileException;

/**
 * One JSON object of a metadata file, asked key by key. A key that is absent and one whose value is null are the same; keys
 * that nobody asks for are ignored. Every getter throws {@link DamagedFileException} with file, key, expected and found.
 */
public final class JsonObject {
    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();
    private static final int SHOWN_CHARS = 40;

    private final String file;
    private final String place;
    private final JsonNode node;

    private JsonObject(String file, String place, JsonNode node) {
        this.file = file;
        this.place = place;
        this.node = node;
    }

    /** The object that is the whole content of a file. */
    public static JsonObject parse(String file, byte[] content) throws DamagedFileException {
        JsonNode root;
        try {
            root = MAPPER.readTree(content);
        } catch (JsonProcessingException e) {
            throw new DamagedFileException(file, "JSON " + where(e) + ": expected an object, found " + problem(e), e);
        } catch (IOException e) {
            throw new DamagedFileException(file, "JSON: " + firstLine(String.valueOf(e.getMessage())), e);
        }
        return of(file, "", root);
    }

    /** Whether the content is the front part of a JSON text: what a reader sees of a file that is still being written. */
    public static boolean endsEarly(byte[] content) {
        try (JsonParser parser = MAPPER.createParser(content)) {
            if (parser.nextToken() == null) {
                return true;
            }
            parser.skipChildren();
            return false;
        } catch (JsonEOFException e) {
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private static String problem(JsonProcessingException e) {
        return e instanceof JsonEOFException
                ? "the end of the file in its midst"
                : "an error of syntax: " + firstLine(e.getOriginalMessage());
    }

    private static JsonObject of(String file, String place, JsonNode node) throws DamagedFileException {
        if (!node.isObject()) {
            throw new DamagedFileException(file, place.isEmpty() ? "JSON" : place, "an object", shown(node));
        }
        return new JsonObject(file, place, node);
    }

    /** The file, for messages. */
    public String file() {
        return file;
    }

    /** The place of a key within the file, {@code fields[2].type}. */
    public String place(String key) {
        return place.isEmpty() ? key : place + "." + key;
    }

    /** Whether the key has a value other than null. */
    public boolean has(String key) {
        return find(key) != null;
    }

    /** A whole number of 32 bits. */
    public int getInt(String key) throws DamagedFileException {
        JsonNode value = require(key, "a 32-bit number");
        if (!value.isIntegralNumber() || !value.canConvertToInt()) {
            throw damaged(key, "a 32-bit number", shown(value));
        }
        return value.intValue();
    }

    /** A whole number of 64 bits. */
    public long getLong(String key) throws DamagedFileException {
        require(key, "a 64-bit number");
        Long value = findLong(key);
        return value == null ? 0 : value;
    }

    /** A whole number of 64 bits, null if absent. */
    public @Nullable Long findLong(String key) throws DamagedFileException {
        JsonNode value = find(key);
        if (value == null) {
            return null;
        }
        if (!value.isIntegralNumber() || !value.canConvertToLong()) {
            throw damaged(key, "a 64-bit number", shown(value));
        }
        return value.longValue();
    }

    /** A number written with or without fraction, as text, null if absent. */
    public @Nullable String findNumberText(String key) throws DamagedFileException {
        JsonNode value = find(key);
        if (value != null && !value.isNumber()) {
            throw damaged(key, "a number", shown(value));
        }
        return value == null ? null : value.asText();
    }

    /** A text. */
    public String getText(String key) throws DamagedFileException {
        return text(key, require(key, "a text"));
    }

    /** A text, null if absent. */
    public @Nullable String findText(String key) throws DamagedFileException {
        JsonNode value = find(key);
        return value == null ? null : text(key, value);
    }

    /** An object. */
    public JsonObject getObject(String key) throws DamagedFileException {
        return of(file, place(key), require(key, "an object"));
    }

    /** Whether the value is a text, as opposed to an object. */
    public boolean isText(String key) {
        JsonNode value = find(key);
        return value != null && value.isTextual();
    }

    /** An array of objects. */
    public List<JsonObject> getObjects(String key) throws DamagedFileException {
        List<JsonObject> objects = new ArrayList<>();
        for (JsonNode element : array(key)) {
            objects.add(of(file, place(key) + "[" + objects.size() + "]", element));
        }
        return objects;
    }

    /** An array of texts. */
    public List<String> getTexts(String key) throws DamagedFileException {
        List<String> texts = new ArrayList<>();
        for (JsonNode element : array(key)) {
            texts.add(text(key + "[" + texts.size() + "]", element));
        }
        return texts;
    }

    /** An array of 32-bit numbers, null if absent. */
    public @Nullable List<Integer> findInts(String key) throws DamagedFileException {
        if (!has(key)) {
            return null;
        }
        List<Integer> numbers = new ArrayList<>();
        for (JsonNode element : array(key)) {
            if (!element.isIntegralNumber() || !element.canConvertToInt()) {
                throw damaged(key, "an array of 32-bit numbers", shown(element));
            }
            numbers.add(element.intValue());
        }
        return numbers;
    }

    /** An object whose values are texts, in the order of the file, null if absent. */
    public @Nullable Map<String, String> findTextMap(String key) throws DamagedFileException {
        JsonNode value = find(key);
        if (value == null) {
            return null;
        }
        if (!value.isObject()) {
            throw damaged(key, "an object", shown(value));
        }
        Map<String, String> map = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> entry : value.properties()) {
            map.put(entry.getKey(), text(key + "." + entry.getKey(), entry.getValue()));
        }
        return map;
    }

    /** An error that speaks of a key of this object. */
    public DamagedFileException damaged(String key, String expected, String found) {
        return new DamagedFileException(file, place(key), expected, found);
    }

    private JsonNode array(String key) throws DamagedFileException {
        JsonNode value = require(key, "an array");
        if (!value.isArray()) {
            throw damaged(key, "an array", shown(value));
        }
        return value;
    }

    private String text(String key, JsonNode value) throws DamagedFileException {
        if (!value.isTextual()) {
            throw damaged(key, "a text", shown(value));
        }
        return value.textValue();
    }

    private JsonNode require(String key, String expected) throws DamagedFileException {
        JsonNode value = find(key);
        if (value == null) {
            throw damaged(key, expected, node.has(key) ? "null" : "no such key");
        }
        return value;
    }

    private @Nullable JsonNode find(String key) {
        JsonNode value = node.get(key);
        return value == null || value.isNull() ? null : value;
    }

    private static String shown(JsonNode value) {
        if (value.isMissingNode()) {
            return "nothing";
        }
        if (value.isContainerNode()) {
            return value.isArray() ? "an array" : "an object";
        }
        String text = value.toString();
        return text.length() <= SHOWN_CHARS ? text : text.substring(0, SHOWN_CHARS) + "…";
    }

    private static String where(JsonProcessingException e) {
        return e.getLocation() == null
                ? ""
                : "line " + e.getLocation().getLineNr() + " column "
                        + e.getLocation().getColumnNr();
    }

    /** Without what the parser adds of places in sources that it does not know by name. */
    private static String firstLine(String whole) {
        String message = whole.replaceAll(" \\(start marker at \\[.*", "");
        int end = message.indexOf('\n');
        return end < 0 ? message : message.substring(0, end);
    }
}
