package org.lsmtable.simulate;

import java.util.List;

/** The flushes of one simulation, in order. */
interface FlushSource {
    /** Stands for the last level, whichever that is. */
    int LAST_LEVEL = -1;

    /** The source of a workload, from its first flush on. */
    static FlushSource of(Workload workload) {
        return workload instanceof SyntheticWorkload synthetic
                ? new SyntheticFlushes(synthetic)
                : new RecordedFlushes((RecordedWorkload) workload);
    }

    /** The keys of all contents. */
    KeySpace space();

    /** What is there before the first flush, newest first. */
    List<StartRun> start();

    /** The next flush. */
    Arrival next();

    /**
     * Files that are there at the start.
     *
     * @param level may be {@link #LAST_LEVEL}
     * @param files in key order if the level is above 0; one if it is 0
     */
    record StartRun(int level, List<Content> files) {}

    /**
     * A flush.
     *
     * @param wholeRowBytes all rows that came in, as if each was a whole row: those that met in the buffer count
     */
    record Arrival(Content content, double wholeRowBytes) {}
}
