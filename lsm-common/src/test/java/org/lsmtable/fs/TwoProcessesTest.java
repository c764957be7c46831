package org.lsmtable.fs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TwoProcessesTest {
    private static final int FILES = 300;

    @TempDir
    Path folder;

    @Test
    void createIfAbsentLetsOneProcessWin() throws Exception {
        List<Process> processes = new ArrayList<>();
        try {
            List<BufferedReader> outputs = new ArrayList<>();
            for (String name : List.of("first", "second")) {
                Process process = start(name);
                processes.add(process);
                outputs.add(process.inputReader(UTF_8));
            }
            for (BufferedReader output : outputs) {
                assertThat(output.readLine()).isEqualTo("ready");
            }
            for (Process process : processes) {
                process.getOutputStream().write('\n');
                process.getOutputStream().flush();
            }
            Map<Integer, String> winners = new HashMap<>();
            collect("first", outputs.get(0), winners);
            collect("second", outputs.get(1), winners);
            for (Process process : processes) {
                assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
                assertThat(process.exitValue()).isZero();
            }
            assertThat(winners).hasSize(FILES);
            for (int i = 0; i < FILES; i++) {
                assertThat(Files.readAllBytes(folder.resolve("snapshot-" + i)))
                        .isEqualTo(CreateIfAbsentProcess.content(Objects.requireNonNull(winners.get(i)), i));
            }
            assertThat(folder.toFile().list()).hasSize(FILES); // no temporary file is left
        } finally {
            processes.forEach(Process::destroyForcibly);
        }
    }

    private static void collect(String name, BufferedReader output, Map<Integer, String> winners) throws IOException {
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            assertThat(winners.put(Integer.valueOf(line), name))
                    .as("file %s has two winners", line)
                    .isNull();
        }
    }

    private Process start(String name) throws IOException, URISyntaxException {
        String classPath = location(LocalStorage.class) + File.pathSeparator + location(CreateIfAbsentProcess.class);
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx64m",
                        "-XX:+UseSerialGC",
                        "-cp",
                        classPath,
                        CreateIfAbsentProcess.class.getName(),
                        folder.toString(),
                        name,
                        Integer.toString(FILES))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private static String location(Class<?> type) throws URISyntaxException {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI())
                .toString();
    }
}
