package org.lsmtable.tools.query;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.regex.Pattern;
import org.lsmtable.table.SnapshotRef;
import org.lsmtable.tools.console.CliException;

/** A state of a table as a command names it: a snapshot's number, a time with its zone, and anything else is a tag. */
public final class StateText {
    /** What a state may be, for messages. */
    public static final String EXPECTED = "a snapshot's number, a tag or a time such as 2026-01-31T10:00:00Z";

    private static final Pattern LIKE_A_TIME = Pattern.compile("\\d{4}[-/.]\\d{1,2}([-/.].*)?|\\d{1,2}:\\d{2}.*");

    private StateText() {}

    /**
     * Reads a text that is not blank.
     *
     * @throws CliException if it is a number or time that no snapshot can have
     */
    public static SnapshotRef parse(String text) {
        try {
            return SnapshotRef.parse(text);
        } catch (IllegalArgumentException e) {
            throw CliException.usage(String.valueOf(e.getMessage()));
        }
    }

    /** What to tell somebody for whose text there is no tag. */
    public static String hint(String noTag) {
        if (!LIKE_A_TIME.matcher(noTag).matches()) {
            return "expected " + EXPECTED;
        }
        try {
            return "a time has a time of day and a zone, as " + LocalDate.parse(noTag) + "T00:00:00Z";
        } catch (DateTimeException noDate) {
            try {
                LocalDateTime.parse(noTag);
                return "a time has a zone, as " + noTag + "Z";
            } catch (DateTimeException noDateTime) {
                return "nor is it a time, such as 2026-01-31T10:00:00Z";
            }
        }
    }
}
