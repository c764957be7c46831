package org.lsmtable.manifest;

/** Where a data file came from: a flushed write buffer or a compaction. The ordinal is the stored code. */
public enum FileSource {
    APPEND,
    COMPACT
}
