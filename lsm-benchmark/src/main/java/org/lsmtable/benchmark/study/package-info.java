/**
 * Studies of write amplification: what a table's options and its workload come to in bytes written, space taken and runs to read, on the
 * real engine with real files and in the simulator.
 *
 * <p>May use everything but the rest of {@code benchmark}. Start at {@link Studies}, the command, or {@link WriteAmplification}, the JMH
 * benchmark with every parameter. What is measured are bytes and runs, which are the same on every machine; seconds are by the way.
 */
@NullMarked
package org.lsmtable.benchmark.study;

import org.jspecify.annotations.NullMarked;
