/**
 * The process around a command: its streams, whether they are terminals, how it ends, and the progress bar.
 *
 * <p>Of the project it uses {@code fs} only. Start at {@link Session} and {@link ExitCode}.
 */
@NullMarked
package org.lsmtable.tools.console;

import org.jspecify.annotations.NullMarked;
