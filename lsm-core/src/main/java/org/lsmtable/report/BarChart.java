package org.lsmtable.report;

import java.io.IOException;
import java.util.List;

/**
 * Bars that lie side by side, each made of the parts that the series name.
 *
 * @param note what to know for reading it, may be empty
 * @param unit of the values
 * @param parts what a bar's parts are called; one part is a plain bar
 */
public record BarChart(String title, String note, Unit unit, List<String> parts, List<Bar> bars) implements Section {
    public BarChart {
        parts = List.copyOf(parts);
        bars = List.copyOf(bars);
        for (Bar bar : bars) {
            if (bar.values().length != parts.size()) {
                throw new IllegalArgumentException("bar " + bar.label() + ": expected " + parts.size()
                        + " values, one a part, found " + bar.values().length);
            }
        }
    }

    /**
     * One bar.
     *
     * @param values one a part, not negative
     * @param text explains the bar on hover and focus, may be empty
     */
    public record Bar(String label, double[] values, String text) {}

    @Override
    public void write(PageJson json) throws IOException {
        json.text("type", "bars");
        json.text("note", note);
        json.text("unit", unit.name());
        json.startArray("parts");
        for (String part : parts) {
            json.text(part);
        }
        json.endArray();
        json.startArray("bars");
        for (Bar bar : bars) {
            json.startObject();
            json.text("label", bar.label());
            json.numbers("values", bar.values());
            json.text("text", bar.text());
            json.endObject();
        }
        json.endArray();
    }
}
