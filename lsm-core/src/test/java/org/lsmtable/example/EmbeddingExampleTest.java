package org.lsmtable.example;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example of the README runs, does what it says there, and is the one that stands there. */
class EmbeddingExampleTest {
    @Test
    void runs(@TempDir Path folder) throws Exception {
        assertThat(EmbeddingExample.run(folder.resolve("shop.db/orders"))).isEqualByComparingTo(new BigDecimal("9.90"));
    }

    @Test
    void standsInTheReadme() throws Exception {
        Path root = Path.of("").toAbsolutePath().getParent();
        List<String> source =
                Files.readAllLines(root.resolve("lsm-core/src/test/java/org/lsmtable/example/EmbeddingExample.java"));
        int start = source.indexOf("        // README: start");
        int end = source.indexOf("        // README: end");
        assertThat(start).isNotNegative();
        String example = source.subList(start + 1, end).stream()
                .map(line -> line.isEmpty() ? line : line.substring(8))
                .collect(Collectors.joining("\n"));
        assertThat(Files.readString(root.resolve("README.md"))).contains(example);
    }
}
