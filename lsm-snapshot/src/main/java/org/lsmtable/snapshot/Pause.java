package org.lsmtable.snapshot;

/** Waits between two tries; tests pass one that does not. */
public interface Pause {
    /** Sleeps on the calling thread. */
    Pause SLEEP = Thread::sleep;

    /** Returns after about that time. */
    void millis(long millis) throws InterruptedException;
}
