package org.lsmtable.tools.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.lsmtable.tools.CliRunner;

/** {@code lsm alter}: every change shows in the columns and rows read afterwards; what is wrong is one line and an exit code. */
class AlterCommandTest {
    @TempDir
    Path folder;

    private CliRunner lsm;

    @BeforeEach
    void create() {
        lsm = new CliRunner(folder);
        lsm.ok(
                "create",
                "t",
                "--schema",
                "id INT, v STRING, n INT, `a.b` INT, PRIMARY KEY (id)",
                "-O",
                "bucket=1",
                "-O",
                "fields.n.stats-mode=full");
        lsm.withInput("id,v,n,a.b\n1,a,1,5\n2,b,2,6\n").ok("load", "t", "-", "--format", "csv");
    }

    private String rows() {
        return lsm.ok("scan", "t", "-o", "csv").out();
    }

    @Test
    void columnsComeMoveAndGo() {
        assertThat(lsm.ok("alter", "t", "add-column", "x", "DECIMAL(10, 2)", "--after", "id", "--comment", "new")
                        .out())
                .contains("\"schema\":1")
                .contains("\"rows\":0");
        lsm.ok("alter", "t", "add-column", "first", "BOOLEAN", "--first");
        lsm.ok("alter", "t", "rename-column", "v", "w");
        lsm.ok("alter", "t", "drop-column", "a.b");
        lsm.ok("alter", "t", "move-column", "n", "--before", "w");
        assertThat(rows()).isEqualTo("first,id,x,n,w\n,1,,1,a\n,2,,2,b\n");
        assertThat(lsm.ok("schemas", "t", "-o", "csv").lines()).hasSize(7);
        assertThat(lsm.ok("schemas", "t").out()).contains("\\\"description\\\":\\\"new\\\"");
        assertThat(lsm.ok("scan", "t@1", "-o", "csv").out()).startsWith("id,v,n,a.b\n1,a,1,5");
    }

    @Test
    void fieldsWithinColumns() {
        lsm.ok("alter", "t", "add-column", "r", "ROW<x INT, l ARRAY<ROW<y INT>>>");
        lsm.ok("alter", "t", "add-column", "r.z", "STRING", "--after", "x");
        lsm.ok("alter", "t", "rename-column", "r.l.element.y", "yy");
        lsm.ok("alter", "t", "alter-type", "r.x", "BIGINT");
        lsm.ok("alter", "t", "add-column", "`b.c`", "INT");
        lsm.ok("alter", "t", "comment-column", "r.z", "deep");
        lsm.ok("alter", "t", "comment", "of the table");
        String schema = lsm.ok("schemas", "t").lines().get(7);
        assertThat(schema)
                .contains("of the table")
                .contains("\\\"name\\\":\\\"b.c\\\"")
                .contains("\\\"name\\\":\\\"yy\\\"")
                .contains("\\\"name\\\":\\\"x\\\",\\\"type\\\":\\\"BIGINT\\\"")
                .contains("\\\"name\\\":\\\"z\\\",\\\"type\\\":\\\"STRING\\\",\\\"description\\\":\\\"deep\\\"");
    }

    /** Rows from before and after a change of the schema are compared as the newer state has them. */
    @Test
    void rowsOfTwoSchemasAreCompared() {
        lsm.ok("alter", "t", "alter-type", "a.b", "BIGINT");
        lsm.ok("alter", "t", "add-column", "x", "INT", "--after", "id");
        lsm.ok("alter", "t", "drop-column", "v");
        lsm.withInput("id,x,n,a.b\n1,,1,5\n2,,2,5000000000\n").ok("load", "t", "-", "--format", "csv");
        assertThat(lsm.ok("diff", "t", "1", "2", "--rows", "-o", "csv").out())
                .isEqualTo("_ROW_KIND,id,x,n,a.b\n-U,2,,2,6\n+U,2,,2,5000000000\n");
    }

