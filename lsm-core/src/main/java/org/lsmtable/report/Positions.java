package org.lsmtable.report;

import java.util.List;

/**
 * Where the points of a chart lie on its horizontal axis.
 *
 * @param values ascending; two points may share a place. Not copied: not to be changed any more
 * @param labels what a point is called, or empty where the value says enough
 */
public record Positions(Axis axis, double[] values, List<String> labels) {
    public Positions {
        labels = List.copyOf(labels);
        if (!labels.isEmpty() && labels.size() != values.length) {
            throw new IllegalArgumentException(
                    "labels: expected none or " + values.length + ", one a point, found " + labels.size());
        }
        for (int i = 0; i < values.length; i++) {
            if (!Double.isFinite(values[i]) || i > 0 && values[i] < values[i - 1]) {
                throw new IllegalArgumentException(
                        "positions: expected finite numbers in ascending order, found " + values[i] + " at " + i);
            }
        }
    }

    /** Points that are called by their value. */
    public static Positions of(Axis axis, double[] values) {
        return new Positions(axis, values, List.of());
    }

    int count() {
        return values.length;
    }
}
