package org.lsmtable.types;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads the text form of types (spec: metadata, type strings): the atomic texts of schema files with all their aliases,
 * the suffix forms {@code INT ARRAY} and {@code INT MULTISET}, and nested types in brackets as SQL writes them,
 * {@code MAP<STRING NOT NULL, ARRAY<INT>>}, {@code ROW<a INT, `b c` STRING>}, {@code VECTOR<FLOAT, 8>}.
 *
 * <p>Keywords in any case, white space free. A type is nullable unless {@code NOT NULL} follows it directly. The fields of
 * ROWs are numbered from 0 on, those inside a field's own type before the field itself.
 */
public final class TypeParser {
    private final String text;
    private int at;
    private int nextFieldId;

    private TypeParser(String text) {
        this.text = text;
    }

    /**
     * Parses one type.
     *
     * @throws IllegalArgumentException saying what was expected at which character
     */
    public static DataType parse(String text) {
        TypeParser parser = new TypeParser(text);
        DataType type = parser.type();
        if (!parser.atEnd()) {
            throw parser.error("the end");
        }
        return type;
    }

    private DataType type() {
        DataType type = withNullability(plainType());
        if (word("ARRAY")) {
            return withNullability(new ArrayType(type, true));
        }
        return word("MULTISET") ? withNullability(new MultisetType(type, true)) : type;
    }

    private DataType withNullability(DataType type) {
        if (word("NOT")) {
            expectWord("NULL");
            return type.notNull();
        }
        word("NULL");
        return type;
    }

    private DataType plainType() {
        int start = skipBlanks();
        String name = keyword();
        if (name == null) {
            throw error("a type");
        }
        return switch (name) {
            case "BOOLEAN", "TINYINT", "SMALLINT", "INT", "BIGINT", "FLOAT", "DATE", "VARIANT", "BLOB" ->
                new BasicType(TypeRoot.valueOf(name), true);
            case "INTEGER" -> Types.INT;
            case "DOUBLE" -> {
                word("PRECISION");
                yield Types.DOUBLE;
            }
            case "STRING" -> Types.STRING;
            case "BYTES" -> Types.BYTES;
            case "CHAR", "VARCHAR", "BINARY", "VARBINARY" -> lengthType(TypeRoot.valueOf(name));
            case "DECIMAL", "NUMERIC", "DEC" -> decimalType();
            case "TIME", "TIMESTAMP", "TIMESTAMP_LTZ" -> temporalType(TypeRoot.valueOf(name));
            case "ARRAY", "MULTISET", "MAP", "ROW", "VECTOR" -> bracketType(TypeRoot.valueOf(name));
            default -> {
                at = start;
                throw error("a type");
            }
        };
    }

    private DataType lengthType(TypeRoot root) {
        int start = at;
        int[] parameters = parameters(1);
        return checked(start, () -> new LengthType(root, parameters.length == 0 ? 1 : parameters[0], true));
    }

    private DataType decimalType() {
        int start = at;
        int[] parameters = parameters(2);
        int precision = parameters.length == 0 ? 10 : parameters[0];
        int scale = parameters.length < 2 ? 0 : parameters[1];
        return checked(start, () -> new DecimalType(precision, scale, true));
    }

    private DataType temporalType(TypeRoot named) {
        int start = at;
        int[] parameters = parameters(1);
        int defaultPrecision = named == TypeRoot.TIME ? 0 : 6;
        TypeRoot root = named;
        if (named != TypeRoot.TIMESTAMP_LTZ) {
            if (word("WITHOUT")) {
                expectWord("TIME");
                expectWord("ZONE");
            } else if (named == TypeRoot.TIMESTAMP && word("WITH")) {
                expectWord("LOCAL");
                expectWord("TIME");
                expectWord("ZONE");
                root = TypeRoot.TIMESTAMP_LTZ;
            }
        }
        TypeRoot family = root;
        return checked(
                start, () -> new TemporalType(family, parameters.length == 0 ? defaultPrecision : parameters[0], true));
    }