    @Test
    void defaultsAreWrittenForNull() {
        lsm.ok("alter", "t", "set-default", "n", "42");
        lsm.withInput("id,n\n7,\n").ok("load", "t", "-", "--format", "csv");
        assertThat(lsm.ok("scan", "t", "--where", "id = 7", "--select", "n", "-o", "csv")
                        .out())
                .isEqualTo("n\n42\n");
        lsm.ok("alter", "t", "drop-default", "n");
        lsm.withInput("id,n\n7,\n").ok("load", "t", "-", "--format", "csv");
        assertThat(lsm.ok("scan", "t", "--where", "id = 7", "--select", "n", "-o", "csv")
                        .out())
                .isEqualTo("n\n\n");
    }

    /** Nested values from creation over loading and altering to reading and looking up. */
    @Test
    void nestedColumnsFromEndToEnd() {
        lsm.ok(
                "create",
                "nested",
                "--schema",
                "id INT, r ROW<a INT, b ARRAY<STRING>>, m MAP<INT, STRING>, s MULTISET<STRING>, PRIMARY KEY (id)");
        lsm.withInput("{\"id\":1,\"r\":{\"a\":5,\"b\":[\"x\",null]},\"m\":[[7,\"y\"]],\"s\":{\"z\":2}}\n{\"id\":2}\n")
                .ok("load", "nested", "-", "--format", "jsonl");
        String first = "{\"id\":1,\"r\":{\"a\":5,\"b\":[\"x\",null]},\"m\":[[7,\"y\"]],\"s\":{\"z\":2}}";
        assertThat(lsm.ok("scan", "nested", "-o", "jsonl").lines())
                .containsExactly(first, "{\"id\":2,\"r\":null,\"m\":null,\"s\":null}");
        assertThat(lsm.ok("scan", "nested", "--where", "r IS NULL", "--select", "id", "-o", "csv")
                        .out())
                .isEqualTo("id\n2\n");
        assertThat(lsm.run("scan", "nested", "--where", "r = 1").error()).contains("r");
        lsm.ok("alter", "nested", "rename-column", "r.a", "aa");
        lsm.ok("alter", "nested", "alter-type", "r.aa", "BIGINT");
        lsm.ok("alter", "nested", "add-column", "r.c", "DATE");
        assertThat(lsm.ok("get", "nested", "1", "-o", "jsonl").out())
                .contains("\"r\":{\"aa\":5,\"b\":[\"x\",null],\"c\":null}");
        assertThat(lsm.ok("scan", "nested", "--select", "m,id", "-o", "csv").out())
                .isEqualTo("m,id\n\"[[7,\"\"y\"\"]]\",1\n,2\n");
        lsm.ok("compact", "nested", "--full");
        assertThat(lsm.ok("verify", "nested", "--deep", "-o", "jsonl").out()).isEmpty();
        assertThat(lsm.run("alter", "nested", "drop-column", "r.nowhere").code())
                .isEqualTo(2);
        assertThat(lsm.run("create", "bad", "--schema", "k ARRAY<INT>, v INT, PRIMARY KEY (k)")
                        .error())
                .contains("column 'k' of type ARRAY<INT>");
    }

    @Test
    void optionsAreSetAndRemoved() {
        lsm.ok("alter", "t", "set", "num-levels=7", "snapshot.time-retained=2 h");
        lsm.ok("alter", "t", "unset", "fields.n.stats-mode");
        assertThat(lsm.ok("options", "t", "-o", "csv").lines())
                .containsExactlyInAnyOrder("key,value", "bucket,1", "num-levels,7", "snapshot.time-retained,2 h");
    }

