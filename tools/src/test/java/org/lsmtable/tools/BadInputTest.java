package org.lsmtable.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What goes wrong: one line on standard error that names the file, what was expected and found, and the exit code. */
class BadInputTest {
    @TempDir
    Path folder;

    private CliRunner lsm;

    @BeforeEach
    void create() {
        lsm = new CliRunner(folder);
        lsm.ok("create", "t", "--schema", "id INT, v STRING, n INT NOT NULL, PRIMARY KEY (id)", "-O", "bucket=1");
    }

    private void load() {
        lsm.withInput("id,v,n\n1,a,1\n2,b,2\n").ok("load", "t", "-", "--format", "csv");
    }

    private String fails(int code, String... args) {
        CliRunner.Result result = lsm.run(args);
        assertThat(result.code())
                .as(String.join(" ", args) + ": " + result.err())
                .isEqualTo(code);
        assertThat(result.error()).startsWith("lsm: ").doesNotContain("Exception");
        return result.error();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "load x -",
                "scan x",
                "count x",
                "get x 1",
                "key x 1",
                "diff x 1 2",
                "snapshots x",
                "files x",
                "manifests x",
                "schemas x",
                "options x",
                "levels x",
                "explain x",
                "compact x",
                "verify x",
                "scan x$files"
            })
    void aTableThatIsNotThere(String command) {
        String[] args =
                command.startsWith("load") ? (command + " --format csv").split(" ", -1) : command.split(" ", -1);
        assertThat(fails(3, args)).contains(folder.resolve("x").toString()).contains("no table");
    }

    @Test
    void statesThatAreNotThere() {
        load();
        assertThat(fails(3, "scan", "t@9")).contains("snapshot 9 not found");
        assertThat(fails(3, "files", "t@9")).contains("snapshot 9 not found");
        assertThat(fails(3, "count", "t@nope")).contains("tag 'nope' not found");
        assertThat(fails(3, "levels", "t@2000-01-01T00:00:00Z")).contains("2000-01-01");
        assertThat(fails(3, "diff", "t", "1", "9")).contains("snapshot 9 not found");
        assertThat(fails(3, "diff", "t", "1", "latest"))
                .endsWith("tag 'latest' not found; expected a snapshot's number, a tag or a time such as"
                        + " 2026-01-31T10:00:00Z");
        assertThat(fails(2, "diff", "t@1", "1", "1")).contains("without '@'");
        assertThat(fails(3, "scan", "t$nope"))
                .contains("no system table 'nope'")
                .contains("snapshots")
                .contains("audit_log, binlog, ro");
        assertThat(fails(7, "scan", "t$row_tracking")).contains("/t: system table 'row_tracking'");
    }

    /** A time that is none is taken for a tag, which is told with what a time needs. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "2026-12-01|a time has a time of day and a zone, as 2026-12-01T00:00:00Z",
                "2026-12-01T05:00:00|a time has a zone, as 2026-12-01T05:00:00Z",
                "2026-13-01T00:00:00Z|nor is it a time, such as 2026-01-31T10:00:00Z",
                "2026-13-01|nor is it a time, such as 2026-01-31T10:00:00Z",
            })
    void timesThatAreNone(String text, String hint) {
        load();
        String end = "/t: tag '" + text + "' not found; " + hint;
        assertThat(fails(3, "count", "t@" + text)).endsWith(end);
        assertThat(fails(3, "scan", "t$files@" + text)).endsWith(end);
        assertThat(fails(3, "diff", "t", "1", text)).endsWith(end);
        assertThat(fails(3, "rollback", "t", text)).endsWith(end);
        assertThat(fails(3, "tag", "t", "delete", text)).endsWith("tag '" + text + "' not found");
        lsm.ok("tag", "t", "create", text);
        lsm.ok("count", "t@" + text);
    }

    /** What the format has and we do not, or a file format has not: told by name, with the table or file. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "MULTISET<INT>|avro|column 'm': values of type MULTISET<INT> are not supported in Avro files",
                "ROW<>|parquet|column 'm': a ROW without fields cannot be stored in Parquet",
                "ARRAY<ROW<>>|parquet|a ROW without fields cannot be stored in Parquet"
            })
    void typesThatAFileFormatLacks(String type, String format, String message) {
        lsm.ok("create", "n", "--schema", "id INT, m " + type + ", PRIMARY KEY (id)", "-O", "file.format=" + format);
        lsm = lsm.withInput("{\"id\":1}\n");
        assertThat(fails(7, "load", "n", "-", "--format", "jsonl"))
                .contains(folder.resolve("n/bucket-0/data-").toString())
                .contains(message);
        assertThat(lsm.ok("verify", "n").out()).isEmpty();
    }

    /** A table is told by its folder, absolute, whatever goes wrong; a file to load as it was given. */
    @Test
    void pathsInMessages() throws IOException {
        load();
        String table = "lsm: " + folder.resolve("t") + ": ";
        assertThat(fails(3, "scan", "t@9")).startsWith(table);
        assertThat(fails(2, "load", "t@1", "x.csv")).startsWith(table);
        assertThat(fails(2, "load", "t$files", "x.csv")).startsWith(table);
        assertThat(fails(3, "scan", "t$nope")).startsWith(table);
        assertThat(fails(2, "simulate", "t@1")).startsWith(table);
        for (String name : List.of("x.csv", "x.jsonl", "x.parquet", "x.orc", "x.avro")) {
            Files.writeString(folder.resolve(name), "{\"nothing\" to load");
            CliRunner.Result result = lsm.run("load", "t", name);
            assertThat(result.error()).startsWith("lsm: " + name + ":");
            assertThat(result.code()).isIn(2, 4);
            Files.delete(folder.resolve(name));
            assertThat(fails(3, "load", "t", name)).startsWith("lsm: " + name + ": no such file");
        }
    }

    @Test
    void anotherNumberOfBuckets() {
        load();
        lsm = lsm.withInput("{\"id\":1,\"n\":1}\n");
        assertThat(fails(7, "load", "t", "-", "--format", "jsonl", "-O", "bucket=3"))
                .contains("/t: bucket 0 was written with 1 buckets, option 'bucket' says 3");
    }

    @Test
    void aWebAddressIsNoTable() {
        assertThat(fails(7, "scan", "http://localhost:1/t"))
                .contains("http://localhost:1/t")
                .contains("tables need one that lists folders and writes files, and 'http' is none");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "create t --schema 'id INT, PRIMARY KEY (id)'|2|t",
                "create u --schema 'id INTEGR, PRIMARY KEY (id)'|2|--schema: column 'id': ",
                "create u --schema 'id INT, PRIMARY KEY (x)'|2|PRIMARY KEY names 'x'",
                "create u --schema 'id INT, PRIMARY KEY (id)' -O buckets=1|2|-O: no option 'buckets'; nearest is"
                        + " 'bucket'",
                "create u --schema 'id INT, PRIMARY KEY (id)' -O bucket=many|2|'bucket'",
                "create u --schema 'id INT, PRIMARY KEY (id)' --partition-by x|2|x",
                "scan t -O num-levelz=3|2|nearest is 'num-levels'",
                "scan t --nope|2|Unknown option: '--nope' (see: lsm help scan)",
                "scan t --selct id|2|Unknown option: '--selct'; did you mean --select? (see: lsm help scan)",
                "scan t --selct=id|2|Unknown option: '--selct'; did you mean --select? (see: lsm help scan)",
                "get t 1 --explian|2|unknown option '--explian'; nearest is '--explain'; a key that begins",
                "scan t more|2|expected nothing more, found 'more' (see: lsm help scan)",
                "scna t|2|no command scna; did you mean scan? (see: lsm help)",
                "scan t --where 'x = 1'|2|no column 'x'",
                "scan t --select x|2|no column 'x'",
                "scan t --limit -1|2|--limit must not be negative",
                "scan t --select id,n,id|2|--select: column 'id' is named twice",
                "scan t$files --select level,level|2|--select: column 'level' is named twice",
                "changelog t --select `id`,id|2|--select: column 'id' is named twice",
                "scan t --limit x|2|lsm: --limit: expected a whole number, found 'x' (see: lsm help scan)",
                "scan t --limit 99999999999999999999|2|--limit: expected a whole number from -9223372036854775808 to",
                "expire t --retain-min 3000000000|2|--retain-min: expected a whole number from -2147483648 to 2147483647",
                "scan t -o xml|2|lsm: --output: expected table, json, jsonl or csv, found 'xml' (see: lsm help scan)",
                "load t a.csv --format xml|2|lsm: --format: expected csv, jsonl, parquet, orc or avro, found 'xml'",
                "simulate --mode x|2|lsm: --mode: expected sync or async, found 'x'",
                "simulate --updates x|2|lsm: --updates: expected a number, found 'x'",
                "completion fish|2|lsm: expected bash or zsh, found 'fish'",
                "explain t --watch=x|2|lsm: --watch: expected a number, found 'x'",
                "count t@99999999999999999999|2|snapshot id: expected at most 9223372036854775807, found 99999",
                "count t@+999999999-01-01T00:00:00Z|2|time of a snapshot: expected one whose milliseconds fit into 64 bits, found +999",
                "diff t 1 99999999999999999999|2|snapshot id: expected at most 9223372036854775807, found 99999",
                "rollback t 99999999999999999999|2|snapshot id: expected at most",
                "changelog t --from -1|2|--from: expected a snapshot's number, which is at least 1, found -1",
                "changelog t --to 0|2|--to: expected a snapshot's number, which is at least 1, found 0",
                "changelog t --from 9 --to 8|2|--to: expected at least 9, which --from says, found 8",
                "tag t create x --snapshot -1|2|--snapshot: expected a snapshot's number, which is at least 1",
                "levels t --bucket -1|2|--bucket: expected at least 0, found -1",
                "explain t --bucket -1|2|--bucket: expected at least 0, found -1",
                "amp t --bucket -1|2|--bucket: expected at least 0, found -1",
                "compact t --bucket -1|2|--bucket: expected at least 0, found -1",
                "levels t --bucket 77|3|no such partition or bucket has files",
                "explain t --bucket 77|3|no such partition or bucket has files",
                "amp t --bucket 77|3|no such partition or bucket has files",
                "compact t --bucket 77|3|no such partition or bucket has files",
                "create t$x --schema 'id INT, PRIMARY KEY (id)'|2|expected a name without '$'",
                "create t@x --schema 'id INT, PRIMARY KEY (id)'|2|expected a name without '@'",
                "scan t$branch_b9$files|3|/t: branch 'b9' not found",
                "scan x$branch_b9$files|3|/x: no table",
                "get t|2|Missing required parameter: 'KEY'",
                "get t 1 2|2|the key has 1 columns [id], found 2 values",
                "get t x|2|key column 'id': expected INT, found 'x'",
                "get t -x|2|unknown option '-x'",
                "key t 1.5|2|key column 'id': expected INT, found '1.5'",
                "levels t --partition dt=1|2|--partition: expected column=value",
                "explain t --rule-set 3|2|--rule-set",
                "explain t --watch 0|2|--watch",
                "explain t --watch -o csv|2|jsonl",
                "explain t --watch --check|2|--check",
                "explain t@1 --watch|2|latest state",
                "explain t --flush-bytes -1|2|--flush-bytes",
                "explain t --flush-bytes 0|2|--flush-bytes: expected at least 1 byte, found 0",
                "explain t$files|2|system tables",
                "compact t@1|2|without '@'",
                "load t|2|Missing required parameter: 'FILE'",
                "load t nope.csv|3|nope.csv: no such file",
                "load t x.txt|2|give --format",
                "load t -|2|give --format",
                "load t x.orc|4|x.orc: magic at byte 0: expected 4f5243 (ORC), found an empty file",
                "load t a.csv --commit-every 0|2|--commit-every must be at least 1",
                "load t a.csv --no-compaction --full-compaction|2|exclude each other",
                "lab nope|2|no lab 'nope'",
                "help nope|2|no command 'nope'",
                "nope|2|no command nope",
                "snapshot t|2|did you mean snapshots",
                "simulat t|2|no command simulat; did you mean simulate? (see: lsm help)",
                "xyz t|2|no command xyz (see: lsm help)",
                "scan t -O compaction-trigger=3|2|nearest is 'num-sorted-run.compaction-trigger'",
                "scan t -O foo=3|2|-O: no option 'foo'; neither the table format nor lsm-table has it",
                "scan t -O scan.snapshotid=2|2|-O: no option 'scan.snapshotid'; nearest is 'scan.snapshot-id'",
                "scan s3a://bucket/t|7|the client of this file system is not on the class path",
                "snapshots s3://b/t|7|'s3'",
            })
    void wrongUsage(String command, int code, String message) throws IOException {
        Files.writeString(folder.resolve("a.csv"), "id,n\n1,1\n");
        Files.writeString(folder.resolve("x.orc"), "");
        assertThat(fails(code, words(command))).contains(message);
    }

    /** Splits at blanks outside single quotes. */
    private static String[] words(String command) {
        return Stream.of(command.split(" (?=(?:[^']*'[^']*')*[^']*$)", -1))
                .map(word -> word.replace("'", ""))
                .toArray(String[]::new);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "id,n\\n1\\n|a.csv:2: expected 2 fields, found 1",
                "id,n\\n1,1\\n1,2,3\\n|a.csv:3: expected 2 fields, found 3",
                "id,n\\n1,one\\n|a.csv:2: column 'n': expected INT, found 'one'",
                "id,n\\n,1\\n|a.csv:2: column 'id': expected INT in a primary key column, found null",
                "id,n\\n1,\\n|a.csv:2: column 'n': expected INT NOT NULL, found null",
                "id,n,x\\n|a.csv: column 'x' is not in the table; its columns are [id, v, n]",
                "id\\n1\\n|a.csv: expected a column 'n', which is NOT NULL, found [id]",
            })
    void inputThatDoesNotFit(String csv, String message) throws IOException {
        Files.writeString(folder.resolve("a.csv"), csv.replace("\\n", "\n"));
        assertThat(fails(2, "load", "t", "a.csv")).isEqualTo("lsm: " + message);
        assertThat(lsm.ok("snapshots", "t").out()).isEmpty();
        assertThat(dataFiles()).as("files of rows that were never committed").isEmpty();
    }

    @Test
    void whatWasCommittedBeforeIsTold() throws IOException {
        Files.writeString(folder.resolve("a.csv"), "id,n\n1,1\n2,2\n3,x\n");
        assertThat(fails(2, "load", "t", "a.csv", "--commit-every", "2"))
                .isEqualTo("lsm: a.csv:4: column 'n': expected INT, found 'x';"
                        + " what was read before is committed up to snapshot 1");
        assertThat(lsm.ok("count", "t").out()).isEqualTo("{\"count\":2}\n");
        lsm.ok("verify", "t", "--deep");
    }

    @Test
    void whatWasCommittedBeforeIsToldWithEveryFailure() throws IOException {
        Files.writeString(folder.resolve("a.csv"), "id,n\n1,1\n2,2\n");
        String committed = "; what was read before is committed up to snapshot 1";
        assertThat(fails(3, "load", "t", "a.csv", "b.csv", "--commit-every", "2"))
                .isEqualTo("lsm: b.csv: no such file" + committed);
        lsm.ok("rollback", "t", "1", "--execute");
        Path bucket = folder.resolve("t/bucket-0");
        lsm = lsm.withInput(new RowsThen(() -> {
            for (Path file : dataFiles()) {
                Files.delete(file);
            }
            Files.delete(bucket);
            Files.writeString(bucket, "no folder");
        }));
        assertThat(fails(4, "load", "t", "-", "--format", "jsonl", "--commit-every", "1"))
                .contains(bucket.toString())
                .endsWith("; what was read before is committed up to snapshot 2");
    }

    private interface Deed {
        void doIt() throws IOException;
    }

    /** A row as a JSON line, then a deed, and one more row. */
    private static final class RowsThen extends InputStream {
        private final Deed deed;
        private int line;

        RowsThen(Deed deed) {
            this.deed = deed;
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            if (line == 2) {
                return -1;
            }
            if (line == 1) {
                deed.doIt();
            }
            line++;
            byte[] row = ("{\"id\":" + line + ",\"n\":1}\n").getBytes(StandardCharsets.UTF_8);
            System.arraycopy(row, 0, target, offset, row.length);
            return row.length;
        }

        @Override
        public int read() {
            throw new UnsupportedOperationException();
        }
    }

    private List<Path> dataFiles() throws IOException {
        Path bucket = folder.resolve("t/bucket-0");
        if (!Files.isDirectory(bucket)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(bucket)) {
            return files.toList();
        }
    }

    private Path find(String directory, String prefix) throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve("t").resolve(directory))) {
            return files.filter(f -> f.getFileName().toString().startsWith(prefix))
                    .min(java.util.Comparator.naturalOrder())
                    .orElseThrow();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "snapshot,snapshot-1",
        "manifest,manifest-list-",
        "manifest,manifest-",
        "bucket-0,data-",
        "schema,schema-0"
    })
    void filesThatAreCutShortOrFlipped(String directory, String prefix) throws IOException {
        load();
        Path file = prefix.equals("manifest-") ? manifest() : find(directory, prefix);
        byte[] sound = Files.readAllBytes(file);
        for (byte[] damaged : List.of(java.util.Arrays.copyOf(sound, sound.length / 2), new byte[0], flipped(sound))) {
            Files.write(file, damaged);
            String error = fails(4, "scan", "t");
            assertThat(error).contains(file.getFileName().toString());
            CliRunner.Result verify = lsm.run("verify", "t", "--deep");
            assertThat(verify.code()).as(verify.err()).isIn(1, 4);
            assertThat(verify.out() + verify.err()).contains(file.getFileName().toString());
        }
        Files.write(file, sound);
        assertThat(lsm.ok("verify", "t", "--deep").out()).isEmpty();
    }

    /** The first byte inverted: an opening brace or a magic number that is none. */
    private static byte[] flipped(byte[] bytes) {
        byte[] copy = bytes.clone();
        copy[0] ^= -1;
        return copy;
    }

    private Path manifest() throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve("t/manifest"))) {
            return files.filter(f -> !f.getFileName().toString().startsWith("manifest-list"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    @Test
    void filesThatAreGone() throws IOException {
        load();
        Path data = find("bucket-0", "data-");
        Files.delete(data);
        assertThat(lsm.run("scan", "t").code()).isIn(3, 4);
        CliRunner.Result verify = lsm.run("verify", "t");
        assertThat(verify.code()).isEqualTo(1);
        assertThat(verify.out())
                .contains("\"severity\":\"ERROR\",\"kind\":\"MISSING_FILE\"")
                .contains(data.getFileName().toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"LATEST", "EARLIEST"})
    void hintsThatLieAreNoError(String hint) throws IOException {
        load();
        for (String content : List.of("", "x", "99", "-1", "\0\0")) {
            Files.writeString(folder.resolve("t/snapshot").resolve(hint), content);
            assertThat(lsm.ok("count", "t").out()).as(content).isEqualTo("{\"count\":2}\n");
            assertThat(lsm.ok("snapshots", "t").lines()).as(content).hasSize(1);
        }
    }

    @Test
    void aReaderThatHasSeenEnoughIsNoError() {
        load();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        assertThat(lsm.run(new BrokenStream("Broken pipe"), err, "scan", "t")).isZero();
        assertThat(err.toString(StandardCharsets.UTF_8)).isEmpty();
        assertThat(lsm.run(new BrokenStream("No space left on device"), err, "scan", "t"))
                .isEqualTo(4);
        assertThat(err.toString(StandardCharsets.UTF_8)).isEqualTo("lsm: standard output: No space left on device\n");
    }

    private static final class BrokenStream extends OutputStream {
        private final String message;

        BrokenStream(String message) {
            this.message = message;
        }

        @Override
        public void write(int b) throws IOException {
            throw new IOException(message);
        }
    }

    @Test
    void anInterruptedLoadLeavesNothingBehind() throws IOException {
        Files.writeString(folder.resolve("a.csv"), "id,n\n1,1\n");
        CliRunner.Result result = lsm.interrupted().run("load", "t", "a.csv");
        assertThat(result.code()).isEqualTo(130);
        assertThat(result.error()).isEqualTo("lsm: interrupted");
        assertThat(dataFiles()).isEmpty();
    }

    @Test
    void debugShowsWhere() {
        CliRunner.Result result = lsm.run("scan", "x", "--debug");
        assertThat(result.code()).isEqualTo(3);
        assertThat(result.err()).startsWith("lsm: ").contains("\tat org.lsmtable.");
    }

    @Test
    void noCommandAtAll() {
        assertThat(fails(2)).contains("expected a command");
        assertThat(lsm.ok("--version").out()).startsWith("lsm ");
    }
}
