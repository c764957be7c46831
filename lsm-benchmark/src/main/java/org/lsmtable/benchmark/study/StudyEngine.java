package org.lsmtable.benchmark.study;

import java.io.IOException;
import java.util.List;

/** Finds out what a setting comes to. */
interface StudyEngine {
    /**
     * What a setting comes to.
     *
     * @return one course, or several that differ in chance alone
     */
    List<Amplification> measure(Setting setting) throws IOException;
}
