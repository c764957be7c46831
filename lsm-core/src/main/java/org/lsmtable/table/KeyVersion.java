package org.lsmtable.table;

import java.util.List;
import org.lsmtable.data.Row;
import org.lsmtable.data.RowKind;

/**
 * One stored version of a key.
 *
 * @param snapshots the ids of the snapshots in which the file is live
 */
public record KeyVersion(String file, int level, long sequence, RowKind kind, Row row, List<Long> snapshots) {}
