package org.lsmtable.tools.command;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.lsmtable.maintenance.DeletionPlan;
import org.lsmtable.maintenance.Retention;
import org.lsmtable.table.Table;
import org.lsmtable.tools.console.CliException;
import org.lsmtable.tools.console.ExitCode;
import org.lsmtable.tools.console.Session;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Expires snapshots, tags and consumers. */
@Command(
        name = "expire",
        header = "Deletes old snapshots, and the files that nothing needs without them.",
        description = {
            "Shows what would go, and deletes it with --execute: the oldest snapshots that the table's",
            "options do not keep (snapshot.num-retained.min and .max, snapshot.time-retained,",
            "snapshot.expire.limit) or those given here do not; tags whose time is over; consumers that have",
            "not moved for consumer.expiration-time. With them go the files that no other snapshot, tag or",
            "branch needs. Snapshots that a consumer has still to read stay.",
            "",
            "A snapshot goes when the one after it is older than the age, or there are more than the maximum;",
            "never one of the newest, as many as the minimum says. Writers do the same after each commit,",
            "unless the table's option write-only is set."
        },
        footer = {
            "",
            "Example:",
            "  lsm expire /data/orders",
            "  lsm expire /data/orders --retain-min 1 --older-than 7d --execute",
            "  lsm expire /data/orders --retain-max 100 --max-deletes 1000 --execute"
        })
final class ExpireCommand extends TableCommand {
    @Option(names = "--retain-min", paramLabel = "N", description = "The newest snapshots that stay in any case.")
    private @Nullable Integer retainMin;

    @Option(
            names = "--retain-max",
            paramLabel = "N",
            description = "How many snapshots stay at most, whatever their age.")
    private @Nullable Integer retainMax;

    @Option(
            names = "--older-than",
            paramLabel = "AGE|TIME",
            description =
                    "A snapshot may go if the one after it is older than this: an age such as 7d or 12h, or a time"
                            + " such as 2026-01-31T10:00:00Z. The option 'snapshot.time-retained' unless given.")
    private @Nullable String olderThan;

    @Option(names = "--max-deletes", paramLabel = "N", description = "How many snapshots go at most.")
    private @Nullable Integer maxDeletes;

    @Option(names = "--execute", description = "Delete, do not only show what would go.")
    private boolean execute;

    ExpireCommand(Session session) {
        super(session);
    }

    @Override
    ExitCode run() throws IOException {
        try (Table table = open(plainAddress())) {
            Retention retention = retention(table.maintenance().retention());
            DeletionPlan plan = table.maintenance().expiry(retention);
            if (plan.snapshots().getCount() == retention.limit()) {
                session.say(
                        "at most " + (retention.limit() == 1 ? "1 snapshot goes" : retention.limit() + " snapshots go")
                                + " at once (--max-deletes, or option"
                                + " 'snapshot.expire.limit'); there may be more");
            }
            if (plan.isEmpty()) {
                sumUp("nothing expires");
            }
            Deletion.show(this, table, plan, execute);
        }
        return ExitCode.DONE;
    }

    private Retention retention(Retention stored) {
        String moment = olderThan;
        Duration time = stored.time();
        if (moment != null) {
            Instant from = Moments.parse("--older-than", moment, environment().clock());
            time = Duration.between(from, environment().clock().instant());
        }
        requirePositive("--retain-min", retainMin);
        requirePositive("--retain-max", retainMax);
        requirePositive("--max-deletes", maxDeletes);
        if (retainMin != null && retainMax != null && retainMin > retainMax) {
            throw CliException.usage(
                    "--retain-min: expected at most " + retainMax + ", the number of --retain-max, found " + retainMin);
        }
        try {
            // a smaller maximum means fewer that stay in any case, unless both are given
            int max = retainMax == null ? Math.max(stored.max(), retainMin == null ? 1 : retainMin) : retainMax;
            int min = retainMin == null ? Math.min(stored.min(), max) : retainMin;
            return new Retention(min, max, time, maxDeletes == null ? stored.limit() : maxDeletes);
        } catch (IllegalArgumentException e) {
            throw new CliException(ExitCode.USAGE, String.valueOf(e.getMessage()), e);
        }
    }

    private static void requirePositive(String option, @Nullable Integer number) {
        if (number != null && number < 1) {
            throw CliException.usage(option + ": expected at least 1, found " + number);
        }
    }
}
