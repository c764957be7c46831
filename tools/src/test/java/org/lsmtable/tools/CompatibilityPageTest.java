package org.lsmtable.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every line of the page on compatibility names a test, and the tests that it names are there. */
class CompatibilityPageTest {
    private static final Path ROOT = Path.of("..");
    private static final Pattern TEST_NAME = Pattern.compile("`(\\w+(?:Test|Properties))`");

    private static List<String> namedIn(String text) {
        return TEST_NAME
                .matcher(text)
                .results()
                .map((MatchResult found) -> found.group(1))
                .toList();
    }

    private static Set<String> testClasses() throws IOException {
        try (Stream<Path> modules = Files.list(ROOT)) {
            return modules.map(module -> module.resolve("src/test/java"))
                    .filter(Files::isDirectory)
                    .flatMap(CompatibilityPageTest::classesBelow)
                    .collect(Collectors.toSet());
        }
    }

    private static Stream<String> classesBelow(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files
                    .map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".java"))
                    .map(name -> name.substring(0, name.length() - ".java".length()))
                    .toList()
                    .stream();
        } catch (IOException e) {
            throw new IllegalStateException(folder.toString(), e);
        }
    }

    @Test
    void everyLineNamesATestThatExists() throws IOException {
        String page = Files.readString(ROOT.resolve("docs/compatibility.md"));
        Set<String> there = testClasses();
        assertThat(there).contains("CompatibilityPageTest");
        assertThat(namedIn(page))
                .isNotEmpty()
                .allSatisfy(name -> assertThat(there).contains(name));
        List<String> lines = page.lines()
                .filter(line -> line.startsWith("| ") && !line.startsWith("| feature"))
                .toList();
        assertThat(lines)
                .hasSizeGreaterThan(40)
                .allSatisfy(line -> assertThat(namedIn(line)).as(line).isNotEmpty());
    }

    @Test
    void everyPlaceWhereWeDifferNamesATest() throws IOException {
        String page = Files.readString(ROOT.resolve("docs/compatibility.md"));
        String section = page.substring(page.indexOf("## Where we differ on purpose"));
        List<String> items = Stream.of(section.split("\n\\* ", -1)).skip(1).toList();
        assertThat(items)
                .hasSizeGreaterThan(10)
                .allSatisfy(item -> assertThat(namedIn(item)).as(item).isNotEmpty());
    }
}
