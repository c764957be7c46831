package org.lsmtable.manifest;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Which numbers of buckets the entries of manifests were written under, of manifests that have been read. Manifest lists do not tell: the
 * numbers differ between partitions, and a rescaling may use one that no schema has. The newest {@value #MOST} are kept; a manifest never
 * changes, so what was seen once holds. Safe for use by several threads.
 */
final class KnownTotals {
    static final int MOST = 10_000;

    private final Map<String, Set<Integer>> totals = new LinkedHashMap<>(64, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Set<Integer>> eldest) {
            return size() > MOST;
        }
    };

    /** The numbers in a manifest, null if it has not been read. */
    synchronized @Nullable Set<Integer> of(String manifest) {
        return totals.get(manifest);
    }

    private synchronized void put(String manifest, Set<Integer> found) {
        totals.put(manifest, found);
    }

    /** Begins to look through a manifest. */
    Reading read(String manifest) {
        return new Reading(manifest);
    }

    /** A manifest that is being read. Not thread-safe. */
    final class Reading {
        private final String manifest;
        private final Set<Integer> found = new TreeSet<>();
        private int last;

        private Reading(String manifest) {
            this.manifest = manifest;
        }

        /** Takes an entry. */
        void add(ManifestEntry entry) {
            if (found.isEmpty() || entry.totalBuckets() != last) {
                last = entry.totalBuckets();
                found.add(last);
            }
        }

        /** All entries were taken. */
        void end() {
            put(manifest, Set.copyOf(found));
        }
    }
}
