package org.lsmtable.tools.lab;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.lsmtable.compact.CompactionOptions;
import org.lsmtable.compact.CompactionView;
import org.lsmtable.compact.CompactionView.Moment;
import org.lsmtable.compact.Decision;
import org.lsmtable.compact.Decision.Run;
import org.lsmtable.compact.PickMemory;
import org.lsmtable.compact.RuleSet;
import org.lsmtable.compact.UniversalCompaction;
import org.lsmtable.fs.Durability;
import org.lsmtable.fs.LocalStorage;
import org.lsmtable.options.Options;
import org.lsmtable.table.TableEnvironment;

/** Where labs are played: a picker with the default options, and a folder for real tables that is deleted at the end. */
public final class LabBench implements AutoCloseable {
    private static final int DEFAULT_LEVELS = 6;
    private static final Moment NOON = new Moment(0, 12);

    private final Path folder;

    /** A bench whose tables lie in a folder of its own, which it deletes. */
    public LabBench(Path folder) {
        this.folder = folder;
    }

    /** What the picker says to runs, newest first, with default options. */
    Decision pick(RuleSet ruleSet, List<Run> runs) {
        Map<String, String> options = new LinkedHashMap<>();
        options.put("compaction.universal.rule-set", ruleSet.text());
        CompactionView view = new CompactionView(runs, DEFAULT_LEVELS, NOON, 0, PickMemory.EMPTY);
        return new UniversalCompaction(CompactionOptions.of(new Options(options))).pick(view);
    }

    /** A new table with columns, one bucket, and options. */
    LabTable table(String name, String columns, Map<String, String> options) {
        // A lab is no bank: without syncing it takes a tenth of the time.
        TableEnvironment environment = TableEnvironment.of(LocalStorage.of(Durability.PROCESS));
        return LabTable.create(folder.resolve(name), environment, columns, options);
    }

    /** Deletes the tables. */
    @Override
    public void close() {
        try {
            Files.walkFileTree(folder, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                    Files.delete(file);
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult postVisitDirectory(Path visited, IOException problem) throws IOException {
                    Files.delete(visited);
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
