package org.lsmtable.report;

import java.io.IOException;
import java.util.List;

/**
 * Curves over a common axis. Of histories of more than {@value Thinning#MAX_POINTS} points the lowest and highest of each stretch are
 * drawn, and the page says so.
 *
 * @param note what to know for reading it, may be empty
 */
public record LineChart(String title, String note, Positions x, Axis y, List<Series> series, List<Event> events)
        implements Section {
    public LineChart {
        series = List.copyOf(series);
        events = List.copyOf(events);
        for (Series one : series) {
            if (one.values().length != x.count()) {
                throw new IllegalArgumentException("series " + one.name() + ": expected " + x.count()
                        + " values, one a position, found " + one.values().length);
            }
        }
    }

    @Override
    public void write(PageJson json) throws IOException {
        List<Event> shown = Thinning.events(events);
        int[] points = Thinning.points(x, series, shown);
        json.text("type", "lines");
        json.text("note", note);
        x.axis().write("x", json);
        y.write("y", json);
        json.number("points", x.count());
        json.numbers("positions", x.values(), points);
        json.startArray("labels");
        if (!x.labels().isEmpty()) {
            for (int point : points) {
                json.text(x.labels().get(point));
            }
        }
        json.endArray();
        json.startArray("series");
        for (Series one : series) {
            json.startObject();
            json.text("name", one.name());
            json.text("shape", one.shape().name());
            json.number("color", one.color());
            json.numbers("values", one.values(), points);
            json.endObject();
        }
        json.endArray();
        writeEvents(shown, json);
    }

    private void writeEvents(List<Event> shown, PageJson json) throws IOException {
        json.number("eventCount", events.size());
        json.startArray("events");
        for (Event event : shown) {
            json.startObject();
            json.number("x", event.x());
            json.text("kind", event.kind());
            json.text("headline", event.headline());
            json.text("text", event.text());
            json.endObject();
        }
        json.endArray();
    }
}
