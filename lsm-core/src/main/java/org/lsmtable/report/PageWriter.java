package org.lsmtable.report;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Writes pages: the template with styles and scripts put in, and the page's data as JSON that the scripts render.
 *
 * <p>The page's content security policy names its own scripts and styles by their hash and allows nothing else, so even a mistake in the
 * scripts could not make a browser load something or run what a text holds.
 */
public final class PageWriter {
    private static final List<String> STYLES = List.of("uPlot-1.6.32.min.css", "page.css");
    private static final List<String> SCRIPTS =
            List.of("uPlot-1.6.32.min.js", "dom.js", "tooltip.js", "lines.js", "bars.js", "map.js", "page.js");
    private static final Pattern PLACE = Pattern.compile("\\{\\{(\\w+)}}");

    private PageWriter() {}

    /** Writes a page in UTF-8. Does not close the stream. */
    public static void write(Page page, OutputStream out) throws IOException {
        Writer writer = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
        List<String> styles = resources(STYLES);
        List<String> scripts = resources(SCRIPTS);
        String template = resource("page.html");
        Matcher place = PLACE.matcher(template);
        int end = 0;
        while (place.find()) {
            writer.write(template, end, place.start() - end);
            end = place.end();
            switch (place.group(1)) {
                case "title" -> writer.write(escaped(page.title()));
                case "policy" -> writer.write(policy(styles, scripts));
                case "styles" -> elements("style", styles, writer);
                case "scripts" -> elements("script", scripts, writer);
                case "licence" -> writer.write(escaped(resource("uPlot-LICENSE.txt")));
                case "data" -> data(page, writer);
                default -> throw new IllegalStateException("page.html: no place " + place.group());
            }
        }
        writer.write(template, end, template.length() - end);
        writer.flush();
    }

    private static void data(Page page, Writer writer) throws IOException {
        PageJson json = new PageJson(writer);
        json.startObject();
        json.text("title", page.title());
        json.text("subtitle", page.subtitle());
        json.startArray("sections");
        for (Section section : page.sections()) {
            json.section(section);
        }
        json.endArray();
        json.endObject();
        json.finish();
    }

    private static void elements(String tag, List<String> contents, Writer writer) throws IOException {
        for (String content : contents) {
            writer.write("<" + tag + ">" + content + "</" + tag + ">\n");
        }
    }

    private static String policy(List<String> styles, List<String> scripts) {
        return "default-src 'none'; img-src data:; style-src " + hashes(styles) + "; script-src " + hashes(scripts);
    }

    private static String hashes(List<String> contents) {
        List<String> hashes = new ArrayList<>();
        for (String content : contents) {
            byte[] digest = sha256().digest(content.getBytes(StandardCharsets.UTF_8));
            hashes.add("'sha256-" + Base64.getEncoder().encodeToString(digest) + "'");
        }
        return String.join(" ", hashes);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /** A text as HTML. */
    static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }

    private static List<String> resources(List<String> names) throws IOException {
        List<String> contents = new ArrayList<>();
        for (String name : names) {
            contents.add(resource(name));
        }
        return contents;
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = Objects.requireNonNull(PageWriter.class.getResourceAsStream(name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
