package org.lsmtable.maintenance;

import java.util.Objects;
import org.lsmtable.data.BinaryRow;
import org.lsmtable.manifest.ManifestEntry;

/** What tells one data file of a table from all others, whatever level it is on. */
record FileKey(BinaryRow partition, int bucket, String fileName) {
    static FileKey of(ManifestEntry entry) {
        return new FileKey(entry.partition(), entry.bucket(), entry.file().fileName());
    }

    /** By the name, which alone tells nearly all files apart. */
    @Override
    public int hashCode() {
        return Objects.hashCode(fileName);
    }
}
