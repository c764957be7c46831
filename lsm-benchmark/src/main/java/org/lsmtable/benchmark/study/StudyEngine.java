package org.lsmtable.benchmark.study;

import java.io.IOException;

/** Finds out what a setting comes to. */
interface StudyEngine {
    /** What a setting comes to. */
    Amplification measure(Setting setting) throws IOException;
}