    private DataType bracketType(TypeRoot root) {
        expect('<');
        DataType type = switch (root) {
            case ARRAY -> new ArrayType(type(), true);
            case MULTISET -> new MultisetType(type(), true);
            case MAP -> {
                DataType key = type();
                expect(',');
                yield new MapType(key, type(), true);
            }
            case VECTOR -> {
                DataType element = type();
                expect(',');
                yield new VectorType(element, number(), true);
            }
            default -> new RowType(fields(), true);
        };
        expect('>');
        return type;
    }

    private List<DataField> fields() {
        List<DataField> fields = new ArrayList<>();
        skipBlanks();
        if (at < text.length() && text.charAt(at) == '>') {
            return fields;
        }
        do {
            String name = fieldName();
            DataType type = type();
            fields.add(new DataField(nextFieldId++, name, type));
        } while (symbol(','));
        return fields;
    }

    private String fieldName() {
        skipBlanks();
        if (symbol('`')) {
            StringBuilder name = new StringBuilder();
            while (true) {
                int end = text.indexOf('`', at);
                if (end < 0) {
                    throw error("a closing `");
                }
                name.append(text, at, end);
                at = end + 1;
                if (at == text.length() || text.charAt(at) != '`') {
                    return name.toString();
                }
                name.append('`');
                at++;
            }
        }
        int start = at;
        while (at < text.length() && TypeText.isNamePart(text.charAt(at))) {
            at++;
        }
        if (start == at) {
            throw error("a field name");
        }
        return text.substring(start, at);
    }

    /** Up to {@code most} numbers in parentheses; none if there are no parentheses. */
    private int[] parameters(int most) {
        if (!symbol('(')) {
            return new int[0];
        }
        int first = number();
        int[] numbers = {first};
        if (most == 2 && symbol(',')) {
            numbers = new int[] {first, number()};
        }
        expect(')');
        return numbers;
    }

    private int number() {
        int start = skipBlanks();
        long number = 0;
        while (at < text.length() && isDigit(text.charAt(at)) && number <= Integer.MAX_VALUE) {
            number = 10 * number + (text.charAt(at++) - '0');
        }
        if (start == at || number > Integer.MAX_VALUE) {
            at = start;
            throw error("a number up to " + Integer.MAX_VALUE);
        }
        return (int) number;
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private DataType checked(int start, Supplier<DataType> maker) {
        try {
            return maker.get();
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "type '" + text + "': at character " + (start + 1) + ": " + e.getMessage());
        }
    }

    /** Takes the next word in upper case, null if something else is next. */
    private @Nullable String keyword() {
        int start = skipBlanks();
        while (at < text.length() && isWordPart(text.charAt(at))) {
            at++;
        }
        return start == at ? null : text.substring(start, at).toUpperCase(Locale.ROOT);
    }

    private static boolean isWordPart(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || isDigit(c) || c == '_';
    }

    private boolean word(String expected) {
        int start = at;
        if (expected.equals(keyword())) {
            return true;
        }
        at = start;
        return false;
    }

    private void expectWord(String expected) {
        if (!word(expected)) {
            skipBlanks();
            throw error(expected);
        }
    }

    private boolean symbol(char expected) {
        int start = at;
        skipBlanks();
        if (at < text.length() && text.charAt(at) == expected) {
            at++;
            return true;
        }
        at = start;
        return false;
    }

    private void expect(char expected) {
        if (!symbol(expected)) {
            skipBlanks();
            throw error("'" + expected + "'");
        }
    }

    private boolean atEnd() {
        return skipBlanks() == text.length();
    }

    private int skipBlanks() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
        return at;
    }

    private IllegalArgumentException error(String expected) {
        String found = at < text.length() ? "'" + text.substring(at) + "'" : "the end";
        return new IllegalArgumentException(
                "type '" + text + "': at character " + (at + 1) + ": expected " + expected + ", found " + found);
    }
}
