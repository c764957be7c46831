package org.lsmtable.benchmark.study;

/** The value of {@code compaction.strategy}. */
public enum Strategy {
    universal,
    binomial
}
