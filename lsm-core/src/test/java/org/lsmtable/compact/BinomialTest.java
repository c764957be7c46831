package org.lsmtable.compact;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import org.assertj.core.data.Offset;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class BinomialTest {
    private static BigInteger coefficient(int n, int k) {
        BigInteger product = BigInteger.ONE;
        for (int j = 0; j < k; j++) {
            product = product.multiply(BigInteger.valueOf(n - j));
        }
        for (int j = 2; j <= k; j++) {
            product = product.divide(BigInteger.valueOf(j));
        }
        return product;
    }

    @Test
    void agreesWithWholeNumbers() {
        for (int i = 1; i <= 30; i++) {
            for (int a = i; a <= i + 40; a++) {
                double exact = coefficient(a, i).doubleValue();
                assertThat(Binomial.choose(a, i))
                        .as("C(%d, %d)", a, i)
                        .isCloseTo(exact, Percentage.withPercentage(1e-9));
                assertThat(Binomial.above(exact, i))
                        .as("a of C(a, %d) = %f", i, exact)
                        .isCloseTo(a, Offset.offset(1e-6));
            }
            assertThat(Binomial.choose(i - 1, i)).isZero();
        }
    }

    /** C(5/2, 2) = (5/2) (3/2) / 2; C(7/2, 3) = (7/2) (5/2) (3/2) / 6. */
    @Test
    void goesOnBetweenThem() {
        assertThat(Binomial.choose(2.5, 2)).isEqualTo(1.875);
        assertThat(Binomial.choose(3.5, 3)).isCloseTo(2.1875, Offset.offset(1e-12));
        assertThat(Binomial.above(1.875, 2)).isCloseTo(2.5, Offset.offset(1e-12));
    }

    @Test
    void findsWhatIsAboveForAnyValue() {
        for (int i : new int[] {1, 2, 3, 7, 50, 200}) {
            for (double value = 1; value < 1e18; value *= 3.7) {
                double a = Binomial.above(value, i);
                assertThat(a).isGreaterThanOrEqualTo(i);
                assertThat(Binomial.choose(a, i))
                        .as("%f, %d", value, i)
                        .isCloseTo(value, Percentage.withPercentage(1e-6));
            }
        }
    }
}
