package org.lsmtable.tools.hdfs;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A real HDFS, one namenode and one datanode, in a process of its own: its jars hold other versions of the client's classes. The build
 * puts them into {@code target/minidfs}.
 */
public final class HdfsCluster implements AutoCloseable {
    private final Process process;
    private final Path data;
    private final URI uri;

    private HdfsCluster(Process process, Path data, URI uri) {
        this.process = process;
        this.data = data;
        this.uri = uri;
    }

    static HdfsCluster start() throws IOException {
        Path jars = Path.of(System.getProperty("minidfs.dir", "target/minidfs"));
        if (!Files.isDirectory(jars)) {
            throw new IllegalStateException(
                    jars.toAbsolutePath() + " is missing; the build copies Hadoop's mini cluster there");
        }
        Path data = Files.createTempDirectory("minidfs");
        Path log = data.resolve("log");
        String classPath = classPath(jars, data);
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx512m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        classPath,
                        MiniDfsProcess.class.getName(),
                        data.resolve("dfs").toString())
                .redirectError(log.toFile())
                .start();
        BufferedReader output = process.inputReader(UTF_8);
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            if (line.startsWith("hdfs://")) {
                return new HdfsCluster(process, data, URI.create(line));
            }
        }
        throw new IllegalStateException("the mini cluster did not start: " + Files.readString(log));
    }

    private static String classPath(Path jars, Path data) throws IOException {
        // found before those in the jars, which the web servers would unpack
        for (String server : List.of("hdfs", "datanode", "static")) {
            Files.createDirectories(data.resolve("web/webapps").resolve(server));
        }
        String own = System.getProperty("java.class.path");
        String testClasses = Stream.of(own.split(File.pathSeparator, -1))
                .filter(part -> Files.isRegularFile(
                        Path.of(part, MiniDfsProcess.class.getName().replace('.', '/') + ".class")))
                .findFirst()
                .orElseThrow();
        try (Stream<Path> files = Files.list(jars)) {
            return Stream.concat(
                            Stream.of(data.resolve("web").toString(), testClasses),
                            files.map(Path::toString).sorted())
                    .collect(Collectors.joining(File.pathSeparator));
        }
    }

    /** Such as {@code hdfs://localhost:8020}. */
    public URI uri() {
        return uri;
    }

    @Override
    public void close() throws IOException {
        process.getOutputStream().close();
        try {
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            process.destroyForcibly();
        }
        try (Stream<Path> files = Files.walk(data)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
