package org.lsmtable.scan;

import org.lsmtable.data.BinaryRow;
import org.lsmtable.manifest.DataFileMeta;

/** A data file that is part of a table at a snapshot. */
public record LiveFile(BinaryRow partition, int bucket, int totalBuckets, DataFileMeta file) {}
