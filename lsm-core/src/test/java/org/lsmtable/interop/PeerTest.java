package org.lsmtable.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The peers work at all and do not mix: each reads what the other wrote. */
class PeerTest {
    @Test
    void theTwoVersionsReadEachOther(@TempDir Path folder) throws Exception {
        Path table = folder.resolve("db.db/t");
        try (Peer old = Peers.paimon14();
                Peer young = Peers.paimon20()) {
            old.create(
                    table,
                    List.of(
                            new Peer.Column("id", "INT NOT NULL"),
                            new Peer.Column("v", "STRING"),
                            new Peer.Column("d", "DECIMAL(10, 2)")),
                    List.of("id"),
                    List.of(),
                    Map.of("bucket", "1"));
            old.write(table, List.<Object[]>of(new Object[] {"+I", 1, "a", new BigDecimal("1.00")}), Map.of());
            young.write(
                    table,
                    List.of(new Object[] {"+I", 2, "b", null}, new Object[] {"+U", 1, "c", new BigDecimal("2.50")}),
                    Map.of());
            assertThat(old.read(table, null, Map.of()))
                    .containsExactly(new Object[] {1, "c", new BigDecimal("2.50")}, new Object[] {2, "b", null});
            young.compactFully(table);
            assertThat(young.read(table, "snapshots", Map.of())).hasSize(3);
            assertThat(old.read(table, "files", Map.of())).hasSize(1);
            assertThat(young.readEqual(table, "id", 2)).hasSize(1);
        }
    }
}
