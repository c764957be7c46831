package org.lsmtable.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TimeZone;
import org.junit.jupiter.api.Test;
import org.lsmtable.cast.Cast;
import org.lsmtable.cast.CastException;
import org.lsmtable.cast.CastRules;
import org.lsmtable.data.Values;
import org.lsmtable.types.DataType;
import org.lsmtable.types.LengthType;
import org.lsmtable.types.TypeParser;
import org.lsmtable.vector.ColumnVector;

/** Every pair of types, many values: what real Paimon 2.0 makes of a value is what we make of it, or both fail. */
class CastPeersTest {
    private static final List<String> TYPES = List.of(
            "BOOLEAN",
            "TINYINT",
            "SMALLINT",
            "INT",
            "BIGINT",
            "FLOAT",
            "DOUBLE",
            "DECIMAL(5, 2)",
            "DECIMAL(17, 1)",
            "DECIMAL(18, 0)",
            "DECIMAL(18, 12)",
            "DECIMAL(19, 4)",
            "DECIMAL(38, 10)",
            "CHAR(7)",
            "VARCHAR(30)",
            "VARCHAR(3)",
            "STRING",
            "BINARY(4)",
            "VARBINARY(10)",
            "BYTES",
            "DATE",
            "TIME(0)",
            "TIME(3)",
            "TIMESTAMP(0)",
            "TIMESTAMP(2)",
            "TIMESTAMP(3)",
            "TIMESTAMP(5)",
            "TIMESTAMP(6)",
            "TIMESTAMP(9)",
            "TIMESTAMP(3) WITH LOCAL TIME ZONE",
            "TIMESTAMP(6) WITH LOCAL TIME ZONE",
            "TIMESTAMP(9) WITH LOCAL TIME ZONE");

    /** Text that is nearly what some type reads. */
    private static final List<String> TEXTS = List.of(
            "",
            "+",
            "-",
            ".",
            "5",
            "+5",
            "-5",
            "1.9",
            "-.5",
            "1.",
            "1e3",
            "1e400",
            "1e-400",
            "300",
            "-128",
            "-129",
            "32768",
            "2147483647",
            "2147483648",
            "-2147483648",
            "9223372036854775807",
            "9223372036854775808",
            "-9223372036854775808",
            "-9223372036854775809",
            " 12",
            "12 ",
            "0x1p3",
            "NaN",
            "Infinity",
            "1f",
            "1.235",
            "-1.235",
            "999.995",
            "TRUE",
            "t",
            "Yes",
            "no",
            "0",
            "on",
            "é中",
            "\uD83D\uDE00\uD83D\uDE00x",
            "2024-5-4",
            "2024-05-14 12:34:56.789123",
            "2024-05-14 12:34:56.",
            "2024-05-14T12:34:56",
            "2024-02-30",
            "2023-02-29",
            "2024-13-01",
            "2024-05",
            " 2024 ",
            "2024",
            "1969-12-31 23:59:59.987654321",
            "2024-05-14 24:00:00",
            "2024-05-14 25:00:00",
            "0000-01-01",
            "10000-01-01",
            "12:34:56.789",
            "12:34",
            "1:2:3",
            "12:60:00",
            "12:34:56.7895",
            " 12",
            "12:34:56,5",
            "-0001-01-01",
            "2024-03-31 02:30:00",
            "2024-10-27 02:30:00");

    /** Paimon lets the arithmetic on these as points in time overflow. */
    private static final Set<String> WRAPS = Set.of("9223372036854775807", "-9223372036854775808");

    private static String outcome(Runnable cast, List<Object> result) {
        try {
            cast.run();
            return RandomTables.text(result.get(0));
        } catch (RuntimeException e) {
            return "fails";
        }
    }

    private static List<Object> values(Random random, String type) {
        List<Object> values = new ArrayList<>();
        DataType parsed = TypeParser.parse(type);
        for (int i = 0; i < 25; i++) {
            values.add(Values.coerce(RandomTables.value(random, type, 1_000), parsed, "v"));
        }
        if (parsed.root().isCharacter()) {
            int longest = ((LengthType) parsed).length();
            TEXTS.stream()
                    .filter(text -> text.codePointCount(0, text.length()) <= longest)
                    .forEach(values::add);
        }
        return values;
    }

    @Test
    void everyPairOfTypes() {
        Random random = new Random(20260101);
        ZoneId zone = TimeZone.getDefault().toZoneId();
        List<String> differences = new ArrayList<>();
        int compared = 0;
        try (Peer peer = Peers.paimon20()) {
            for (String from : TYPES) {
                List<Object> values = values(random, from);
                DataType source = TypeParser.parse(from);
                for (String to : TYPES) {
                    DataType target = TypeParser.parse(to);
                    if (from.equals(to) || !CastRules.isSupported(source, target)) {
                        continue;
                    }
                    for (Object value : values) {
                        if (target.root().isTimestamp() && WRAPS.contains(RandomTables.text(value))) {
                            continue;
                        }
                        List<Object> theirs = new ArrayList<>();
                        List<Object> ours = new ArrayList<>();
                        String expected = outcome(() -> theirs.add(peer.cast(value, from, to)), theirs);
                        String found = outcome(() -> ours.add(cast(value, source, target, zone)), ours);
                        compared++;
                        if (!expected.equals(found)) {
                            differences.add(from + " -> " + to + ": " + RandomTables.text(value) + ": expected "
                                    + expected + ", found " + found);
                        }
                    }
                }
            }
        }
        assertThat(compared).isGreaterThan(10_000);
        assertThat(differences).isEmpty();
    }

    private static Object cast(Object value, DataType from, DataType to, ZoneId zone) {
        ColumnVector vector = ColumnVector.of(from, 1);
        Values.append(value, vector);
        try {
            return Values.get(Cast.of(from, to, zone).apply(vector), 0);
        } catch (CastException e) {
            assertThat(e).hasMessageContaining(from.asText());
            throw e;
        }
    }

    /** ARRAY, MAP and ROW as text, with parts of every type. */
    @Test
    void nestedValuesAsText() {
        Random random = new Random(20260102);
        ZoneId zone = TimeZone.getDefault().toZoneId();
        try (Peer peer = Peers.paimon20()) {
            for (String part : TYPES) {
                for (String from : List.of(
                        "ARRAY<" + part + ">",
                        "MAP<INT, " + part + ">",
                        "ROW<a " + part + ", b ARRAY<" + part + ">>")) {
                    for (String to : List.of("STRING", "CHAR(4)")) {
                        DataType source = TypeParser.parse(from);
                        Object value = Values.coerce(RandomNested.value(random, source, 1_000), source, "v");
                        assertThat(RandomTables.text(cast(value, source, TypeParser.parse(to), zone)))
                                .as("%s -> %s: %s", from, to, RandomTables.text(value))
                                .isEqualTo(RandomTables.text(peer.cast(value, from, to)));
                    }
                }
            }
        }
    }
}
