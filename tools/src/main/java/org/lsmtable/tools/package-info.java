/**
 * The command line {@code lsm}: the entry of the process ({@link org.lsmtable.tools.Main}) and what is the same for every command: how
 * arguments are read, how errors are told, how the process ends ({@link org.lsmtable.tools.Cli}).
 *
 * <p>May use everything. The commands are in {@code command}; a command's class is loaded only when it is asked for, because start-up is
 * felt.
 */
@NullMarked
package org.lsmtable.tools;

import org.jspecify.annotations.NullMarked;
