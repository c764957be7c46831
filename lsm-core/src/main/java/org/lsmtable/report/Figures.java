package org.lsmtable.report;

import java.io.IOException;
import java.util.List;

/** Headline numbers. */
public record Figures(String title, List<Figure> figures) implements Section {
    public Figures {
        figures = List.copyOf(figures);
    }

    /**
     * One number.
     *
     * @param value ready to be read: {@code 5.8×}
     * @param note what to know about it, may be empty
     */
    public record Figure(String label, String value, String note) {}

    @Override
    public void write(PageJson json) throws IOException {
        json.text("type", "figures");
        json.startArray("figures");
        for (Figure figure : figures) {
            json.startObject();
            json.text("label", figure.label());
            json.text("value", figure.value());
            json.text("note", figure.note());
            json.endObject();
        }
        json.endArray();
    }
}
