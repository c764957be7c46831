package org.lsmtable.compact;

/** Binomial coefficients C(a, i) = a (a − 1) … (a − i + 1) / i! of a real number above, and what is above for a given one. */
final class Binomial {
    private static final int MOST_STEPS = 100;
    private static final double PRECISION = 1e-14;

    private Binomial() {}

    /** C(a, i), for a not below i − 1, where it grows with a. */
    static double choose(double a, int i) {
        double product = 1;
        for (int j = 0; j < i; j++) {
            product *= (a - j) / (i - j);
        }
        return product;
    }

    /**
     * The a of a C(a, i).
     *
     * @param value at least 1
     * @param i at least 1
     * @return at least i
     */
    static double above(double value, int i) {
        // log C(a, i) is concave in a, so from a smaller a Newton's method comes nearer with each step and never
        // passes.
        double logOfFactorial = 0;
        for (int j = 2; j <= i; j++) {
            logOfFactorial += StrictMath.log(j);
        }
        double logOfValue = StrictMath.log(value);
        double mean = StrictMath.exp((logOfValue + logOfFactorial) / i);
        // The geometric mean of a, a - 1, ..., a - i + 1 is at most the arithmetic one.
        double a = Math.max(i, mean + (i - 1) / 2.0);
        for (int step = 0; step < MOST_STEPS; step++) {
            double missing = (logOfValue - StrictMath.log(choose(a, i))) / reciprocals(a, i);
            if (!(missing > a * PRECISION)) {
                break;
            }
            a += missing;
        }
        return a;
    }

    /** The derivative of log C(a, i). */
    private static double reciprocals(double a, int i) {
        double sum = 0;
        for (int j = 0; j < i; j++) {
            sum += 1 / (a - j);
        }
        return sum;
    }
}
