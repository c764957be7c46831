package org.lsmtable.report;

import java.io.IOException;
import java.util.List;

/**
 * Findings and advice.
 *
 * @param note shown above them, or alone if there are none
 */
public record Findings(String title, String note, List<Entry> entries) implements Section {
    public Findings {
        entries = List.copyOf(entries);
    }

    /** How bad. */
    public enum Severity {
        /** Something is as it should be. */
        GOOD,
        /** Something to know or to consider. */
        ADVICE,
        WARNING,
        ERROR
    }

    /**
     * One finding.
     *
     * @param headline one line
     * @param text the explanation, may be empty
     * @param code what to type, exactly; may be empty
     */
    public record Entry(Severity severity, String headline, String text, String code) {}

    @Override
    public void write(PageJson json) throws IOException {
        json.text("type", "findings");
        json.text("note", note);
        json.startArray("entries");
        for (Entry entry : entries) {
            json.startObject();
            json.text("severity", entry.severity().name());
            json.text("headline", entry.headline());
            json.text("text", entry.text());
            json.text("code", entry.code());
            json.endObject();
        }
        json.endArray();
    }
}
