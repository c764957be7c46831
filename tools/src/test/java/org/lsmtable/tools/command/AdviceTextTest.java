package org.lsmtable.tools.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** Lines to be pasted stay what they are, whatever a table's folder is called. */
class AdviceTextTest {
    private static final Map<String, String> CHANGE = Map.of("num-levels", "7");

    @Test
    void backquotesInNamesAreDoubled() {
        assertThat(AdviceText.flink("/data/a`b.db/c`; DROP TABLE d;--", CHANGE))
                .isEqualTo("ALTER TABLE `a``b`.`c``; DROP TABLE d;--` SET ('num-levels' = '7')");
        assertThat(AdviceText.spark("it's", CHANGE))
                .isEqualTo("ALTER TABLE `it's` SET TBLPROPERTIES ('num-levels' = '7')");
    }

    @Test
    void pathsAreOneWordOfTheShell() {
        assertThat(AdviceText.own("shop.db/orders"))
                .isEqualTo("With lsm, for each option: lsm alter shop.db/orders set KEY=VALUE");
        assertThat(AdviceText.own("my tables/it's $(rm)"))
                .isEqualTo("With lsm, for each option: lsm alter 'my tables/it'\\''s $(rm)' set KEY=VALUE");
    }
}
