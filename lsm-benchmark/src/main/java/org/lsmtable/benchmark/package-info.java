/**
 * Benchmarks: the engine beside real Paimon on the same rows in one run ({@link PeerComparison}), and JMH studies.
 *
 * <p>May use everything. Nothing else may use this. The peer runs in a JVM of its own, so that neither spoils the other's heap or
 * compiled code; the two take turns.
 */
@NullMarked
package org.lsmtable.benchmark;

import org.jspecify.annotations.NullMarked;
