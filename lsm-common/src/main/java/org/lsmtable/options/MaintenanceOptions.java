package org.lsmtable.options;

import java.time.Duration;
import java.util.List;

/** What keeps snapshots beside their number and age, and for how long (spec: options, consumers and tags). */
public final class MaintenanceOptions {
    public static final Option<Duration> CONSUMER_EXPIRATION_TIME = Option.ofDuration(
            "consumer.expiration-time",
            null,
            "Time after which a consumer that has not moved is removed; unset: never.");
    public static final Option<Boolean> CONSUMER_CHANGELOG_ONLY = Option.ofBoolean(
            "consumer.changelog-only", false, "Whether consumers keep only long-lived changelogs, not snapshots.");
    public static final Option<Boolean> TAG_TIME_EXPIRE = Option.ofBoolean(
            "tag.time-expire-enabled", true, "Whether tags are removed when the time they were given is over.");

    static final List<Option<?>> ALL = List.of(CONSUMER_EXPIRATION_TIME, CONSUMER_CHANGELOG_ONLY, TAG_TIME_EXPIRE);

    private MaintenanceOptions() {}
}
