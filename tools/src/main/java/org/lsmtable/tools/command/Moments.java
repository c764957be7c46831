package org.lsmtable.tools.command;

import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import org.lsmtable.tools.console.CliException;
import org.lsmtable.tools.console.ExitCode;

/** Moments in the past, given as an age or as a time. */
final class Moments {
    private static final org.lsmtable.options.Option<Duration> AGE =
            org.lsmtable.options.Option.ofDuration("age", null, "An age.");

    private Moments() {}

    /**
     * The moment meant by the value of an option: an age such as {@code 7d}, or a time such as {@code 2026-01-31T10:00:00Z}.
     *
     * @param option its name, for the message
     */
    static Instant parse(String option, String text, Clock clock) {
        try {
            return clock.instant().minus(AGE.parser().apply(text));
        } catch (IllegalArgumentException e) {
            try {
                return OffsetDateTime.parse(text).toInstant();
            } catch (DateTimeException notTime) {
                throw new CliException(
                        ExitCode.USAGE,
                        option + ": expected an age such as '7d' or a time such as 2026-01-31T10:00:00Z, found '" + text
                                + "'",
                        e);
            }
        }
    }
}
