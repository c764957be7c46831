package org.lsmtable.report;

/**
 * One curve of a chart.
 *
 * @param values one a position, NaN where there is none. Not copied: not to be changed any more
 * @param color which colour of the palette, −1 for that of the series' place among its siblings
 */
public record Series(String name, double[] values, Shape shape, int color) {
    /** How a curve is drawn. */
    public enum Shape {
        LINE,
        /** The value holds until the next position. */
        STEP,
        /** A filled step that stands on the stacked series before it. */
        STACKED,
        /** Points that are not joined. */
        POINTS
    }

    /** A line from point to point. */
    public static Series line(String name, double[] values) {
        return new Series(name, values, Shape.LINE, -1);
    }

    /** A value that holds until the next position. */
    public static Series step(String name, double[] values) {
        return new Series(name, values, Shape.STEP, -1);
    }

    /** A part of a whole. */
    public static Series stacked(String name, double[] values) {
        return new Series(name, values, Shape.STACKED, -1);
    }

    /** Points that are not joined. */
    public static Series points(String name, double[] values) {
        return new Series(name, values, Shape.POINTS, -1);
    }

    /** The same curve in another colour, so that it has that of its like in other charts. */
    public Series withColor(int index) {
        return new Series(name, values, shape, index);
    }
}
