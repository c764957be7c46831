package org.lsmtable.tools.query;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.lsmtable.fs.Locations;
import org.lsmtable.schema.TablePaths;
import org.lsmtable.table.SnapshotRef;
import org.lsmtable.tools.console.CliException;

/**
 * A table as a command names it: {@code path}, {@code path@7}, {@code path@tag}, {@code path@2026-01-31T10:00:00Z}, {@code path$files},
 * {@code path$branch_b}, {@code path$branch_b$files}. The path may be a URI: {@code hdfs://namenode:8020/orders@7}. A local folder that
 * exists under the whole text is meant literally.
 *
 * @param location the absolute path of the folder, or its URI
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

    /**
     * Reads an address; relative paths are relative to a folder.
     *
     * @throws IllegalArgumentException if it is no URI, or one with a password
     */
    public static TableAddress parse(String text, Path folder) {
        if (text.isEmpty()) {
            throw CliException.usage("the table path is empty");
        }
        String path = Locations.canonical(text);
        if (Locations.isLocal(path) && Files.isDirectory(folder.resolve(path))) {
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
                ref == null ? null : StateText.parse(ref),
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
        if (!Locations.isLocal(path)) {
            return Locations.canonical(path);
        }
        return folder.resolve(path).toAbsolutePath().normalize().toString();
    }
}
