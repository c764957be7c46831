package org.lsmtable.merge;

import java.util.List;
import org.lsmtable.manifest.DataFileMeta;

/**
 * Sorted runs that are merged with each other.
 *
 * @param runs the files of each run, ascending by key; their key ranges do not touch. The order of the runs means nothing
 */
public record Section(List<List<DataFileMeta>> runs) {
    public Section {
        runs = runs.stream().map(List::copyOf).toList();
    }
}
