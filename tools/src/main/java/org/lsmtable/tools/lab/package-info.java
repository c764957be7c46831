/**
 * The labs: experiments on universal compaction that the engine must reproduce and explain. Each is played twice: run sizes of the
 * original experiment through the picker alone, and commits on a real table, whose sizes are our own. Every step is compared with what
 * the original showed.
 *
 * <p>May use the engine's API. Start at {@link org.lsmtable.tools.lab.Labs}.
 */
@NullMarked
package org.lsmtable.tools.lab;

import org.jspecify.annotations.NullMarked;
