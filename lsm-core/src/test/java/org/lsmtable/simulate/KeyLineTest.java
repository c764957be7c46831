package org.lsmtable.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.LocalDate;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.lsmtable.data.BinaryRow;
import org.lsmtable.manifest.DataFileMeta;
import org.lsmtable.manifest.FileSource;
import org.lsmtable.manifest.StatsRow;
import org.lsmtable.mergetree.TestFile;
import org.lsmtable.types.DataType;
import org.lsmtable.types.Types;

/** Places of keys, worked out by hand. */
class KeyLineTest {
    private static final Offset<Double> EXACT = within(1e-9);
    private static final List<DataType> INT = List.of(Types.INT.notNull());
    private static final List<DataType> TEXT = List.of(Types.STRING.notNull());
    private static final List<DataType> DATE_AND_TEXT = List.of(Types.DATE.notNull(), Types.STRING.notNull());

    private static DataFileMeta file(BinaryRow min, BinaryRow max) {
        StatsRow none = StatsRow.EMPTY;
        return new DataFileMeta(
                "f",
                100,
                1,
                min,
                max,
                none,
                none,
                0,
                0,
                0,
                5,
                List.of(),
                null,
                0L,
                null,
                FileSource.COMPACT,
                null,
                null,
                null,
                null);
    }

    @Test
    void bytesLieEvenlyOnTheLine() {
        // 300 bytes on the keys 0 to 100, 100 bytes on 100 to 400
        List<DataFileMeta> files = List.of(
                TestFile.of("a", 0, 100).bytes(300).meta(),
                TestFile.of("b", 100, 400).bytes(100).meta());
        KeyLine line = KeyLine.of(INT, files, files);
        assertThat(line.place(TestFile.key(0))).isCloseTo(0, EXACT);
        assertThat(line.place(TestFile.key(50))).isCloseTo(0.375, EXACT);
        assertThat(line.place(TestFile.key(100))).isCloseTo(0.75, EXACT);
        assertThat(line.place(TestFile.key(250))).isCloseTo(0.875, EXACT);
        assertThat(line.place(TestFile.key(400))).isCloseTo(1, EXACT);
        assertThat(line.place(TestFile.key(-5))).isZero();
        assertThat(line.place(TestFile.key(500))).isEqualTo(1);
    }

    @Test
    void keysWhereNoBytesLieHaveAnOrder() {
        List<DataFileMeta> files =
                List.of(TestFile.of("a", 0, 10).meta(), TestFile.of("b", 20, 30).meta());
        KeyLine line = KeyLine.of(INT, files, List.of());
        assertThat(line.place(TestFile.key(10))).isCloseTo(1 / 3.0, EXACT);
        assertThat(line.place(TestFile.key(20))).isCloseTo(2 / 3.0, EXACT);
    }

    @Test
    void textsAreNumbersBehindWhatTheyShare() {
        // digits 0 to 9 behind "user-": a number of three digits
        List<DataFileMeta> files = List.of(file(BinaryRow.of(TEXT, "user-000"), BinaryRow.of(TEXT, "user-999")));
        KeyLine line = KeyLine.of(TEXT, files, files);
        assertThat(line.place(BinaryRow.of(TEXT, "user-500"))).isCloseTo(500 / 999.0, EXACT);
        assertThat(line.place(BinaryRow.of(TEXT, "user-037"))).isCloseTo(37 / 999.0, EXACT);
    }

    @Test
    void aColumnThatIsAlwaysTheSameTellsNothing() {
        BinaryRow first = BinaryRow.of(DATE_AND_TEXT, LocalDate.of(2026, 1, 1), "a");
        BinaryRow last = BinaryRow.of(DATE_AND_TEXT, LocalDate.of(2026, 1, 1), "e");
        List<DataFileMeta> files = List.of(file(first, last));
        KeyLine line = KeyLine.of(DATE_AND_TEXT, files, files);
        assertThat(line.place(BinaryRow.of(DATE_AND_TEXT, LocalDate.of(2026, 1, 1), "b")))
                .isCloseTo(0.25, EXACT);

        BinaryRow later = BinaryRow.of(DATE_AND_TEXT, LocalDate.of(2026, 1, 11), "a");
        List<DataFileMeta> days = List.of(file(first, later));
        assertThat(KeyLine.of(DATE_AND_TEXT, days, days)
                        .place(BinaryRow.of(DATE_AND_TEXT, LocalDate.of(2026, 1, 4), "zzz")))
                .isCloseTo(0.3, EXACT);
    }
}
