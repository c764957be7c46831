package org.lsmtable.tools.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class SparklineTest {
    @Test
    void barsUpToTheGreatest() {
        assertThat(Sparkline.of(List.of(0, 1, 4, 8), 40)).isEqualTo("▁▁▄█");
        assertThat(Sparkline.of(List.of(2, 2), 40)).isEqualTo("██");
        assertThat(Sparkline.of(List.of(0, 0), 40)).isEqualTo("▁▁");
        assertThat(Sparkline.of(List.of(), 40)).isEmpty();
    }

    @Test
    void severalShareABarThatShowsTheirGreatest() {
        assertThat(Sparkline.of(List.of(1, 8, 4, 2, 1, 1), 3)).isEqualTo("█▄▁");
        assertThat(Sparkline.of(Collections.nCopies(1000, 5), 40)).hasSize(40);
    }
}
