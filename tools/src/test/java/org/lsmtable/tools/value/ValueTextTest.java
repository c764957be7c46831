package org.lsmtable.tools.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.lsmtable.data.Values;
import org.lsmtable.tools.output.Column;
import org.lsmtable.tools.output.OutputForm;
import org.lsmtable.tools.output.RecordWriter;
import org.lsmtable.types.DataType;
import org.lsmtable.types.TypeParser;
import org.lsmtable.types.Types;
import org.lsmtable.vector.BytesVector;
import org.lsmtable.vector.ColumnVector;
import org.lsmtable.vector.DictionaryVector;

/** The text forms of values: literal expectations, then random values against independent formatting, then both ways. */
class ValueTextTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "BOOLEAN|true|true",
                "TINYINT|-128|-128",
                "SMALLINT|32767|32767",
                "INT|-2147483648|-2147483648",
                "BIGINT|9223372036854775807|9223372036854775807",
                "FLOAT|0.1|0.1",
                "FLOAT|NaN|'\"NaN\"'",
                "FLOAT|-Infinity|'\"-Infinity\"'",
                "DOUBLE|2.0E-3|0.002",
                "DOUBLE|2e23|2.0E23",
                "DOUBLE|-0.0|-0.0",
                "DOUBLE|Infinity|'\"Infinity\"'",
                "DECIMAL(5, 2)|100|100.00",
                "DECIMAL(5, 2)|-0.5|-0.50",
                "DECIMAL(5, 0)|-7|-7",
                "DECIMAL(2, 2)|0.07|0.07",
                "DECIMAL(18, 2)|-1234567890123456.78|-1234567890123456.78",
                "DECIMAL(38, 10)|-1e-10|-0.0000000001",
                "DECIMAL(38, 0)|99999999999999999999999999999999999999|99999999999999999999999999999999999999",
                "STRING|a \"quoted\" ü 😀|'\"a \\\"quoted\\\" ü 😀\"'",
                "CHAR(3)|ab|'\"ab\"'",
                "BYTES|AP8Q|'\"AP8Q\"'",
                "DATE|2026-01-31|'\"2026-01-31\"'",
                "DATE|0001-01-01|'\"0001-01-01\"'",
                "DATE|1969-12-31|'\"1969-12-31\"'",
                "DATE|+12345-06-07|'\"+12345-06-07\"'",
                "DATE|-0044-03-15|'\"-0044-03-15\"'",
                "TIME(3)|10:00:00.123|'\"10:00:00.123\"'",
                "TIME(3)|10:00|'\"10:00:00.000\"'",
                "TIME(0)|23:59:59|'\"23:59:59\"'",
                "TIMESTAMP(6)|2026-01-31T10:00:00.123456|'\"2026-01-31T10:00:00.123456\"'",
                "TIMESTAMP(3)|2026-01-31 10:00:00|'\"2026-01-31T10:00:00.000\"'",
                "TIMESTAMP(0)|1969-12-31T23:59:59|'\"1969-12-31T23:59:59\"'",
                "TIMESTAMP(9)|1969-12-31T23:59:59.999999999|'\"1969-12-31T23:59:59.999999999\"'",
                "TIMESTAMP(9)|2026-01-31|'\"2026-01-31T00:00:00.000000000\"'",
                "TIMESTAMP(3) WITH LOCAL TIME ZONE|2026-01-31T10:00:00.5Z|'\"2026-01-31T10:00:00.500Z\"'",
                "TIMESTAMP(6) WITH LOCAL TIME ZONE|2026-01-31T10:00:00+02:00|'\"2026-01-31T08:00:00.000000Z\"'",
                "TIMESTAMP(9) WITH LOCAL TIME ZONE|2026-01-31T10:00:00.000000001-01:30|'\"2026-01-31T11:30:00.000000001Z\"'",
            })
    void textIsReadAndPrintedAsJson(String type, String text, String json) throws Exception {
        assertThat(json(
                        TypeParser.parse(type),
                        TextParser.of(TypeParser.parse(type)).parse(text)))
                .isEqualTo(json);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "BOOLEAN|yes|BOOLEAN (true or false), found 'yes'",
                "BOOLEAN|''|found ''",
                "TINYINT|128|TINYINT (-128 to 127), found '128'",
                "INT|2147483648|INT, found '2147483648'",
                "INT|1.0|INT, found '1.0'",
                "INT|' 1'|INT, found ' 1'",
                "BIGINT|12a|BIGINT, found '12a'",
                "FLOAT|1e39|FLOAT (too large), found '1e39'",
                "DOUBLE|1d|DOUBLE, found '1d'",
                "DOUBLE|0x1p3|DOUBLE, found '0x1p3'",
                "DOUBLE|nan|DOUBLE, found 'nan'",
                "DECIMAL(5, 2)|1.005|DECIMAL(5, 2) (more than 2 fraction digits), found '1.005'",
                "DECIMAL(5, 2)|1000|DECIMAL(5, 2) (more than 5 digits), found '1000'",
                "DECIMAL(5, 2)|1e1000000000|DECIMAL(5, 2), found '1e1000000000'",
                "DECIMAL(5, 2)|1e-100000000|DECIMAL(5, 2), found '1e-100000000'",
                "DECIMAL(5, 2)|.|DECIMAL(5, 2), found '.'",
                "VARCHAR(2)|abc|VARCHAR(2) (at most 2 characters), found 'abc'",
                "BINARY(2)|AP8Q|BINARY(2) (at most 2 bytes), found 'AP8Q'",
                "BYTES|*|BYTES (base64), found '*'",
                "DATE|2026-02-29|DATE (like 2026-01-31), found '2026-02-29'",
                "DATE|20260131|found '20260131'",
                "TIME(3)|10:00:00.1234|TIME(3) (at most 3 fraction digits)",
                "TIME(3)|24:00|TIME(3) (like 10:00:00.123), found '24:00'",
                "TIMESTAMP(3)|2026-01-31T10:00:00.1234|TIMESTAMP(3) (at most 3 fraction digits)",
                "TIMESTAMP(3)|2026-01-31T10:00:00Z|TIMESTAMP(3) (like 2026-01-31T10:00:00.123), found",
                "TIMESTAMP(3) WITH LOCAL TIME ZONE|2026-01-31T10:00:00|(like 2026-01-31T10:00:00.123Z), found",
                "TIMESTAMP(3)|2026-01-31T|found '2026-01-31T'",
            })
    void badTextIsRefused(String type, String text, String message) {
        assertThatThrownBy(() -> TextParser.of(TypeParser.parse(type)).parse(text))
                .isInstanceOf(BadValueException.class)
                .hasMessageContaining(message);
    }

    @Test
    void aYearThatMicrosecondsCannotHold() {
        assertThatThrownBy(() -> TextParser.of(Types.timestamp(6)).parse("+999999999-01-01T00:00"))
                .isInstanceOf(BadValueException.class)
                .hasMessageContaining("out of range");
    }

    @Test
    void charactersAreCountedAsCodePoints() throws Exception {
        assertThat(TextParser.of(Types.varchar(2)).parse("😀😀")).isEqualTo("😀😀");
        assertThatThrownBy(() -> TextParser.of(Types.STRING).parse("a\uD83D")).hasMessageContaining("whole characters");
    }

    @Test
    void dictionariesPrintTheirValues() throws Exception {
        BytesVector words = new BytesVector(Types.STRING, 2);
        words.append("one".getBytes(StandardCharsets.UTF_8));
        words.append("two".getBytes(StandardCharsets.UTF_8));
        DictionaryVector vector = new DictionaryVector(words, 3);
        vector.appendCode(1);
        vector.appendNulls(1);
        vector.appendCode(0);
        List<String> printed = new ArrayList<>();
        for (int i = 0; i < vector.size(); i++) {
            printed.add(json(Types.STRING, vector, i));
        }
        assertThat(printed).containsExactly("\"two\"", "null", "\"one\"");
    }

    static List<DataType> scalarTypes() {
        return List.of(
                Types.BOOLEAN,
                Types.TINYINT,
                Types.SMALLINT,
                Types.INT,
                Types.BIGINT,
                Types.FLOAT,
                Types.DOUBLE,
                Types.decimal(9, 4),
                Types.decimal(18, 18),
                Types.decimal(30, 5),
                Types.STRING,
                Types.BYTES,
                Types.DATE,
                Types.time(3),
                Types.timestamp(0),
                Types.timestamp(3),
                Types.timestamp(5),
                Types.timestamp(6),
                Types.timestamp(9),
                Types.timestampLtz(3),
                Types.timestampLtz(7));
    }

    /** Random values: the text is what java.time, BigDecimal and Base64 make of the object, and reads back as the same object. */
    @ParameterizedTest
    @MethodSource("scalarTypes")
    void randomValuesBothWays(DataType type) throws Exception {
        long seed = Long.getLong("test.seed", new Random().nextLong());
        Random random = new Random(seed);
        for (int i = 0; i < 2_000; i++) {
            Object value = random(type, random);
            String where = type.asText() + " with -Dtest.seed=" + seed;
            String text = plain(type, value);
            assertThat(text).as(where).isEqualTo(expected(type, value));
            assertThat(TextParser.of(type).parse(text)).as(where).isEqualTo(value);
        }
    }

    private static Object random(DataType type, Random random) {
        ColumnVector vector = ColumnVector.of(type, 1);
        long second = random.nextInt() * 40L;
        Object value = switch (type.root()) {
            case BOOLEAN -> random.nextBoolean();
            case TINYINT -> (byte) random.nextInt();
            case SMALLINT -> (short) random.nextInt();
            case INT -> random.nextInt();
            case BIGINT -> random.nextLong();
            case FLOAT -> Float.intBitsToFloat((0x7fffff & random.nextInt()) | (random.nextInt(250) << 23));
            case DOUBLE -> Double.longBitsToDouble(random.nextLong() & ~(1L << 62));
            case DECIMAL -> {
                var decimal = (org.lsmtable.types.DecimalType) type;
                yield new BigDecimal(new BigInteger(decimal.precision() * 3, random), decimal.scale())
                        .multiply(BigDecimal.valueOf(random.nextBoolean() ? 1 : -1));
            }
            case VARCHAR ->
                random.ints(random.nextInt(8), ' ', 0xD7FF)
                        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                        .toString();
            case VARBINARY -> {
                byte[] bytes = new byte[random.nextInt(9)];
                random.nextBytes(bytes);
                yield bytes;
            }
            case DATE -> LocalDate.ofEpochDay(random.nextInt(4_000_000) - 2_000_000);
            case TIME -> LocalTime.ofNanoOfDay(random.nextInt(86_400_000) * 1_000_000L);
            case TIMESTAMP -> LocalDateTime.ofEpochSecond(second, nanos(type, random), ZoneOffset.UTC);
            case TIMESTAMP_LTZ -> Instant.ofEpochSecond(second, nanos(type, random));
            default -> throw new IllegalStateException(type.asText());
        };
        Values.append(value, vector);
        return Objects.requireNonNull(Values.get(vector, 0));
    }

    private static int nanos(DataType type, Random random) {
        int unit = TemporalParser.nanosPerUnit(((org.lsmtable.types.TemporalType) type).precision());
        return random.nextInt(1_000_000_000) / unit * unit;
    }

    private static String expected(DataType type, Object value) {
        return switch (type.root()) {
            case DECIMAL -> ((BigDecimal) value).toPlainString();
            case VARBINARY -> Base64.getEncoder().encodeToString((byte[]) value);
            case TIME -> DateTimeFormatter.ofPattern("HH:mm:ss.SSS").format((LocalTime) value);
            case TIMESTAMP -> formatted((LocalDateTime) value, type);
            case TIMESTAMP_LTZ -> formatted(LocalDateTime.ofInstant((Instant) value, ZoneOffset.UTC), type) + "Z";
            case FLOAT, DOUBLE -> {
                // Java 17 prints digits enough to read back, but not always the fewest; the caller reads ours back.
                String text = plain(type, value);
                assertThat(text).hasSizeLessThanOrEqualTo(value.toString().length());
                yield text;
            }
            default -> value.toString();
        };
    }

    private static String formatted(LocalDateTime value, DataType type) {
        int digits = ((org.lsmtable.types.TemporalType) type).precision();
        String pattern = "uuuu-MM-dd'T'HH:mm:ss" + (digits == 0 ? "" : "." + "S".repeat(digits));
        return DateTimeFormatter.ofPattern(pattern).format(value);
    }

    private static String plain(DataType type, Object value) {
        StringBuilder text = new StringBuilder();
        try {
            ColumnPrinter.of(type).print(value, new TextSink(text));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return text.toString();
    }

    private static String json(DataType type, Object value) throws IOException {
        ColumnVector vector = ColumnVector.of(type, 1);
        Values.append(value, vector);
        return json(type, vector, 0);
    }

    private static String json(DataType type, ColumnVector vector, int row) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        RecordWriter writer = OutputForm.JSONL.open(Column.texts("v"), out);
        writer.startRecord();
        ColumnPrinter.of(type).print(vector, row, writer);
        writer.endRecord();
        writer.finish();
        String line = out.toString(StandardCharsets.UTF_8);
        return line.substring("{\"v\":".length(), line.length() - "}\n".length());
    }

    /** Keeps the text of one scalar. */
    private record TextSink(StringBuilder text) implements ValueSink {
        @Override
        public void nullValue() {
            text.append("null");
        }

        @Override
        public void integer(long value) {
            text.append(value);
        }

        @Override
        public void number(String digits) {
            text.append(digits);
        }

        @Override
        public void bool(boolean value) {
            text.append(value);
        }

        @Override
        public void text(@Nullable String value) {
            text.append(value);
        }

        @Override
        public void utf8(byte[] bytes, int from, int length) {
            text.append(new String(bytes, from, length, StandardCharsets.UTF_8));
        }

        @Override
        public void startArray() {
            throw new AssertionError("no scalar");
        }

        @Override
        public void endArray() {
            throw new AssertionError("no scalar");
        }

        @Override
        public void startObject() {
            throw new AssertionError("no scalar");
        }

        @Override
        public void name(String name) {
            throw new AssertionError("no scalar");
        }

        @Override
        public void endObject() {
            throw new AssertionError("no scalar");
        }
    }
}
