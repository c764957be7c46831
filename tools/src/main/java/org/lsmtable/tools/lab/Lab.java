package org.lsmtable.tools.lab;

import java.util.function.Consumer;

/** One experiment. */
interface Lab {
    /** The name on the command line. */
    String name();

    /** Plays it and hands out each step. */
    void play(LabBench bench, Consumer<LabStep> steps);
}
