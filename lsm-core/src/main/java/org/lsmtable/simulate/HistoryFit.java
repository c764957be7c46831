package org.lsmtable.simulate;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.lsmtable.history.BucketEvent;
import org.lsmtable.history.BucketEvent.Cause;
import org.lsmtable.history.BucketHistory;
import org.lsmtable.history.Compaction;
import org.lsmtable.manifest.DataFileMeta;
import org.lsmtable.mergetree.Levels;
import org.lsmtable.options.FileOptions;
import org.lsmtable.options.Options;
import org.lsmtable.simulate.RecordedWorkload.Flush;
import org.lsmtable.simulate.RecordedWorkload.FlushFile;
import org.lsmtable.simulate.RecordedWorkload.StartFile;
import org.lsmtable.types.DataType;

/**
 * Makes a workload of a bucket's past. What came in is recorded: sizes, ranges of keys, deletes. What merging saves is fitted: how many bytes
 * of rows are updated (K), which share of the rows is new, and whether some rows are updated far more often than others are chosen so
 * that the compactions that were seen, played through again file by file, write as nearly as possible what they wrote.
 *
 * <p>The part of the past used is the last one without a break: no overwrite, no restored state, no snapshot missing; of
 * that, the newest {@value #MOST_FLUSHES} commits.
 */
public final class HistoryFit {
    /** Files that spread over more than this are widened to whole cells, so that contents do not fall into ever more pieces. */
    private static final double WIDE = 0.25;

    private static final int CELLS = 64;

    /** A fit plays the past some two hundred times; the newest commits are enough. */
    private static final int MOST_FLUSHES = 1000;

    private HistoryFit() {}

    /**
     * The workload of a bucket.
     *
     * @param keys the types of the key columns
     * @param options the table's
     * @throws TooLittleHistoryException if there is nothing to learn from: no flush, or no compaction that merged files
     */
    public static FittedWorkload of(BucketHistory history, List<DataType> keys, Options options) {
        Stretch stretch = Stretch.of(history);
        FileCost cost = FileCost.of(stretch.files(), FileOptions.targetFileBytes(options));
        Places places =
                new Places(KeyLine.of(keys, stretch.files(), stretch.end().files()), cost);
        FittedWorkload.Measured measured = stretch.measured(places);
        if (measured.flushes() == 0 || measured.compactions() == 0) {
            throw new TooLittleHistoryException(
                    measured.flushes() + " flushes and " + measured.compactions() + " compactions");
        }
        RowShape rows = new RowShape(cost.rowBytes(), RowShape.DEFAULT.deleteRatio());
        List<Flush> flushes = new ArrayList<>();
        for (BucketEvent event : stretch.events()) {
            for (List<DataFileMeta> flush : flushes(event.flushed())) {
                flushes.add(new Flush(flush.stream().map(places::flushFile).toList()));
            }
        }
        List<StartFile> start =
                stretch.start().files().stream().map(places::startFile).toList();
        RecordedWorkload shape = new RecordedWorkload(flushes, start, 1, 1, Skew.NONE, rows);
        MergeModel model = new MergeModel(stretch.start(), stretch.events(), places, shape);
        MergeModel.Fit fit = model.best();
        return new FittedWorkload(fit.workload(), cost.overheadBytes(), measured, fit.error());
    }

    /**
     * The files of a commit by flush, oldest first: files of one flush share no key and their rows came in at the same time, so that their
     * sequence numbers overlap.
     */
    static List<List<DataFileMeta>> flushes(List<DataFileMeta> files) {
        List<DataFileMeta> byAge = new ArrayList<>(files);
        byAge.sort(Comparator.comparingLong(DataFileMeta::minSequence).thenComparing(DataFileMeta::fileName));
        List<List<DataFileMeta>> flushes = new ArrayList<>();
        long end = Long.MIN_VALUE;
        for (DataFileMeta file : byAge) {
            if (flushes.isEmpty() || file.minSequence() > end) {
                flushes.add(new ArrayList<>());
                end = file.maxSequence();
            }
            flushes.get(flushes.size() - 1).add(file);
            end = Math.max(end, file.maxSequence());
        }
        return flushes;
    }

    /** The part of a past that is used. */
    record Stretch(Levels start, List<BucketEvent> events, int skipped) {
        static Stretch of(BucketHistory history) {
            List<BucketEvent> events = history.events();
            int first = events.size();
            int flushes = 0;
            while (first > 0 && flushes < MOST_FLUSHES && events.get(first - 1).cause() == Cause.WRITE) {
                first--;
                flushes += events.get(first).flushed().isEmpty() ? 0 : 1;
            }
            Levels start = first == 0 ? history.start() : events.get(first - 1).after();
            return new Stretch(start, events.subList(first, events.size()), first);
        }

        Levels end() {
            return events.isEmpty() ? start : events.get(events.size() - 1).after();
        }

        /** Every file that is told of, each once. */
        List<DataFileMeta> files() {
            Map<String, DataFileMeta> files = new HashMap<>();
            start.files().forEach(file -> files.put(file.fileName(), file));
            for (BucketEvent event : events) {
                event.flushed().forEach(file -> files.put(file.fileName(), file));
                if (event.compaction() != null) {
                    event.compaction().written().forEach(file -> files.put(file.fileName(), file));
                }
            }
            return new ArrayList<>(files.values());
        }

        FittedWorkload.Measured measured(Places places) {
            long flushes = 0;
            long flushed = 0;
            long compactions = 0;
            long compacted = 0;
            for (BucketEvent event : events) {
                flushes += flushes(event.flushed()).size();
                flushed += event.flushedBytes();
                Compaction compaction = event.compaction();
                compactions += compaction != null && compaction.rewritten().size() > 1 ? 1 : 0;
                compacted += event.compactedBytes();
            }
            if (events.isEmpty()) {
                return new FittedWorkload.Measured(0, 0, 0, 0, 0, 0, skipped, 0);
            }
            var first = events.get(0).snapshot();
            var last = events.get(events.size() - 1).snapshot();
            double seconds = (last.timeMillis() - first.timeMillis()) / 1e3;
            return new FittedWorkload.Measured(
                    first.id(), last.id(), flushes, flushed, compactions, compacted, skipped, Math.max(0, seconds));
        }
    }

    /** Files as ranges of places and bytes of rows. */
    record Places(KeyLine line, FileCost cost) {
        double from(DataFileMeta file) {
            double from = line.place(file.minKey());
            double cell = Math.floor(from * CELLS) / CELLS;
            return isWide(file) ? cell : Math.min(from, 1 - 1e-9);
        }

        double to(DataFileMeta file) {
            double to = line.place(file.maxKey());
            double cell = Math.ceil(to * CELLS) / CELLS;
            return isWide(file) ? Math.min(1, cell) : Math.min(1, Math.max(to, from(file) + 1e-9));
        }

        private boolean isWide(DataFileMeta file) {
            return line.place(file.maxKey()) - line.place(file.minKey()) > WIDE;
        }

        FlushFile flushFile(DataFileMeta file) {
            return new FlushFile(from(file), to(file), cost.payloadBytes(file), deletes(file));
        }

        StartFile startFile(DataFileMeta file) {
            return new StartFile(file.level(), from(file), to(file), cost.payloadBytes(file), deletes(file));
        }

        private static double deletes(DataFileMeta file) {
            Long deletes = file.deleteRowCount();
            return deletes == null || file.rowCount() == 0
                    ? 0
                    : Math.min(1, Math.max(0, (double) deletes / file.rowCount()));
        }
    }
}
