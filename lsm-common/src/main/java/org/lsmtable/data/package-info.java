/**
 * Single rows and values: row kinds, the rows an application sees, and the binary rows that metadata files hold.
 *
 * <p>A value at the edge is a plain Java object, in one mapping for all of the project ({@link Values}): BOOLEAN Boolean,
 * TINYINT Byte, SMALLINT Short, INT Integer, BIGINT Long, FLOAT Float, DOUBLE Double, DECIMAL BigDecimal, CHAR and VARCHAR
 * String, BINARY and VARBINARY byte[], DATE LocalDate, TIME LocalTime, TIMESTAMP LocalDateTime, TIMESTAMP_LTZ Instant,
 * ARRAY List, MAP Map, MULTISET Map from element to count, ROW {@link Row}.
 * Bulk work uses {@code vector} instead.
 *
 * <p>May use {@code types} and {@code vector}. Start at {@link Row} and {@link BinaryRow}.
 */
@NullMarked
package org.lsmtable.data;

import org.jspecify.annotations.NullMarked;
