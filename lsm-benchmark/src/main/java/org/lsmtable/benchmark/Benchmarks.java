package org.lsmtable.benchmark;

import java.util.List;
import org.lsmtable.benchmark.study.Studies;

/** The entry of the jar: {@code study …} runs {@link Studies}, everything else {@link PeerComparison}. */
public final class Benchmarks {
    private static final String LOG_LEVEL = "org.slf4j.simpleLogger.defaultLogLevel";

    private Benchmarks() {}

    /** Runs one of the two. */
    public static void main(String[] args) throws Exception {
        if (System.getProperty(LOG_LEVEL) == null) {
            // before the first logger is made: each compaction would be a line
            System.setProperty(LOG_LEVEL, "warn");
        }
        if (args.length > 0 && args[0].equals("study")) {
            Studies.main(List.of(args).subList(1, args.length).toArray(new String[0]));
        } else {
            PeerComparison.main(args);
        }
    }
}
