/**
 * What a user names on the command line: a table and the state of it, a condition, a key, a partition.
 *
 * <p>May use {@code value}, {@code console} and the engine. Everything wrong ends in a usage error that quotes the piece it is about.
 */
@NullMarked
package org.lsmtable.tools.query;

import org.jspecify.annotations.NullMarked;
