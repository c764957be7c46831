package org.lsmtable.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The shell script {@code tools/lsm}, with a Java and a Maven that only tell how they were called. */
class LauncherTest {
    @TempDir
    Path folder;

    private Path root;
    private Path target;
    private Path log;

    @BeforeEach
    void layOut() throws IOException {
        root = folder.resolve("a project");
        target = root.resolve("tools/target");
        log = folder.resolve("calls.log");
        Files.createDirectories(root.resolve("tools/src/main/java"));
        Files.createDirectories(root.resolve("lsm-core/src/main/java"));
        Files.writeString(root.resolve("pom.xml"), "<project/>");
        Files.writeString(root.resolve("lsm-core/src/main/java/A.java"), "class A {}");
        Files.copy(launcher(), root.resolve("tools/lsm"));
        script(
                folder.resolve("jdk/bin/java"),
                "case \"$*\" in *ArchiveClassesAtExit=*)",
                "  for word in \"$@\"; do case $word in *ArchiveClassesAtExit=*) : >\"${word#*=}\";; esac; done;;",
                "esac",
                "echo \"java $*\" >>'" + log + "'",
                "echo \"data from java\"",
                "echo \"$LSM_CALLED_AS\" >'" + folder.resolve("called") + "'",
                "exit ${FAKE_EXIT:-0}");
        Files.writeString(folder.resolve("jdk/release"), "JAVA_VERSION=17");
        script(
                folder.resolve("bin/mvn"),
                "echo \"mvn $*\" >>'" + log + "'",
                "echo noise",
                "[ -z \"${FAKE_MVN_FAILS:-}\" ] || exit 1",
                "mkdir -p '" + target + "'; : >'" + target + "/lsm-tools.jar'");
    }

    private static Path launcher() {
        Path here = Path.of("lsm").toAbsolutePath();
        return Files.exists(here) ? here : Path.of("tools/lsm").toAbsolutePath();
    }

    private static void script(Path file, String... lines) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, "#!/bin/sh\n" + String.join("\n", lines) + "\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    private record Run(int code, String out, String err, List<String> calls) {}

    private Run run(List<String> environment, String... args) throws Exception {
        Files.deleteIfExists(log);
        List<String> command =
                new ArrayList<>(List.of("sh", root.resolve("tools/lsm").toString()));
        command.addAll(List.of(args));
        ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
        builder.environment().put("JAVA_HOME", folder.resolve("jdk").toString());
        builder.environment().put("PATH", folder.resolve("bin") + ":" + System.getenv("PATH"));
        builder.environment().remove("LSM_JAVA_OPTS");
        for (String entry : environment) {
            int equals = entry.indexOf('=');
            builder.environment().put(entry.substring(0, equals), entry.substring(equals + 1));
        }
        builder.redirectError(folder.resolve("err").toFile());
        Process process = builder.start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        return new Run(
                process.exitValue(),
                out,
                Files.readString(folder.resolve("err")),
                Files.exists(log) ? Files.readAllLines(log) : List.of());
    }

    private String lastCall(String... args) throws Exception {
        List<String> calls = run(List.of(), args).calls();
        return calls.get(calls.size() - 1);
    }

    @Test
    void buildsOnceAndKeepsStandardOutputForData() throws Exception {
        Run first = run(List.of(), "snapshots", "t");
        assertThat(first.code()).isZero();
        assertThat(first.calls()).hasSize(3);
        assertThat(first.calls().get(0))
                .startsWith("mvn ")
                .contains("-pl tools -am -DskipTests")
                .endsWith(" package");
        assertThat(first.calls().get(1)).contains("-XX:ArchiveClassesAtExit=").endsWith("org.lsmtable.tools.Warmup");
        assertThat(first.calls().get(2)).endsWith("lsm-tools.jar snapshots t");
        assertThat(first.out()).isEqualTo("data from java\n");
        assertThat(first.err()).contains("building").contains("noise");

        Run second = run(List.of(), "snapshots", "t");
        assertThat(second.calls()).hasSize(1);
        assertThat(second.err()).isEmpty();
        assertThat(second.calls().get(0)).contains("-XX:SharedArchiveFile=" + target);
    }

    @Test
    void buildsAgainWhenASourceIsNewer() throws Exception {
        run(List.of(), "snapshots", "t");
        Files.setLastModifiedTime(
                root.resolve("lsm-core/src/main/java/A.java"),
                FileTime.from(Instant.now().plusSeconds(5)));
        assertThat(run(List.of(), "snapshots", "t").calls().get(0)).startsWith("mvn ");
    }

    @Test
    void aFailedBuildIsToldAndTriedAgain() throws Exception {
        Run failed = run(List.of("FAKE_MVN_FAILS=1"), "snapshots", "t");
        assertThat(failed.code()).isEqualTo(70);
        assertThat(failed.out()).isEmpty();
        assertThat(failed.err()).contains("lsm: the build failed");
        assertThat(run(List.of(), "snapshots", "t").calls().get(0)).startsWith("mvn ");
    }

    @Test
    void commandsThatMoveDataGetTheOptimisingCompiler() throws Exception {
        run(List.of(), "--version");
        for (String heavy : List.of("load", "compact", "scan", "count")) {
            assertThat(lastCall(heavy, "t")).doesNotContain("TieredStopAtLevel").contains("-XX:+UseParallelGC");
        }
        assertThat(lastCall("--quiet", "-o", "csv", "scan", "t")).contains("-XX:+UseParallelGC");
        assertThat(lastCall("verify", "t", "--deep")).doesNotContain("TieredStopAtLevel");
        for (String light : List.of("snapshots", "files", "levels", "explain", "get", "verify", "help")) {
            assertThat(lastCall(light, "t")).contains("-XX:+UseSerialGC -XX:TieredStopAtLevel=1");
        }
    }

    @Test
    void passesArgumentsOptionsAndExitCodeOn() throws Exception {
        run(List.of(), "--version");
        Run run = run(List.of("FAKE_EXIT=3", "LSM_JAVA_OPTS=-Xmx3g"), "scan", "a table", "--where", "v = 'x y'");
        assertThat(run.code()).isEqualTo(3);
        assertThat(Files.readString(folder.resolve("called"))).isEqualTo(root.resolve("tools/lsm") + "\n");
        assertThat(run.calls().get(0))
                .contains("-Xlog:disable")
                .contains("-Xmx3g")
                .contains("-Dlsm.terminal= ")
                .endsWith("lsm-tools.jar scan a table --where v = 'x y'");
    }

    @Test
    void worksThroughALink() throws Exception {
        Files.createSymbolicLink(folder.resolve("bin/lsm"), root.resolve("tools/lsm"));
        Path link = folder.resolve("bin/lsm");
        assertThat(root.resolve("tools/lsm").toFile().setExecutable(true)).isTrue();
        ProcessBuilder builder = new ProcessBuilder(link.toString(), "--version").directory(folder.toFile());
        builder.environment().put("JAVA_HOME", folder.resolve("jdk").toString());
        builder.environment().put("PATH", folder.resolve("bin") + ":" + System.getenv("PATH"));
        builder.redirectErrorStream(true);
        Process process = builder.start();
        process.getInputStream().readAllBytes();
        assertThat(process.waitFor()).isZero();
        assertThat(Files.readString(log)).contains(target + "/lsm-tools.jar --version");
        assertThat(Files.readString(folder.resolve("called")))
                .as("it is on the path")
                .isEqualTo("lsm\n");
    }
}
