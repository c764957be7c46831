package org.lsmtable.benchmark.study;

/** What a setting is measured on. */
public enum EngineKind {
    /** This engine, writing real files. */
    real,
    /** The simulator, which is told what a row and a file take. */
    simulated
}
