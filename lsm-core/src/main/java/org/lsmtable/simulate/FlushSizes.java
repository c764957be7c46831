package org.lsmtable.simulate;

import java.util.SplittableRandom;
import java.util.function.DoubleSupplier;

/** How many bytes of rows each flush brings, before rows with the same key have met in the write buffer. */
public sealed interface FlushSizes {
    /** The sizes of one simulation, one a call, the same sequence each time. */
    DoubleSupplier draw();

    /** All alike. */
    record Constant(double bytes) implements FlushSizes {
        public Constant {
            requirePositive(bytes);
        }

        @Override
        public DoubleSupplier draw() {
            return () -> bytes;
        }
    }

    /** Anything between two bounds. */
    record Uniform(double minBytes, double maxBytes, long seed) implements FlushSizes {
        public Uniform {
            requirePositive(minBytes);
            if (!(maxBytes >= minBytes)) {
                throw new IllegalArgumentException(
                        "flush sizes: expected a maximum of at least " + minBytes + " bytes, found " + maxBytes);
            }
        }

        @Override
        public DoubleSupplier draw() {
            SplittableRandom random = new SplittableRandom(seed);
            return () -> minBytes + random.nextDouble() * (maxBytes - minBytes);
        }
    }

    /**
     * Mostly small, some many times larger: the logarithms of the sizes are normally distributed.
     *
     * @param meanBytes the mean of the sizes themselves
     * @param sigma the standard deviation of their natural logarithms, from 0 to {@value #MAX_SIGMA}; beyond it hardly any sample comes
     *     near the mean
     */
    record LogNormal(double meanBytes, double sigma, long seed) implements FlushSizes {
        /** The greatest sigma. */
        public static final double MAX_SIGMA = 5;

        public LogNormal {
            requirePositive(meanBytes);
            if (!(sigma >= 0 && sigma <= MAX_SIGMA)) {
                throw new IllegalArgumentException(
                        "flush sizes: expected a sigma from 0 to " + MAX_SIGMA + ", found " + sigma);
            }
        }

        @Override
        public DoubleSupplier draw() {
            SplittableRandom random = new SplittableRandom(seed);
            double median = meanBytes * Math.exp(-sigma * sigma / 2);
            return () -> median * Math.exp(sigma * random.nextGaussian());
        }
    }

    private static void requirePositive(double bytes) {
        if (!(bytes > 0) || Double.isInfinite(bytes)) {
            throw new IllegalArgumentException("flush sizes: expected bytes above 0, found " + bytes);
        }
    }
}
