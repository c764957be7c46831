/**
 * The commands of {@code lsm}, a class each. A command reads its arguments (picocli), calls the engine's public API, and shows the
 * result; it decides nothing about tables itself.
 *
 * <p>May use everything of the engine and the rooms beside it. Start at {@link org.lsmtable.tools.command.Commands} (which commands there
 * are) and {@code TableCommand} (what most of them share).
 */
@NullMarked
package org.lsmtable.tools.command;

import org.jspecify.annotations.NullMarked;
