package org.lsmtable.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Accepted and refused texts are those of Paimon 1.4.2, list items apart: blanks around them never count. Paimon pull request 6651. */
class OptionTextsTest {
    private static <T> T read(Option<T> option, String text) {
        return new Options(Map.of("k", text)).get(option);
    }

    private static final Option<Long> SIZE = Option.ofSize("k", null, "");
    private static final Option<Duration> DURATION = Option.ofDuration("k", null, "");
    private static final Option<MergeEngine> ENUM = Option.ofEnum("k", MergeEngine.DEDUPLICATE, "");

    @ParameterizedTest
    @CsvSource(
            ignoreLeadingAndTrailingWhitespace = false,
            value = {
                "128 mb,134217728",
                "128mb,134217728",
                "128,128",
                "128 MB ,134217728",
                "1 gb,1073741824",
                "1g,1073741824",
                "10 kibibytes,10240",
                "9223372036854775807,9223372036854775807",
                "8 t,8796093022208",
                "5 bytes,5",
                "5b,5",
                " 7 kb,7168",
                "5 tebibytes,5497558138880",
                "0,0"
            })
    void sizes(String text, long bytes) {
        assertThat(read(SIZE, text)).isEqualTo(bytes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1 mib", "-1", "1.5 mb", "9007199254740992 k", "", " ", "mb", "1 0", "9223372036854775808"})
    void refusedSizes(String text) {
        assertThatThrownBy(() -> read(SIZE, text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("option 'k': expected size, found '" + text + "' (");
    }

    @ParameterizedTest
    @CsvSource(
            ignoreLeadingAndTrailingWhitespace = false,
            value = {
                "1 h,PT1H",
                "1h,PT1H",
                "1 H,PT1H",
                "1 Hour,PT1H",
                "2 hours,PT2H",
                "10 ms,PT0.01S",
                "10,PT0.01S",
                "1 day,PT24H",
                "2 days,PT48H",
                "1d,PT24H",
                "3 min,PT3M",
                "3 minutes,PT3M",
                "1 minute,PT1M",
                "3 m,PT3M",
                "5 sec,PT5S",
                "5 secs,PT5S",
                "5s,PT5S",
                "1 second,PT1S",
                "2 seconds,PT2S",
                " 5 s ,PT5S",
                "1 milli,PT0.001S",
                "1 millis,PT0.001S",
                "1 millisecond,PT0.001S",
                "1 milliseconds,PT0.001S",
                "7 micro,PT0.000007S",
                "7 micros,PT0.000007S",
                "7 µs,PT0.000007S",
                "7 microseconds,PT0.000007S",
                "8 ns,PT0.000000008S",
                "8 nano,PT0.000000008S",
                "9 nanoseconds,PT0.000000009S",
                "100000000000 d,PT2400000000000H"
            })
    void durations(String text, String iso) {
        assertThat(read(DURATION, text)).isEqualTo(Duration.parse(iso));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"PT1S", "1 h 3 m", "-1 s", "1.5 s", "", "9999999999999999999 d", "9223372036854775807 d", "s"})
    void refusedDurations(String text) {
        assertThatThrownBy(() -> read(DURATION, text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("option 'k': expected duration, found '" + text + "' (");
    }

    @Test
    void booleans() {
        Option<Boolean> option = Option.ofBoolean("k", null, "");
        assertThat(read(option, "true")).isTrue();
        assertThat(read(option, "TRUE")).isTrue();
        assertThat(read(option, "False")).isFalse();
        for (String text : List.of(" true", "yes", "1", "")) {
            assertThatThrownBy(() -> read(option, text)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void numbers() {
        Option<Integer> option = Option.ofInt("k", null, "");
        assertThat(read(option, "5")).isEqualTo(5);
        assertThat(read(option, "+5")).isEqualTo(5);
        for (String text : List.of(" 5", "5 ", "0x5", "2147483648", "5.0", "")) {
            assertThatThrownBy(() -> read(option, text))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("expected int, found '" + text + "'");
        }
        assertThat(read(Option.ofDouble("k", null, ""), "7e-1")).isEqualTo(0.7);
        assertThat(read(Option.ofLong("k", null, ""), "3000000000")).isEqualTo(3_000_000_000L);
    }

    @Test
    void enums() {
        assertThat(read(ENUM, "first-row")).isEqualTo(MergeEngine.FIRST_ROW);
        assertThat(read(ENUM, "FIRST-ROW")).isEqualTo(MergeEngine.FIRST_ROW);
        assertThat(read(ENUM, "First-Row")).isEqualTo(MergeEngine.FIRST_ROW);
        for (String text : List.of("first_row", " first-row", "foo", "")) {
            assertThatThrownBy(() -> read(ENUM, text))
                    .hasMessage("option 'k': expected enum, found '" + text
                            + "' (one of deduplicate, partial-update, aggregation, first-row)");
        }
    }

    @Test
    void choicesInAnyCaseHaveOneSpelling() {
        Option<String> option = Option.ofChoice("k", List.of("full", "latest-full", "with_dashes"), "");
        assertThat(read(option, "FULL")).isEqualTo("full");
        assertThat(read(option, "Latest-Full")).isEqualTo("latest-full");
        assertThat(read(option, "With_Dashes")).isEqualTo("with_dashes");
        assertThat(new Options(Map.of()).get(option)).isEqualTo("full");
        for (String text : List.of("latest_full", " full", "foo", "")) {
            assertThatThrownBy(() -> read(option, text))
                    .hasMessage(
                            "option 'k': expected text, one of full, latest-full, with_dashes, found '" + text + "'");
        }
    }

    @Test
    void lists() {
        Option<List<String>> option = Option.ofList("k", "");
        assertThat(read(option, "a,b")).containsExactly("a", "b");
        assertThat(read(option, " a , b c\t")).containsExactly("a", "b c");
        assertThat(read(option, "a,")).containsExactly("a");
        assertThat(read(option, "")).isEmpty();
        assertThat(new Options(Map.of()).get(option)).isEmpty();
    }

    @Test
    void mapsByLevel() {
        Option<Map<Integer, String>> option = Option.ofLevels("k", "");
        assertThat(read(option, "0:avro,1:parquet")).isEqualTo(Map.of(0, "avro", 1, "parquet"));
        assertThat(read(option, " 0 : avro , 1:parquet ")).isEqualTo(Map.of(0, "avro", 1, "parquet"));
        assertThat(read(option, "")).isEmpty();
        for (String text : List.of("0:avro;1:orc", "x:avro", "0", "0:a:b", "0:")) {
            assertThatThrownBy(() -> read(option, text))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("is not LEVEL:VALUE");
        }
    }

    @Test
    void olderSpellingsCountWhenTheKeyIsAbsent() {
        Option<Boolean> option = TableOptions.IGNORE_DELETE;
        assertThat(new Options(Map.of("first-row.ignore-delete", "true")).get(option))
                .isTrue();
        assertThat(new Options(Map.of("partial-update.ignore-delete", "true")).isSet(option))
                .isTrue();
        assertThat(new Options(Map.of("ignore-delete", "false", "deduplicate.ignore-delete", "true")).get(option))
                .isFalse();
    }

    @Test
    void boundsAreNamed() {
        assertThatThrownBy(() -> new Options(Map.of("num-levels", "1")).find(MergeTreeOptions.NUM_LEVELS))
                .hasMessage("option 'num-levels': expected int, at least 2, found '1'");
        assertThatThrownBy(() -> new Options(Map.of()).get(MergeTreeOptions.NUM_LEVELS))
                .hasMessage("option 'num-levels' is not set");
    }
}
