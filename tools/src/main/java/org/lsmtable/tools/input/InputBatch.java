package org.lsmtable.tools.input;

import org.jspecify.annotations.Nullable;
import org.lsmtable.vector.Batch;
import org.lsmtable.vector.IntVector;

/**
 * Some rows of a file in the shape of the table.
 *
 * @param kinds the code of each row's kind, null if the file has no kind column: all are upserts
 */
public record InputBatch(Batch rows, @Nullable IntVector kinds) {}
