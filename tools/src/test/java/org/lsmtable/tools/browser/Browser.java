package org.lsmtable.tools.browser;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;

/**
 * A headless Chromium with a profile of its own, spoken to through the DevTools protocol. It is ended with all its processes when this is
 * closed, and when the JVM ends.
 */
public final class Browser implements AutoCloseable {
    /** A slow machine may take this long to start a browser or to answer. */
    static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final List<String> NAMES =
            List.of("chromium", "chromium-browser", "google-chrome", "google-chrome-stable");
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final Process process;
    private final Thread hook;
    private final WebSocket socket;
    private final AtomicInteger ids = new AtomicInteger();
    private final Map<Integer, CompletableFuture<JsonNode>> waiting = new ConcurrentHashMap<>();
    private final Map<String, BiConsumer<String, JsonNode>> tabs = new ConcurrentHashMap<>();

    private Browser(Process process, Thread hook, Path profile) throws IOException {
        this.process = process;
        this.hook = hook;
        this.socket = connect(address(process, profile));
    }

    /**
     * Starts a browser, or skips the test if this machine has none; where {@code CI} is {@code true}, none is a failure.
     *
     * @param folder an empty folder for the profile; the caller removes it
     */
    public static Browser start(Path folder) throws IOException {
        Optional<Path> program = program();
        if (program.isEmpty()) {
            String missing = "no Chromium: expected one of " + NAMES
                    + " on the PATH, or its path in LSM_CHROMIUM; on Debian" + " 'apt-get install chromium' brings it";
            if ("true".equals(System.getenv("CI"))) {
                Assertions.fail(missing);
            }
            Assumptions.abort(missing);
        }
        Path profile = Files.createDirectories(folder.resolve("profile"));
        ProcessBuilder builder = new ProcessBuilder(
                        program.orElseThrow().toString(),
                        "--headless=new",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--disable-dev-shm-usage",
                        "--disable-background-networking",
                        "--disable-component-update",
                        "--disable-extensions",
                        "--no-first-run",
                        "--hide-scrollbars",
                        "--force-color-profile=srgb",
                        "--remote-debugging-port=0",
                        "--user-data-dir=" + profile,
                        "about:blank")
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("browser.log").toFile());
        builder.environment().put("TMPDIR", folder.toString());
        Process process = builder.start();
        Thread hook = new Thread(() -> end(process));
        Runtime.getRuntime().addShutdownHook(hook);
        try {
            return new Browser(process, hook, profile);
        } catch (IOException | RuntimeException e) {
            end(process);
            Runtime.getRuntime().removeShutdownHook(hook);
            throw e;
        }
    }

    private static Optional<Path> program() {
        String named = System.getProperty("LSM_CHROMIUM", System.getenv("LSM_CHROMIUM"));
        if (named != null) {
            return Optional.of(Path.of(named));
        }
        String path = System.getenv().getOrDefault("PATH", "");
        return NAMES.stream()
                .flatMap(name -> List.of(path.split(File.pathSeparator, -1)).stream()
                        .filter(folder -> !folder.isEmpty())
                        .map(folder -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** The browser writes its port and path into its profile as soon as it listens. */
    private static URI address(Process process, Path profile) throws IOException {
        Path file = profile.resolve("DevToolsActivePort");
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (System.nanoTime() < deadline) {
            if (Files.exists(file)) {
                List<String> lines = Files.readAllLines(file);
                if (lines.size() == 2) {
                    return URI.create("ws://127.0.0.1:" + lines.get(0) + lines.get(1));
                }
            }
            if (!process.isAlive()) {
                throw new IOException("the browser ended with " + process.exitValue() + ": "
                        + Files.readString(profile.resolveSibling("browser.log")));
            }
            pause(20);
        }
        throw new IOException("the browser did not begin to listen within " + PATIENCE);
    }

    private WebSocket connect(URI address) throws IOException {
        return await(HttpClient.newHttpClient().newWebSocketBuilder().buildAsync(address, new Listener()));
    }

    /** Opens an empty tab. */
    public Tab newTab() throws IOException {
        String target = call("", "Target.createTarget", Map.of("url", "about:blank"))
                .get("targetId")
                .textValue();
        String session = call("", "Target.attachToTarget", Map.of("targetId", target, "flatten", true))
                .get("sessionId")
                .textValue();
        Tab tab = new Tab(this, session, target);
        tabs.put(session, tab::onEvent);
        tab.enable();
        return tab;
    }

    /** Calls a method of the protocol and waits for its result. */
    JsonNode call(String session, String method, Map<String, ?> parameters) throws IOException {
        int id = ids.incrementAndGet();
        ObjectNode message = MAPPER.createObjectNode().put("id", id).put("method", method);
        if (!session.isEmpty()) {
            message.put("sessionId", session);
        }
        message.set("params", MAPPER.valueToTree(parameters));
        CompletableFuture<JsonNode> answer = new CompletableFuture<>();
        waiting.put(id, answer);
        await(socket.sendText(message.toString(), true));
        JsonNode result = await(answer);
        if (result.has("error")) {
            throw new IOException(method + ": " + result.get("error"));
        }
        return result.get("result");
    }

    private void receive(String text) {
        JsonNode message;
        try {
            message = MAPPER.readTree(text);
        } catch (IOException e) {
            waiting.values().forEach(answer -> answer.completeExceptionally(e));
            return;
        }
        if (message.has("id")) {
            CompletableFuture<JsonNode> answer =
                    waiting.remove(message.get("id").intValue());
            if (answer != null) {
                answer.complete(message);
            }
        } else if (message.has("sessionId")) {
            BiConsumer<String, JsonNode> tab = tabs.get(message.get("sessionId").textValue());
            if (tab != null) {
                tab.accept(message.get("method").textValue(), message.get("params"));
            }
        }
    }

    private static <T> T await(CompletableFuture<T> future) throws IOException {
        try {
            return future.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new IOException("the browser did not answer within " + PATIENCE, e);
        } catch (ExecutionException e) {
            throw new IOException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }

    static void pause(long millis) throws IOException {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }

    /** Ends the browser and its children, and waits until they are gone and write no more into their folder. */
    private static void end(Process process) {
        List<ProcessHandle> all = Stream.concat(Stream.of(process.toHandle()), process.descendants())
                .toList();
        all.forEach(ProcessHandle::destroyForcibly);
        CompletableFuture.allOf(all.stream().map(ProcessHandle::onExit).toArray(CompletableFuture[]::new))
                .orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS)
                .join();
    }

    @Override
    public void close() {
        socket.abort();
        end(process);
        Runtime.getRuntime().removeShutdownHook(hook);
    }

    /** Puts messages together from their parts. */
    private final class Listener implements WebSocket.Listener {
        private final List<CharSequence> parts = new ArrayList<>();

        @Override
        public CompletionStage<?> onText(WebSocket webSocket, CharSequence data, boolean last) {
            parts.add(data.toString());
            if (last) {
                String text = String.join("", parts);
                parts.clear();
                receive(text);
            }
            webSocket.request(1);
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public void onError(WebSocket webSocket, Throwable error) {
            waiting.values().forEach(answer -> answer.completeExceptionally(error));
        }
    }
}
