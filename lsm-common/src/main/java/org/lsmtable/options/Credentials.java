package org.lsmtable.options;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What must never be shown, and the one place that hides it: values of options whose names say that they are secret, passwords in
 * URIs, signatures in signed URIs. Whatever a store or a library has said goes through here before anyone sees it.
 */
public final class Credentials {
    /** What is shown instead. */
    public static final String MASK = "***";

    /** Shorter values turn up inside harmless words. */
    private static final int SHORTEST_HIDDEN = 6;

    /** Options of the table format that end like a credential and are none. */
    private static final Set<String> HARMLESS = Set.of("bucket-key", "primary-key", "nested-key");

    /** How the names of credentials end, in lower case and without separators. */
    private static final List<String> ENDINGS = List.of(
            "key",
            "keyid",
            "secret",
            "password",
            "passwd",
            "pass",
            "passphrase",
            "token",
            "credential",
            "credentials",
            "signature",
            "jaasconfig");

    /** Stores whose option names end in an account or a container. */
    private static final Pattern SECRET_OF_AN_ACCOUNT =
            Pattern.compile("fs\\.(?:.*\\.)?(?:account\\.key|sas|secret|password|refresh\\.token|fixed\\.token)\\..+");

    /** The user may stay, the password goes. What looks like a port is one. */
    private static final Pattern PASSWORD_IN_URI =
            Pattern.compile("(?<=://)([^/:@\\s]*):(?!\\d{0,5}(?:/|$|\\s))([^@\\s]+)@");

    /**
     * {@code key=value}, {@code 'key' = 'value'}, {@code "key":"value"}; not a partition's folder, whose name is a column's.
     */
    private static final Pattern PAIR = Pattern.compile("(?<![/A-Za-z0-9._-])([A-Za-z][A-Za-z0-9._-]*)"
            + "([\"']?\\s*=\\s*|\"\\s*:\\s*(?=\"))(\"(?:[^\"\\\\]|\\\\.)*\"|'[^']*'|[^\\s&,;\"')}\\]]+)");

    /** Names without a dot or dash that are no column's either, or not likely. */
    private static final Set<String> SECRET_WORDS = Set.of("password", "passwd", "sig");

    private final List<String> values;

    private Credentials(List<String> values) {
        this.values = values;
    }

    /** Knows the values of these options that are credentials, to hide them wherever they turn up. */
    public static Credentials of(Map<String, String> options) {
        List<String> values = new ArrayList<>();
        options.forEach((key, value) -> {
            if (value.length() >= SHORTEST_HIDDEN && isCredential(key)) {
                values.add(value);
            }
        });
        // a value that is part of another one must not go first
        values.sort((a, b) -> Integer.compare(b.length(), a.length()));
        return new Credentials(values);
    }

    /** Whether an option of this name holds what must not be shown. */
    public static boolean isCredential(String key) {
        String name = key.toLowerCase(Locale.ROOT);
        if (HARMLESS.stream().anyMatch(end -> name.equals(end) || name.endsWith("." + end))) {
            return false;
        }
        String hadoopName = name.startsWith("hadoop.") ? name.substring("hadoop.".length()) : name;
        String letters = name.replaceAll("[^a-z0-9]", "");
        return ENDINGS.stream().anyMatch(letters::endsWith)
                || SECRET_OF_AN_ACCOUNT.matcher(hadoopName).matches();
    }

    /** The value of an option as it may be shown. */
    public static String shown(String key, String value) {
        return isCredential(key) ? MASK : value;
    }

    /** A text without what looks like a credential in it. */
    public static String mask(String text) {
        String masked = text;
        if (masked.indexOf('@') >= 0) {
            masked = PASSWORD_IN_URI.matcher(masked).replaceAll("$1:***@");
        }
        return PAIR.matcher(masked).replaceAll(pair -> {
            String key = pair.group(1);
            boolean isOption = key.indexOf('.') >= 0 || key.indexOf('-') >= 0;
            boolean isSecret = isOption ? isCredential(key) : SECRET_WORDS.contains(key.toLowerCase(Locale.ROOT));
            return Matcher.quoteReplacement(isSecret ? key + pair.group(2) + masked(pair.group(3)) : pair.group());
        });
    }

    private static String masked(String value) {
        char first = value.charAt(0);
        return first == '"' || first == '\'' ? first + MASK + first : MASK;
    }

    /** A text without what looks like a credential and without the values known to be one. */
    public String hide(String text) {
        String hidden = text;
        for (String value : values) {
            hidden = hidden.replace(value, MASK);
        }
        return mask(hidden);
    }
}
