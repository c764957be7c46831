package org.lsmtable.tools.page;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.lsmtable.tools.console.Sizes;

/** Numbers for headlines and running text. */
final class Texts {
    private static final String NOTHING = "–";

    private Texts() {}

    /** {@code 5.83×}; nothing is a dash. */
    static String factor(@Nullable Double value) {
        return value == null ? NOTHING : String.format(Locale.ROOT, "%.2f×", value);
    }

    /** {@code 4.2}; nothing is a dash. */
    static String mean(@Nullable Double value) {
        return value == null ? NOTHING : String.format(Locale.ROOT, "%.1f", value);
    }

    static String bytes(long bytes) {
        return Sizes.text(bytes);
    }

    /** {@code 1 file}, {@code 1,234 files}. */
    static String count(long count, String noun) {
        return String.format(Locale.ROOT, "%,d %s%s", count, noun, count == 1 ? "" : "s");
    }

    static String number(long count) {
        return String.format(Locale.ROOT, "%,d", count);
    }

    /** To the second, in UTC. */
    static String time(long millis) {
        return Instant.ofEpochMilli(millis).truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
