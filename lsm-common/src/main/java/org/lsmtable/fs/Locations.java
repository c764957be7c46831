package org.lsmtable.fs;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.lsmtable.options.Credentials;

/**
 * How places are spelled, and which spellings mean the same. A local place is a path without a scheme. Any other one is
 * {@code scheme://authority/path}, where every character of the path stands for itself: nothing is percent-encoded, as Hadoop has it.
 */
public final class Locations {
    /** Two letters at least: one letter is a drive of Windows. */
    private static final Pattern WITH_SCHEME =
            Pattern.compile("([A-Za-z][A-Za-z0-9+.-]+):(?://([^/]*))?(/.*)?", Pattern.DOTALL);

    private static final String LOCAL_SCHEME = "file";

    private Locations() {}

    /** Whether a place lies on a local disk. */
    public static boolean isLocal(String place) {
        return schemeOf(place).equals(LOCAL_SCHEME);
    }

    /** The scheme in lower case; {@code file} for a path without one. */
    public static String schemeOf(String place) {
        int colon = place.indexOf(':');
        if (colon < 2 || colon + 1 >= place.length() || place.charAt(colon + 1) != '/') {
            return LOCAL_SCHEME;
        }
        Matcher matcher = WITH_SCHEME.matcher(place);
        return matcher.matches() ? matcher.group(1).toLowerCase(Locale.ROOT) : LOCAL_SCHEME;
    }

    /** A local place without its scheme: {@code file:/a} and {@code file:///a} are {@code /a}. Characters stand for themselves. */
    public static String localPath(String place) {
        if (!place.regionMatches(true, 0, LOCAL_SCHEME + ":/", 0, LOCAL_SCHEME.length() + 2)) {
            return place;
        }
        String path = place.substring(LOCAL_SCHEME.length() + 1);
        int slash = path.startsWith("//") ? path.indexOf('/', 2) : 0;
        return slash < 0 ? "/" : path.substring(slash);
    }

    /**
     * The place that a path means when it stands in something that lies in a folder: below that folder, or, if it begins with a slash, anywhere
     * in the same file system; one with a scheme means itself.
     *
     * @param folder as {@link #canonical} spells it
     */
    public static String resolve(String folder, String path) {
        String trimmed = withoutTrailingSlash(path);
        if (WITH_SCHEME.matcher(trimmed).matches() && trimmed.indexOf(":/") >= 2) {
            return localPath(trimmed);
        }
        if (!trimmed.startsWith("/")) {
            return folder + "/" + trimmed;
        }
        Matcher matcher = WITH_SCHEME.matcher(folder);
        String rest = matcher.matches() ? matcher.group(3) : folder;
        return rest == null ? folder + trimmed : folder.substring(0, folder.length() - rest.length()) + trimmed;
    }

    /**
     * The one spelling of a place: no repeated or trailing slashes, no {@code .} and {@code ..}, the scheme in lower case; a
     * {@code file:} URI becomes a path, its percent-encoding resolved, as {@link java.nio.file.Path#toUri()} writes it. A path without
     * scheme stays as it is, but for slashes at its end.
     *
     * @throws IllegalArgumentException if it is no URI, or holds a password, which messages would show
     */
    public static String canonical(String place) {
        Matcher matcher = WITH_SCHEME.matcher(place);
        if (place.indexOf(":/") < 2 || !matcher.matches()) {
            return withoutTrailingSlash(place);
        }
        String scheme = matcher.group(1).toLowerCase(Locale.ROOT);
        if (!Credentials.mask(place).equals(place)) {
            throw new IllegalArgumentException(Credentials.mask(place)
                    + ": a location must not hold a password, which messages would show; give it to the file"
                    + " system as an option");
        }
        if (scheme.equals(LOCAL_SCHEME)) {
            return withoutTrailingSlash(decoded(place));
        }
        String authority = matcher.group(2);
        String path = matcher.group(3);
        String prefix = scheme + ":" + (authority == null || authority.isEmpty() ? "" : "//" + authority);
        String normal = normalized(path == null ? "/" : path);
        return normal.equals("/") ? prefix + "/" : prefix + normal;
    }

    /**
     * The one spelling of the place that a URI means, its percent-encoding resolved.
     *
     * @throws IllegalArgumentException if it has no scheme or no path, or holds a password
     */
    public static String of(URI uri) {
        String path = uri.getPath();
        if (uri.getScheme() == null || path == null) {
            throw new IllegalArgumentException(
                    Credentials.mask(uri.toString()) + ": expected a URI with a scheme and a path");
        }
        if (uri.getScheme().equalsIgnoreCase(LOCAL_SCHEME)) {
            return canonical(uri.toString());
        }
        String authority = uri.getRawAuthority();
        return canonical(uri.getScheme() + ":" + (authority == null ? "" : "//" + authority) + path);
    }

    private static String decoded(String fileUri) {
        try {
            URI uri = new URI(fileUri);
            String path = uri.getPath();
            if (path == null || uri.getQuery() != null || uri.getFragment() != null) {
                throw new IllegalArgumentException(
                        fileUri + ": expected a file: URI with a path and nothing behind it");
            }
            if (uri.getAuthority() != null) {
                throw new IllegalArgumentException(
                        fileUri + ": expected file:/path or file:///path, found the host '" + uri.getAuthority() + "'");
            }
            return path;
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException(fileUri + ": not a URI: " + e.getReason(), e);
        }
    }

    private static String normalized(String path) {
        Deque<String> parts = new ArrayDeque<>();
        for (String part : path.split("/", -1)) {
            if (part.equals("..")) {
                parts.pollLast();
            } else if (!part.isEmpty() && !part.equals(".")) {
                parts.addLast(part);
            }
        }
        return "/" + String.join("/", parts);
    }

    private static String withoutTrailingSlash(String path) {
        int end = path.length();
        while (end > 1 && path.charAt(end - 1) == '/') {
            end--;
        }
        return path.substring(0, end);
    }
}
