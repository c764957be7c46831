package org.lsmtable.tools.command;

import java.time.Clock;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import org.lsmtable.tools.console.CliException;
import org.lsmtable.tools.console.ExitCode;
import org.lsmtable.tools.query.QuantityConverters;

/** Moments in the past, given as an age or as a time. */
final class Moments {
    private Moments() {}

    /**
     * The moment meant by the value of an option: an age such as {@code 7 d}, whose unit must be given, or a time such as
     * {@code 2026-01-31T10:00:00Z}, which must not be in the future.
     *
     * @param option its name, for the message
     */
    static Instant parse(String option, String text, Clock clock) {
        Instant now = clock.instant();
        Instant moment = moment(option, text, now);
        if (moment.isAfter(now)) {
            throw CliException.usage(
                    option + ": expected a time that is past, found " + text + ", which is in the future");
        }
        return moment;
    }

    private static Instant moment(String option, String text, Instant now) {
        try {
            return now.minus(QuantityConverters.duration(text));
        } catch (IllegalArgumentException | ArithmeticException | DateTimeException e) {
            try {
                return OffsetDateTime.parse(text).toInstant();
            } catch (DateTimeException notTime) {
                throw new CliException(
                        ExitCode.USAGE,
                        option + ": expected an age such as '7 d' or a time such as 2026-01-31T10:00:00Z, found '"
                                + text + "'",
                        e);
            }
        }
    }
}