    @Test
    void anOptionMayBeOverriddenForOneCall() {
        lsm.ok("alter", "t", "set", "disable-explicit-type-casting=true");
        assertThat(lsm.run("alter", "t", "alter-type", "n", "SMALLINT").code()).isEqualTo(2);
        lsm.ok("alter", "t", "alter-type", "n", "SMALLINT", "-O", "disable-explicit-type-casting=false");
        assertThat(lsm.ok("options", "t", "-o", "csv").out()).contains("disable-explicit-type-casting,true");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "frobnicate|2|no change 'frobnicate'; expected add-column, drop-column",
                "add-column x|2|add-column: expected NAME TYPE, found [x]",
                "add-column x DECIMAL (10, 2)|2|found [x, DECIMAL, (10,, 2)]; a text with blanks stands in quotes",
                "add-column x INTEGR|2|add-column x: type 'INTEGR': at character 1: expected a type",
                "add-column n INT|2|column 'n': there is a column of that name already",
                "add-column q.x INT|2|column 'q.x': no column 'q'; there are [id, v, n, a.b]",
                "add-column x INT --first --last|2|give one of --first, --last, --after and --before",
                "add-column x INT --after y|2|column 'x': no column 'y'",
                "add-column x BLOB|7|type BLOB (column 'x')",
                "drop-column id|2|column 'id' is of the primary key and cannot be dropped",
                "drop-column n|2|column 'n' is named by options [fields.n.stats-mode]",
                "drop-column v --first|2|drop-column: a place is for add-column and move-column only",
                "drop-column a..b|2|expected a column name, found 'a..b'",
                "rename-column v n|2|there is a column 'n' already",
                "rename-column v w --comment x|2|--comment is for add-column only",
                "alter-type id BIGINT|2|column 'id' is of the primary key",
                "alter-type n BYTES|2|values of type INT cannot become BYTES",
                "alter-type v STRING_NOT_NULL|2|alter-type v: ",
                "move-column v|2|move-column: where to?",
                "set-default n many|2|column 'n': default 'many' of type STRING cannot become INT",
                "set-default n|2|set-default: expected NAME TEXT, found [n]",
                "set num-levels|2|set: expected KEY=VALUE, found 'num-levels'",
                "set num-level=3|2|set: no option 'num-level'; nearest is 'num-levels'",
                "set num-levels=x|2|option 'num-levels': expected int",
                "set bucket=-1|2|option 'bucket' cannot change from 1 to -1",
                "set merge-engine=aggregation|2|option 'merge-engine' cannot be altered once the table has a snapshot",
                "unset bucket|2|option 'bucket' cannot be removed",
            })
    void whatIsWrongIsSaid(String arguments, int code, String message) {
        String[] words = ("alter t " + arguments).split(" ", -1);
        CliRunner.Result result = lsm.run(words);
        assertThat(result.code()).as(result.err()).isEqualTo(code);
        assertThat(result.error()).startsWith("lsm: ").contains(message);
        assertThat(lsm.ok("schemas", "t", "-o", "csv").lines()).hasSize(2);
    }

    @Test
    void onlyTheLatestStateOfATableThatIsThere() {
        assertThat(lsm.run("alter", "x", "drop-column", "v").code()).isEqualTo(3);
        assertThat(lsm.run("alter", "t@1", "drop-column", "v").error()).contains("without '@'");
        assertThat(lsm.run("alter", "t").code()).isEqualTo(2);
    }

    /** No schema is written, and that is said. */
    @Test
    void whatChangesNothing() {
        String[][] changes = {
            {"unset", "num-levels"},
            {"set", "bucket=1"},
            {"set-default", "n", "7"},
            {"set-default", "n", "7"},
            {"rename-column", "v", "w"},
            {"alter-type", "w", "STRING"},
            {"move-column", "id", "--first"},
            {"set", "num-levels=4"},
            {"set", "num-levels=4", "bucket=1"},
            {"unset", "num-levels", "nowhere.stats-mode"},
        };
        List<Integer> ids = new ArrayList<>();
        for (String[] change : changes) {
            String[] arguments = new String[change.length + 2];
            arguments[0] = "alter";
            arguments[1] = "t";
            System.arraycopy(change, 0, arguments, 2, change.length);
            CliRunner.Result result = lsm.ok(arguments);
            int schemas = lsm.ok("schemas", "t").lines().size();
            assertThat(result.out()).contains("\"schema\":" + (schemas - 1));
            boolean wrote = ids.isEmpty() ? schemas > 1 : schemas - 1 > ids.get(ids.size() - 1);
            assertThat(result.err()).isEqualTo(wrote ? "" : "this changes nothing; no schema is written\n");
            ids.add(schemas - 1);
        }
        assertThat(ids).containsExactly(0, 0, 1, 1, 2, 2, 2, 3, 3, 4);
    }
}
