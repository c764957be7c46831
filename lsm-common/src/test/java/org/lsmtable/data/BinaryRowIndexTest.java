package org.lsmtable.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.lsmtable.types.DataType;
import org.lsmtable.types.Types;

class BinaryRowIndexTest {
    /** Against a set that keeps its order; short and long texts, nulls and the empty text among them. */
    @Test
    void numbersRowsInTheOrderInWhichTheyAreFirstSeen() {
        List<DataType> types = List.of(Types.STRING, Types.INT);
        BinaryRowIndex index = new BinaryRowIndex();
        BinaryRowWriter writer = new BinaryRowWriter(2);
        Set<BinaryRow> seen = new LinkedHashSet<>();
        Random random = new Random(7);
        for (int i = 0; i < 5_000; i++) {
            int number = random.nextInt(900);
            String text = number % 10 == 0 ? null : "x".repeat(number % 20);
            Integer second = number % 7 == 0 ? null : number / 20;
            writer.write(0, types.get(0), text);
            writer.write(1, types.get(1), second);
            BinaryRow row = BinaryRow.of(types, text, second);
            seen.add(row);
            int given = index.take(writer);
            assertThat(index.row(given)).isEqualTo(row);
            assertThat(new ArrayList<>(seen).indexOf(row)).isEqualTo(given);
        }
        assertThat(index.size()).isEqualTo(seen.size()).isGreaterThan(100);
    }
}
