package org.lsmtable.check;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lsmtable.check.Finding.Severity;

/** Collects findings, each once. */
final class Findings {
    private final List<Finding> list = new ArrayList<>();

    void error(String kind, @Nullable Long snapshot, @Nullable String file, Object expected, Object found) {
        add(new Finding(Severity.ERROR, kind, snapshot, file, String.valueOf(expected), String.valueOf(found)));
    }

    void warning(String kind, @Nullable Long snapshot, @Nullable String file, Object expected, Object found) {
        add(new Finding(Severity.WARNING, kind, snapshot, file, String.valueOf(expected), String.valueOf(found)));
    }

    /** A file that is there but cannot be read as what it should be. */
    void unreadable(@Nullable Long snapshot, String file, Exception cause) {
        error("UNREADABLE_FILE", snapshot, file, "a readable file", String.valueOf(cause.getMessage()));
    }

    private void add(Finding finding) {
        if (!list.contains(finding)) {
            list.add(finding);
        }
    }

    List<Finding> list() {
        return List.copyOf(list);
    }
}
