package org.lsmtable.report;

import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Ranges in lanes: which file holds which keys. Of more than {@value #MAX_RECTANGLES} rectangles the widest are drawn, and the page
 * says so.
 *
 * @param note what to know for reading it, may be empty
 * @param xLabel what the ranges are ranges of
 * @param lanes from top to bottom
 */
public record RectangleMap(String title, String note, String xLabel, List<Lane> lanes, List<Rectangle> rectangles)
        implements Section {
    private static final int MAX_RECTANGLES = 2000;

    public RectangleMap {
        lanes = List.copyOf(lanes);
        rectangles = List.copyOf(rectangles);
        for (Rectangle one : rectangles) {
            if (one.lane() < 0
                    || one.lane() >= lanes.size()
                    || !(0 <= one.from() && one.from() <= one.to() && one.to() <= 1)) {
                throw new IllegalArgumentException("rectangle " + one.headline() + ": expected one of " + lanes.size()
                        + " lanes and 0 <= from <= to <= 1, found lane " + one.lane() + " and [" + one.from() + ", "
                        + one.to() + "]");
            }
        }
    }

    /**
     * A row of the map.
     *
     * @param color which colour of the palette
     */
    public record Lane(String label, int color) {}

    /**
     * One range.
     *
     * @param lane which lane, from 0
     * @param from share of the whole at which it begins, 0 to 1
     * @param to share of the whole at which it ends
     * @param headline one line
     * @param text the explanation on hover and focus
     */
    public record Rectangle(int lane, double from, double to, String headline, String text) {
        double width() {
            return to - from;
        }
    }

    @Override
    public void write(PageJson json) throws IOException {
        json.text("type", "map");
        json.text("note", note);
        json.text("xLabel", xLabel);
        json.startArray("lanes");
        for (Lane lane : lanes) {
            json.startObject();
            json.text("label", lane.label());
            json.number("color", lane.color());
            json.endObject();
        }
        json.endArray();
        json.number("count", rectangles.size());
        json.startArray("rectangles");
        for (Rectangle one : shown()) {
            json.startObject();
            json.number("lane", one.lane());
            json.number("from", one.from());
            json.number("to", one.to());
            json.text("headline", one.headline());
            json.text("text", one.text());
            json.endObject();
        }
        json.endArray();
    }

    /** The widest, lane by lane and from left to right. */
    private List<Rectangle> shown() {
        Comparator<Integer> widest = Comparator.comparing(i -> rectangles.get(i).width(), Comparator.reverseOrder());
        return IntStream.range(0, rectangles.size())
                .boxed()
                .sorted(widest)
                .limit(MAX_RECTANGLES)
                .map(rectangles::get)
                .sorted(Comparator.comparingInt(Rectangle::lane).thenComparingDouble(Rectangle::from))
                .toList();
    }
}
