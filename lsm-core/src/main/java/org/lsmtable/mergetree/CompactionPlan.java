package org.lsmtable.mergetree;

import java.util.ArrayList;
import java.util.List;
import org.lsmtable.compact.Decision.FileAction;
import org.lsmtable.compact.Decision.PlannedFile;
import org.lsmtable.manifest.DataFileMeta;

/**
 * What a compaction does, step by step: made first, run second.
 *
 * @param outputLevel where files go, at least 1
 * @param steps in key order
 */
public record CompactionPlan(int outputLevel, DropDeletes dropDeletes, List<Step> steps) {
    public CompactionPlan {
        steps = List.copyOf(steps);
    }

    /** One step. */
    public sealed interface Step {
        /** The files of the step. */
        List<DataFileMeta> files();

        /** What happens to them. */
        FileAction action();
    }

    /** Sections that are merged one after the other into new files. */
    public record Rewrite(List<List<SortedRun>> sections) implements Step {
        public Rewrite {
            sections = sections.stream().map(List::copyOf).toList();
        }

        /** A file that is rewritten alone. */
        static Rewrite of(DataFileMeta file) {
            return new Rewrite(List.of(List.of(SortedRun.of(file))));
        }

        @Override
        public List<DataFileMeta> files() {
            return sections.stream()
                    .flatMap(List::stream)
                    .flatMap(run -> run.files().stream())
                    .toList();
        }

        @Override
        public FileAction action() {
            return FileAction.REWRITE;
        }
    }

    /** A file that goes to the output level as it is. */
    public record Upgrade(DataFileMeta file) implements Step {
        @Override
        public List<DataFileMeta> files() {
            return List.of(file);
        }

        @Override
        public FileAction action() {
            return FileAction.UPGRADE;
        }
    }

    /** A file that lies on the output level already and stays as it is. */
    public record Keep(DataFileMeta file) implements Step {
        @Override
        public List<DataFileMeta> files() {
            return List.of(file);
        }

        @Override
        public FileAction action() {
            return FileAction.KEEP;
        }
    }

    /** Whether no step changes anything. */
    public boolean isIdle() {
        return steps.stream().allMatch(step -> step.action() == FileAction.KEEP);
    }

    /** What happens to each file, as a decision shows it. */
    public List<PlannedFile> plannedFiles() {
        List<PlannedFile> planned = new ArrayList<>();
        for (Step step : steps) {
            for (DataFileMeta file : step.files()) {
                planned.add(new PlannedFile(file.fileName(), file.level(), file.fileSize(), step.action()));
            }
        }
        return planned;
    }
}
