package org.lsmtable.tools.browser;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/** A tab of a {@link Browser}: opens pages, does what a user does, and keeps what went wrong. */
public final class Tab {
    private final Browser browser;
    private final String session;
    private final String target;
    private final List<String> complaints = new CopyOnWriteArrayList<>();
    private final List<String> requests = new CopyOnWriteArrayList<>();

    Tab(Browser browser, String session, String target) {
        this.browser = browser;
        this.session = session;
        this.target = target;
    }

    void enable() throws IOException {
        for (String domain : List.of("Page", "Runtime", "Log", "Network")) {
            call(domain + ".enable", Map.of());
        }
        call("Page.bringToFront", Map.of());
    }

    void onEvent(String method, JsonNode parameters) {
        switch (method) {
            case "Runtime.exceptionThrown" ->
                complaints.add(parameters.get("exceptionDetails").toString());
            case "Runtime.consoleAPICalled" -> complaints.add("console: " + parameters);
            case "Log.entryAdded" -> complaints.add("log: " + parameters.get("entry"));
            case "Network.requestWillBeSent" ->
                requests.add(parameters.get("request").get("url").textValue());
            default -> {}
        }
    }

    /** Opens a page of this kit and waits until it is rendered and drawn. */
    public void open(Path file) throws IOException {
        call("Page.navigate", Map.of("url", file.toUri().toString()));
        waitFor("document.readyState === 'complete' && document.documentElement.dataset.ready === 'yes'"
                + " && [...lsm.plots].every(p => p.plot() || !document.querySelector('.plot'))");
        settle();
    }

    /** Waits until the browser has drawn twice, so that what a script did last is seen. */
    public void settle() throws IOException {
        evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))");
    }

    /** Waits until an expression is true. */
    public void waitFor(String condition) throws IOException {
        long deadline = System.nanoTime() + Browser.PATIENCE.toNanos();
        while (!evaluate("(() => { try { return Boolean(" + condition + "); } catch { return false; } })()")
                .booleanValue()) {
            if (System.nanoTime() > deadline) {
                throw new IOException("not true within " + Browser.PATIENCE + ": " + condition + "; " + complaints);
            }
            Browser.pause(20);
        }
    }

    /** The value of an expression; of a promise, what it gives. */
    public JsonNode evaluate(String expression) throws IOException {
        JsonNode result =
                call("Runtime.evaluate", Map.of("expression", expression, "returnByValue", true, "awaitPromise", true));
        if (result.has("exceptionDetails")) {
            throw new IOException(expression + ": " + result.get("exceptionDetails"));
        }
        JsonNode value = result.get("result").get("value");
        return value == null ? com.fasterxml.jackson.databind.node.NullNode.getInstance() : value;
    }

    /** Moves the mouse over the middle of the first element that a selector finds, which is scrolled into view. */
    public void hover(String selector) throws IOException {
        JsonNode place = evaluate("(() => { const e = document.querySelector(" + quoted(selector)
                + "); e.scrollIntoView({block: 'center', behavior: 'instant'}); const b = e.getBoundingClientRect();"
                + " return {x: b.x + b.width / 2, y: b.y + b.height / 2}; })()");
        settle();
        call(
                "Input.dispatchMouseEvent",
                Map.of(
                        "type",
                        "mouseMoved",
                        "x",
                        place.get("x").doubleValue(),
                        "y",
                        place.get("y").doubleValue()));
        settle();
    }

    /** Gives an element the focus. */
    public void focus(String selector) throws IOException {
        evaluate("document.querySelector(" + quoted(selector) + ").focus({preventScroll: false})");
        settle();
    }

    /** Presses a key that has no character: {@code ArrowRight}, {@code Tab}, {@code Escape}. */
    public void press(String key) throws IOException {
        Map<String, Integer> codes = Map.of(
                "Tab",
                9,
                "Escape",
                27,
                "End",
                35,
                "Home",
                36,
                "ArrowLeft",
                37,
                "ArrowUp",
                38,
                "ArrowRight",
                39,
                "ArrowDown",
                40);
        for (String type : List.of("rawKeyDown", "keyUp")) {
            call(
                    "Input.dispatchKeyEvent",
                    Map.of("type", type, "key", key, "code", key, "windowsVirtualKeyCode", codes.get(key)));
        }
        settle();
    }

    /** Makes the page see a screen of some size and a colour scheme, {@code light} or {@code dark}. */
    public void emulate(int width, int height, String scheme) throws IOException {
        call(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", width < 500));
        call(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
        waitFor("document.documentElement.clientWidth === " + width + " && matchMedia('(prefers-color-scheme: " + scheme
                + ")').matches");
        settle();
        settle();
    }

    /** Makes the page see paper of some width, as in a preview of printing. */
    public void emulatePaper(int width) throws IOException {
        emulate(width, 1000, "light");
        call("Emulation.setEmulatedMedia", Map.of("media", "print"));
        evaluate("window.dispatchEvent(new Event('beforeprint'))");
        settle();
    }

    /** The whole page as a picture. */
    public void screenshot(Path file) throws IOException {
        JsonNode picture = call("Page.captureScreenshot", Map.of("format", "png", "captureBeyondViewport", true));
        save(picture, file);
    }

    /** What is seen of the page now as a picture. */
    public void screenshotOfView(Path file) throws IOException {
        save(call("Page.captureScreenshot", Map.of("format", "png")), file);
    }

    /** The page as it is printed. */
    public byte[] print(Path file) throws IOException {
        save(call("Page.printToPDF", Map.of("printBackground", false, "preferCSSPageSize", false)), file);
        return Files.readAllBytes(file);
    }

    private static void save(JsonNode answer, Path file) throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.write(file, Base64.getDecoder().decode(answer.get("data").textValue()));
    }

    /** Errors, warnings and other lines of the console. */
    public List<String> complaints() {
        return List.copyOf(complaints);
    }

    /** What was loaded. */
    public List<String> requests() {
        return List.copyOf(requests);
    }

    /** Closes the tab. */
    public void close() throws IOException {
        browser.call("", "Target.closeTarget", Map.of("targetId", target));
    }

    private JsonNode call(String method, Map<String, ?> parameters) throws IOException {
        return browser.call(session, method, parameters);
    }

    private static String quoted(String text) {
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
    }
}
