package org.lsmtable.tools.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SpellingTest {
    private static final List<String> NAMES = List.of("scan", "snapshots", "levels", "--select", "-o");

    @Test
    void oneSlip() {
        assertThat(Spelling.nearest("levls", NAMES)).contains("levels");
        assertThat(Spelling.nearest("levells", NAMES)).contains("levels");
        assertThat(Spelling.nearest("lovels", NAMES)).contains("levels");
        assertThat(Spelling.nearest("scna", NAMES)).contains("scan");
        assertThat(Spelling.nearest("--selct", NAMES)).contains("--select");
        assertThat(Spelling.nearest("snapshot", NAMES)).contains("snapshots");
    }

    @Test
    void otherWords() {
        assertThat(Spelling.nearest("-x", NAMES)).isEmpty();
        assertThat(Spelling.nearest("nasc", NAMES)).isEmpty();
        assertThat(Spelling.nearest("", NAMES)).isEmpty();
    }
}
