package org.lsmtable.mergetree;

import java.io.IOException;
import java.util.List;
import org.lsmtable.manifest.DataFileMeta;
import org.lsmtable.manifest.FileSource;
import org.lsmtable.merge.ColumnResolver;
import org.lsmtable.merge.MergeReader;
import org.lsmtable.merge.MergeRequest;
import org.lsmtable.merge.MergedChunk;
import org.lsmtable.merge.Retractions;
import org.lsmtable.merge.Section;
import org.lsmtable.merge.SequenceFields;
import org.lsmtable.merge.Workers;
import org.lsmtable.options.FileOptions;

/** Rewrites sections by merging them: of each key the newest row is written (spec: merge tree, merging of a rewrite). */
public final class MergeRewriter implements CompactRewriter {
    private final BucketFiles files;
    private final ColumnResolver resolver;
    private final Workers workers;

    /** A rewriter for one bucket, whose columns may be read on several threads. */
    public MergeRewriter(BucketFiles files, ColumnResolver resolver, Workers workers) {
        this.files = files;
        this.resolver = resolver;
        this.workers = workers;
    }

    @Override
    public List<DataFileMeta> rewrite(int outputLevel, DropDeletes dropDeletes, List<List<SortedRun>> sections)
            throws IOException {
        List<Section> merged = sections.stream()
                .map(runs -> new Section(runs.stream().map(SortedRun::files).toList()))
                .toList();
        MergeRequest request = MergeRequest.ofAll(
                        files.schema().rowType(), files.schema().trimmedPrimaryKeys(), merged, files, resolver)
                .with(workers)
                .with(SequenceFields.of(files.schema()))
                .with(dropDeletes == DropDeletes.DROP ? Retractions.DROP : Retractions.KEEP);
        RollingFileWriter.Target target = new RollingFileWriter.Target(
                outputLevel,
                FileSource.COMPACT,
                FileOptions.targetFileBytes(files.schema().options()),
                Long.MAX_VALUE);
        try (MergeReader reader = new MergeReader(request);
                RollingFileWriter writer = new RollingFileWriter(files, target)) {
            for (MergedChunk chunk = reader.next(); chunk != null; chunk = reader.next()) {
                Workers.checkInterrupt("the rewrite of files in " + files);
                writer.write(chunk);
            }
            List<DataFileMeta> written = writer.finish();
            files.syncFolder();
            return written;
        }
    }
}
