package org.lsmtable.tools.console;

import java.time.Duration;

/** Lets time pass between two looks at something. */
@FunctionalInterface
public interface Pause {
    /** Returns after the duration, or as soon as the user asks for the end. */
    void pass(Duration duration);
}
