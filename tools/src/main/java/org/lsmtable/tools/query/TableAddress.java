package org.lsmtable.tools.query;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.lsmtable.schema.TablePaths;
import org.lsmtable.table.SnapshotRef;
import org.lsmtable.tools.console.CliException;
import org.lsmtable.types.UnsupportedFeatureException;

/**
 * A table as a command names it: {@code path}, {@code path@7}, {@code path@tag}, {@code path@2026-01-31T10:00:00Z}, {@code path$files},
 * {@code path$branch_b}, {@code path$branch_b$files}. A folder that exists under the whole text is meant literally.
 *
 * @param location the absolute path of the folder
 * @param ref the state asked for, null for the latest
 * @param branch the branch, {@code main} for the table itself
 * @param systemTable the name behind the dollar sign in lower case, null for the table itself
 */
public record TableAddress(
        String location,
        String branch,
        @Nullable SnapshotRef ref,
        @Nullable String systemTable) {
    private static final String BRANCH_PREFIX = "branch_";
    private static final Pattern SCHEME = Pattern.compile("([A-Za-z][A-Za-z0-9+.-]+):/.*");

    /**
     * Reads an address; relative paths are relative to a folder.
     *
     * @throws UnsupportedFeatureException naming the scheme, if it is a URI of another file system
     */
    public static TableAddress parse(String text, Path folder) {
        if (text.isEmpty()) {
            throw CliException.usage("the table path is empty");
        }
        String path = localPath(text);
        if (Files.isDirectory(folder.resolve(path))) {
            return new TableAddress(absolute(path, folder), TablePaths.MAIN, null, null);
        }
        String ref = null;
        String branch = null;
        String systemTable = null;
        int nameAt = path.lastIndexOf('/') + 1;
        // A state may stand before or behind what it is of: path@7$files, path$files@7. A branch stands before its
        // system tables.
        for (int i = 0; i < 3; i++) {
            int at = Math.max(path.lastIndexOf('@'), path.lastIndexOf('$'));
            if (at <= nameAt) {
                break;
            }
            String suffix = path.substring(at + 1);
            if (path.charAt(at) == '@' && ref == null) {
                ref = suffix;
            } else if (path.charAt(at) == '$' && suffix.startsWith(BRANCH_PREFIX) && branch == null) {
                branch = suffix.substring(BRANCH_PREFIX.length());
            } else if (path.charAt(at) == '$' && systemTable == null && branch == null) {
                systemTable = suffix.toLowerCase(Locale.ROOT);
            } else {
                break;
            }
            path = path.substring(0, at);
        }
        if (ref != null && ref.isEmpty()) {
            throw CliException.usage(text + ": expected a snapshot id, a tag or a time behind '@', found nothing");
        }
        if (branch != null && branch.isEmpty()) {
            throw CliException.usage(text + ": expected the name of a branch behind '$branch_', found nothing");
        }
        return new TableAddress(
                absolute(path, folder),
                branch == null ? TablePaths.MAIN : branch,
                ref == null ? null : SnapshotRef.parse(ref),
                systemTable);
    }

    /** The state asked for, or the latest. */
    public SnapshotRef refOrLatest() {
        return ref == null ? SnapshotRef.latest() : ref;
    }

    /** Where the files of the table, or of its branch, are. */
    public TablePaths paths() {
        return new TablePaths(location, branch);
    }

    private static String absolute(String path, Path folder) {
        return folder.resolve(path).toAbsolutePath().normalize().toString();
    }

    private static String localPath(String text) {
        var matcher = SCHEME.matcher(text);
        if (!matcher.matches()) {
            return text;
        }
        String scheme = matcher.group(1);
        if (!scheme.equalsIgnoreCase("file")) {
            throw new UnsupportedFeatureException(
                    text + ": file system '" + scheme + "' is not supported yet; expected a local path");
        }
        try {
            return URI.create(text).getPath();
        } catch (IllegalArgumentException e) {
            throw new CliException(
                    org.lsmtable.tools.console.ExitCode.USAGE, text + ": not a URI: " + e.getMessage(), e);
        }
    }
}
