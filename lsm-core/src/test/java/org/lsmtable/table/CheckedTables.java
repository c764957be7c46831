package org.lsmtable.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.lsmtable.check.Depth;
import org.lsmtable.check.Finding;

/**
 * Gives a test a fresh folder and, when it has ended, runs the checker over every table below it, so that nobody has to remember. A test
 * that damages a table on purpose works in a folder of its own.
 */
public final class CheckedTables implements BeforeEachCallback, AfterEachCallback, ParameterResolver {
    private static final ExtensionContext.Namespace SPACE = ExtensionContext.Namespace.create(CheckedTables.class);

    @Override
    public void beforeEach(ExtensionContext context) throws Exception {
        context.getStore(SPACE).put("folder", Files.createTempDirectory("tables"));
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == Path.class
                && parameter.getParameter().getAnnotations().length == 0;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return folder(context);
    }

    private static Path folder(ExtensionContext context) {
        return java.util.Objects.requireNonNull(context.getStore(SPACE).get("folder", Path.class));
    }

    @Override
    public void afterEach(ExtensionContext context) throws Exception {
        Path folder = folder(context);
        try (Stream<Path> walk = Files.walk(folder)) {
            List<Path> tables = walk.filter(p -> Files.isDirectory(p.resolve("schema")) && !isBranch(p))
                    .toList();
            if (context.getExecutionException().isEmpty()) {
                for (Path table : tables) {
                    assertSound(table);
                }
            }
        }
        try (Stream<Path> walk = Files.walk(folder)) {
            for (Path file : walk.sorted(java.util.Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    private static boolean isBranch(Path folder) {
        return folder.toString().contains("/branch/branch-");
    }

    /** Rereads everything of a table and of its branches, and expects no finding. */
    public static void assertSound(Path table) {
        try (Table opened = Table.open(table)) {
            assertThat(opened.check(Depth.ROWS)).as("findings of %s", table).isEmpty();
        }
    }

    /** The same, but warnings may be. */
    public static void assertReadable(Path table) {
        try (Table opened = Table.open(table)) {
            assertThat(opened.check(Depth.ROWS))
                    .as("findings of %s", table)
                    .noneMatch(finding -> finding.severity() == Finding.Severity.ERROR);
        }
    }
}
