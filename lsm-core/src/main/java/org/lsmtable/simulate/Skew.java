package org.lsmtable.simulate;

import java.util.ArrayList;
import java.util.List;

/**
 * How updates are spread over the rows of a table: groups of rows, each updated evenly. The rows of all groups lie mixed over the whole range
 * of keys, as hashed or random keys do.
 *
 * @param groups their shares of the data add up to 1, and so do their shares of the updates
 */
public record Skew(List<Group> groups) {
    /** Every row is updated as often as any other. */
    public static final Skew NONE = new Skew(List.of(new Group(1, 1)));

    private static final double SLACK = 1e-9;

    /**
     * Rows that are updated alike.
     *
     * @param data their share of the table's bytes, above 0
     * @param updates the share of the updates that hit them
     */
    public record Group(double data, double updates) {
        public Group {
            Shares.require("share of the data", data);
            Shares.require("share of the updates", updates);
            if (data == 0) {
                throw new IllegalArgumentException("share of the data: expected above 0, found 0");
            }
        }
    }

    public Skew {
        groups = List.copyOf(groups);
        requireWhole("data", groups.stream().mapToDouble(Group::data).sum());
        requireWhole("updates", groups.stream().mapToDouble(Group::updates).sum());
    }

    private static void requireWhole(String what, double sum) {
        if (Math.abs(sum - 1) > SLACK) {
            throw new IllegalArgumentException("shares of the " + what + ": expected a sum of 1, found " + sum);
        }
    }

    /**
     * Hot and cold rows: 0.1 and 0.9 mean that nine updates of ten go to a tenth of the data.
     *
     * @param data the hot rows' share of the table's bytes, above 0 and below 1
     * @param updates the share of the updates that hit them
     */
    public static Skew hot(double data, double updates) {
        return new Skew(List.of(new Group(data, updates), new Group(1 - data, 1 - updates)));
    }

    /**
     * Zipf's law: the row that is the r-th in popularity gets updates in proportion to r<sup>−exponent</sup>. Ranks are cut into groups
     * that each begin at twice the rank of the one before, so within a group popularity differs by 2<sup>exponent</sup> at most.
     *
     * @param exponent at least 0
     * @param rows how many rows the table has, at least 1
     */
    public static Skew zipf(double exponent, long rows) {
        if (!(exponent >= 0) || rows < 1) {
            throw new IllegalArgumentException(
                    "Zipf's law: expected an exponent of at least 0 and at least 1 row, found " + exponent + " and "
                            + rows);
        }
        List<double[]> raw = new ArrayList<>();
        double all = 0;
        for (long first = 1; first <= rows; first = first > rows / 2 ? rows + 1 : 2 * first) {
            long past = first > rows / 2 ? rows + 1 : 2 * first;
            double weight = weight(exponent, first, past);
            raw.add(new double[] {past - first, weight});
            all += weight;
        }
        List<Group> groups = new ArrayList<>();
        for (double[] group : raw) {
            groups.add(new Group(group[0] / rows, group[1] / all));
        }
        return new Skew(groups);
    }

    /** The sum of r^−exponent for the ranks from first to before past: summed for few, else the integral between the half ranks. */
    private static double weight(double exponent, long first, long past) {
        if (past - first <= 64) {
            double sum = 0;
            for (long rank = first; rank < past; rank++) {
                sum += Math.pow((double) rank, -exponent);
            }
            return sum;
        }
        double from = first - 0.5;
        double to = past - 0.5;
        return Math.abs(exponent - 1) < SLACK
                ? Math.log(to / from)
                : (Math.pow(to, 1 - exponent) - Math.pow(from, 1 - exponent)) / (1 - exponent);
    }
}
