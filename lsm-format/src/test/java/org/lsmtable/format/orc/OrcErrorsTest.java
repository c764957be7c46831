package org.lsmtable.format.orc;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.lsmtable.fs.DamagedFileException;

class OrcErrorsTest {
    /** ORC's library calls every file by one name, which tells nobody anything. */
    @Test
    void damagedOrcIsNamedAsItWasGiven() {
        assertThatThrownBy(() -> OrcErrors.reading("b.orc", "footer", () -> {
                    throw new IOException("Malformed file:/orc.");
                }))
                .isInstanceOf(DamagedFileException.class)
                .hasMessage("b.orc: footer: expected ORC that its library can read, found: Malformed b.orc.");
        DamagedFileException ours = new DamagedFileException("file:/orc", "problem", null);
        assertThatThrownBy(() -> OrcErrors.reading("b.orc", "footer", () -> {
                    throw ours;
                }))
                .isSameAs(ours);
    }
}
