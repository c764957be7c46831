/**
 * Column vectors: the unit of all bulk work. A batch is a few thousand rows held column by column in primitive arrays.
 *
 * <p>Flat values have only three physical shapes, so that copying, gathering, encoding and decoding need three loops, not one for
 * each type: 32-bit words ({@link IntVector}), 64-bit words ({@link LongVector}) and byte strings ({@link BytesVector},
 * or {@link DictionaryVector} while values repeat). {@link Physical} says which type takes which shape and how its
 * values are encoded. Nested values are made of these: {@link ListVector} and {@link RowVector}.
 *
 * <p>May use {@code types}. Start at {@link ColumnVector}.
 *
 * <p>Threads: a vector belongs to one thread at a time; handing it over safely is the owner's matter.
 */
@NullMarked
package org.lsmtable.vector;

import org.jspecify.annotations.NullMarked;
