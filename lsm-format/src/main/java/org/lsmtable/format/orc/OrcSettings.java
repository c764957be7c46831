package org.lsmtable.format.orc;

import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.lsmtable.options.FileOptions;
import org.lsmtable.options.Options;

/** The options of a table as the ORC library takes them. */
final class OrcSettings {
    private static final String PREFIX = "orc.";

    private OrcSettings() {}

    /** All keys of the table that begin with {@code orc.}; nothing is read from files of configuration. */
    static Configuration configuration(Options options) {
        Configuration configuration = new Configuration(false);
        for (Map.Entry<String, String> option : options.asMap().entrySet()) {
            if (option.getKey().startsWith(PREFIX)) {
                configuration.set(option.getKey(), option.getValue());
            }
        }
        return configuration;
    }

    /** Whether timestamps with local time zone are shifted. */
    static boolean shiftsZone(Options options) {
        return options.get(FileOptions.ORC_LEGACY_LOCAL_ZONE);
    }
}
