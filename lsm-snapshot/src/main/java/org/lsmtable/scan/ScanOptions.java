package org.lsmtable.scan;

import java.util.List;
import org.lsmtable.options.MergeEngine;
import org.lsmtable.options.Options;
import org.lsmtable.options.TableOptions;
import org.lsmtable.schema.TableSchema;

/** What a scan concludes from a table's options. */
final class ScanOptions {
    private ScanOptions() {}

    /** The columns whose hash decides the bucket. */
    static List<String> bucketKey(TableSchema schema) {
        List<String> stated = schema.options().get(TableOptions.BUCKET_KEY);
        return stated.isEmpty() ? schema.trimmedPrimaryKeys() : stated;
    }

    /** Whether no two files above level 0 show a row of the same key. */
    static boolean hasUniqueKeysAboveLevelZero(Options options) {
        return options.get(TableOptions.MERGE_ENGINE) == MergeEngine.FIRST_ROW
                || options.get(TableOptions.DELETION_VECTORS);
    }

    /** Whether a row as read is one stored version, never the combination of several. */
    static boolean keepsWholeVersions(Options options) {
        MergeEngine engine = options.get(TableOptions.MERGE_ENGINE);
        return engine == MergeEngine.DEDUPLICATE || engine == MergeEngine.FIRST_ROW;
    }
}
