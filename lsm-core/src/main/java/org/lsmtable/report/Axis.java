package org.lsmtable.report;

/**
 * An axis of a chart.
 *
 * @param label what is measured
 */
public record Axis(String label, Unit unit, Scale scale) {
    /** How values become places. */
    public enum Scale {
        /** From zero for what is measured, from the smallest for what it is measured over. */
        LINEAR,
        /** Values that are not above zero are left out. */
        LOG
    }

    /** A linear axis. */
    public static Axis linear(String label, Unit unit) {
        return new Axis(label, unit, Scale.LINEAR);
    }

    /** A logarithmic axis. */
    public static Axis log(String label, Unit unit) {
        return new Axis(label, unit, Scale.LOG);
    }

    void write(String name, PageJson json) throws java.io.IOException {
        json.startObject(name);
        json.text("label", label);
        json.text("unit", unit.name());
        json.text("scale", scale.name());
        json.endObject();
    }
}
