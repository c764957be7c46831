package org.lsmtable.tools.console;

import java.util.Locale;

/** Byte counts for people. */
public final class Sizes {
    private static final String[] UNITS = {"B", "KiB", "MiB", "GiB", "TiB"};

    private Sizes() {}

    /** {@code 1099 B}, {@code 12.5 MiB}: whole bytes below ten thousand. */
    public static String text(long bytes) {
        if (bytes < 10_000) {
            return bytes + " B";
        }
        double value = bytes;
        int unit = 0;
        while (value >= 1024 && unit < UNITS.length - 1) {
            value /= 1024;
            unit++;
        }
        return String.format(Locale.ROOT, "%.1f %s", value, UNITS[unit]);
    }
}
