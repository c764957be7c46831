package org.lsmtable.cast;

import java.math.BigDecimal;
import org.lsmtable.types.DataType;
import org.lsmtable.types.DecimalType;
import org.lsmtable.types.TypeRoot;
import org.lsmtable.vector.ColumnVector;
import org.lsmtable.vector.IntVector;
import org.lsmtable.vector.LongVector;

/**
 * FLOAT and DOUBLE: the nearest number of the type, but for decimals that are stored in eight bytes: these are divided by a power of ten as
 * floating numbers, and so are rounded twice.
 */
final class RealTarget extends Target {
    private final boolean isFloat;
    private final boolean dividesDecimals;

    RealTarget(DataType from, TypeRoot root) {
        this.isFloat = root == TypeRoot.FLOAT;
        this.dividesDecimals = from instanceof DecimalType decimal && decimal.isCompact();
    }

    private void putFloat(float value, ColumnVector result) {
        ((IntVector) result).append(Float.floatToRawIntBits(value));
    }

    private void putDouble(double value, ColumnVector result) {
        ((LongVector) result).append(Double.doubleToRawLongBits(value));
    }

    @Override
    void whole(long value, ColumnVector result) {
        if (isFloat) {
            putFloat((float) value, result); // not by way of a double, which would round twice
        } else {
            putDouble((double) value, result);
        }
    }

    @Override
    void real(double value, ColumnVector result) {
        if (isFloat) {
            putFloat((float) value, result);
        } else {
            putDouble(value, result);
        }
    }

    @Override
    void decimal(BigDecimal value, ColumnVector result) {
        real(dividesDecimals ? divided(value) : value.doubleValue(), result);
    }

    private static double divided(BigDecimal value) {
        return value.unscaledValue().longValueExact()
                / BigDecimal.ONE.scaleByPowerOfTen(value.scale()).doubleValue();
    }

    /** As Java reads numbers: blanks around do not count, NaN and Infinity are numbers. */
    @Override
    void text(String value, ColumnVector result) {
        if (isFloat) {
            putFloat(Float.parseFloat(value), result);
        } else {
            putDouble(Double.parseDouble(value), result);
        }
    }
}
