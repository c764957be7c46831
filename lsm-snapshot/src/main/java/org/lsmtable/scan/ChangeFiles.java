package org.lsmtable.scan;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.lsmtable.manifest.FileKind;
import org.lsmtable.manifest.ManifestEntry;
import org.lsmtable.options.ChangelogProducer;
import org.lsmtable.options.Options;
import org.lsmtable.options.TableOptions;
import org.lsmtable.schema.TablePaths;
import org.lsmtable.schema.TableSchema;
import org.lsmtable.snapshot.CommitKind;
import org.lsmtable.snapshot.Snapshot;
import org.lsmtable.snapshot.TableStores;

/**
 * Which files hold the change records of a snapshot (spec: commit, streaming follow-up; incremental batch reads). They are read one by one, as they
 * are: nothing is merged. Safe for use by several threads.
 */
public final class ChangeFiles {
    /** Where change records are found. */
    public enum Source {
        /** In the data files that a commit of rows brought. */
        DELTA,
        /** In changelog files, which a producer wrote. */
        CHANGELOG;

        /** Where the options of a table say that they are. */
        public static Source of(Options options) {
            return options.get(TableOptions.CHANGELOG_PRODUCER) == ChangelogProducer.NONE ? DELTA : CHANGELOG;
        }
    }

    /** What to do about snapshots that replaced rows, of which no change records are written. */
    public enum Overwrites {
        /** They have no change records. */
        PASSED_OVER,
        /** The rows that went and the rows that came are worked out from the files. */
        WORKED_OUT
    }

    /**
     * The files of a snapshot.
     *
     * @param recordFiles files whose rows are change records, in the order they were written
     * @param removed files of an overwrite whose merged rows went
     * @param added files of an overwrite whose merged rows came
     * @param passedOver whether the snapshot replaced rows and this tells nothing of it
     */
    public record Found(
            Snapshot snapshot,
            List<LiveFile> recordFiles,
            List<LiveFile> removed,
            List<LiveFile> added,
            boolean passedOver) {
        public Found {
            recordFiles = List.copyOf(recordFiles);
            removed = List.copyOf(removed);
            added = List.copyOf(added);
        }
    }

    private final TableScan scan;
    private final Source source;
    private final Overwrites overwrites;

    /** The change records of a table, as its schema and its manifests tell. */
    public ChangeFiles(TableStores stores, TableSchema schema, Source source, Overwrites overwrites) {
        this.scan = new TableScan(stores.manifests(), stores.schemas(), schema);
        this.source = source;
        this.overwrites = overwrites;
    }

    /** The files of a snapshot. Rows that wait for a bucket have not become part of the table and are left out. */
    public Found of(Snapshot snapshot) throws IOException {
        if (snapshot.commitKind() == CommitKind.OVERWRITE) {
            return ofOverwrite(snapshot);
        }
        boolean has = source == Source.CHANGELOG || snapshot.commitKind() == CommitKind.APPEND;
        List<ManifestEntry> entries =
                !has ? List.of() : source == Source.CHANGELOG ? scan.changelog(snapshot) : scan.delta(snapshot);
        return new Found(snapshot, files(entries, FileKind.ADD), List.of(), List.of(), false);
    }

    private Found ofOverwrite(Snapshot snapshot) throws IOException {
        if (overwrites == Overwrites.PASSED_OVER) {
            return new Found(snapshot, List.of(), List.of(), List.of(), true);
        }
        List<ManifestEntry> entries = scan.delta(snapshot);
        return new Found(snapshot, List.of(), files(entries, FileKind.DELETE), files(entries, FileKind.ADD), false);
    }

    private static List<LiveFile> files(List<ManifestEntry> entries, FileKind kind) {
        List<LiveFile> files = new ArrayList<>();
        for (ManifestEntry entry : entries) {
            if (entry.kind() == kind && entry.bucket() != TablePaths.POSTPONE_BUCKET) {
                files.add(new LiveFile(entry.partition(), entry.bucket(), entry.totalBuckets(), entry.file()));
            }
        }
        return files;
    }
}
