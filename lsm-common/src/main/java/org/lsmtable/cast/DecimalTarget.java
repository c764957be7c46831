package org.lsmtable.cast;

import java.math.BigDecimal;
import java.math.RoundingMode;
import org.lsmtable.data.Values;
import org.lsmtable.types.DecimalType;
import org.lsmtable.vector.ColumnVector;

/** DECIMAL: rounded half up to the scale; null if there are too many digits before the point. */
final class DecimalTarget extends Target {
    private final DecimalType type;

    DecimalTarget(DecimalType type) {
        this.type = type;
    }

    @Override
    void whole(long value, ColumnVector result) {
        decimal(BigDecimal.valueOf(value), result);
    }

    /** By the shortest text of the number, so that 1.005 is rounded as it is read. */
    @Override
    void real(double value, ColumnVector result) {
        decimal(BigDecimal.valueOf(value), result);
    }

    @Override
    void text(String value, ColumnVector result) {
        decimal(new BigDecimal(value), result);
    }

    @Override
    void decimal(BigDecimal value, ColumnVector result) {
        long digits = (long) value.precision() - value.scale();
        if (value.signum() == 0 || digits < -type.scale()) {
            Values.append(BigDecimal.ZERO.setScale(type.scale()), result); // a huge exponent is not spelled out
            return;
        }
        if (digits > type.precision() - type.scale()) {
            result.appendNulls(1);
            return;
        }
        BigDecimal rounded = value.setScale(type.scale(), RoundingMode.HALF_UP);
        if (rounded.precision() > type.precision()) {
            result.appendNulls(1);
        } else {
            Values.append(rounded, result);
        }
    }
}
