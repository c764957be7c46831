/**
 * What a workload and a table's options come to: bytes written, space taken, runs to read, waits. The engine's own pickers, levels, planner
 * and compaction manager run on the metadata of files that do not exist; only merging is replaced, by arithmetic on what the files
 * would hold.
 *
 * <p>May use {@code mergetree}, {@code compact} and everything below {@code lsm-core}. Start at {@link Scenario} and {@link Simulator};
 * {@link Grid} runs many settings. {@code Content} is the arithmetic: the share of keys of a stretch that a file holds.
 *
 * <p>Promises: (M1) the same scenario gives the same result, on any machine and in any thread; (M2) nothing is read, written or slept for;
 * (M3) the only chance is that of flush sizes, drawn from the seed that the workload names.
 */
@NullMarked
package org.lsmtable.simulate;

import org.jspecify.annotations.NullMarked;
