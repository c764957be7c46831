package org.lsmtable.tools.query;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.lsmtable.options.Option;
import org.lsmtable.options.TableOptions;
import org.lsmtable.tools.console.CliException;

/**
 * The option keys that exist. A table may carry any key, and unknown ones are ignored; but a key that a user types and nobody knows is a
 * slip, which would otherwise stay unseen.
 */
public final class OptionNames {
    private static final String RESOURCE = "/format-options.txt";

    private OptionNames() {}

    /** Refuses keys that neither this engine nor the table format knows. */
    public static void check(Collection<String> keys) {
        check("-O", keys);
    }

    /**
     * The same.
     *
     * @param flag what the keys were given with, for the message
     */
    public static void check(String flag, Collection<String> keys) {
        if (keys.isEmpty()) {
            return;
        }
        Set<String> known = known();
        for (String key : keys) {
            if (!isKnown(key, known)) {
                String hint = Spelling.nearest(key, known)
                        .map(near -> "; nearest is '" + near + "'")
                        .orElse("; neither the table format nor lsm-table has it");
                throw CliException.usage(flag + ": no option '" + key + "'" + hint);
            }
        }
    }

    private static boolean isKnown(String key, Set<String> known) {
        return known.contains(key) || known.stream().anyMatch(k -> k.endsWith(".") && key.startsWith(k));
    }

    private static Set<String> known() {
        Set<String> known = new TreeSet<>();
        for (Option<?> option : TableOptions.all()) {
            known.add(option.key());
            known.addAll(option.fallbackKeys());
        }
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(
                Objects.requireNonNull(OptionNames.class.getResourceAsStream(RESOURCE)), StandardCharsets.UTF_8))) {
            lines.lines().filter(line -> !line.startsWith("#")).forEach(known::add);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return known;
    }
}
