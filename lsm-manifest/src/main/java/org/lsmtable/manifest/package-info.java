/**
 * Manifests: the records of data files, the Avro files that hold them, the lists of these files, and how both are merged.
 *
 * <p>May use {@code lsm-common} and {@code lsm-format}. Start at {@link DataFileMeta}, {@link ManifestEntry} and {@link
 * ManifestStore}; {@link StatsCollector} makes the statistics of an entry.
 *
 * <p>Promises: (M1) records are immutable; (M2) what is read was written by a version we know, or it is refused by name; (M3) a
 * merge never drops a DELETE whose ADD it has not seen.
 */
@NullMarked
package org.lsmtable.manifest;

import org.jspecify.annotations.NullMarked;
