package org.lsmtable.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.lsmtable.manifest.AvroType.Field;
import org.lsmtable.manifest.AvroType.Fields;
import org.lsmtable.manifest.AvroType.Items;
import org.lsmtable.manifest.AvroType.Nulls;
import org.lsmtable.manifest.AvroType.Scalar;

/** The field tables of docs/format.md name the fields that manifests and their lists have, in their order, with their types. */
class FormatPageTest {
    private static final Path PAGE =
            Path.of(System.getProperty("user.dir")).resolveSibling("docs").resolve("format.md");

    /** The tables of the page by the head of their first column. */
    static Stream<Arguments> tables() {
        List<Field> entry = ManifestRecords.ENTRY.fields();
        return Stream.of(
                Arguments.of("manifest list field", ManifestRecords.LIST),
                Arguments.of("manifest field", ManifestRecords.ENTRY),
                Arguments.of("data file field", entry.get(entry.size() - 1).type()),
                Arguments.of("index manifest field", ManifestRecords.INDEX));
    }

    @ParameterizedTest
    @MethodSource("tables")
    void namesAndTypes(String head, Fields fields) throws IOException {
        assertThat(onThePage(head))
                .containsExactlyElementsOf(
                        fields.fields().stream().map(FormatPageTest::text).toList());
    }

    private static List<String> onThePage(String head) throws IOException {
        List<String> lines = Files.readAllLines(PAGE);
        int row = lines.indexOf("| " + head + " | Avro type | since | write | absent |");
        assertThat(row).as("table of the %s on %s", head, PAGE).isNotNegative();
        List<String> found = new ArrayList<>();
        for (row += 2; row < lines.size() && lines.get(row).startsWith("|"); row++) {
            String[] cells = lines.get(row).split(" *\\| *", -1);
            found.add(cells[1].replace("`", "") + " " + cells[2]);
        }
        return found;
    }

    private static String text(Field field) {
        String type = field.type() instanceof Scalar scalar
                ? switch (scalar) {
                    case INT -> "int";
                    case LONG, MILLIS -> "long";
                    case STRING -> "string";
                    case BYTES -> "bytes";
                }
                : field.type() instanceof Items ? "array" : "record";
        return field.name() + " " + type + (field.nulls() == Nulls.ALLOWED ? " or null" : "");
    }
}
