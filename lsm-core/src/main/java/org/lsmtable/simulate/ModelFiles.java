package org.lsmtable.simulate;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.lsmtable.data.BinaryRow;
import org.lsmtable.data.KeyComparator;
import org.lsmtable.manifest.DataFileMeta;
import org.lsmtable.manifest.FileSource;
import org.lsmtable.manifest.StatsRow;
import org.lsmtable.mergetree.CompactResult;
import org.lsmtable.mergetree.CompactRewriter;
import org.lsmtable.mergetree.DropDeletes;
import org.lsmtable.mergetree.SortedRun;
import org.lsmtable.types.DataType;
import org.lsmtable.types.Types;

/**
 * The files of a simulated bucket: metadata as the engine's own, with keys of one BIGINT, and beside each by its name what it would hold.
 * Stands in for the part of a compaction that moves bytes.
 */
final class ModelFiles implements CompactRewriter {
    private static final List<DataType> KEY = List.of(Types.BIGINT.notNull());

    /** The order of the keys. */
    static final KeyComparator KEY_ORDER = new KeyComparator(KEY);

    /** Names have one length, so that their order is that of their making. */
    private static final long FIRST_NAME = 1_000_000_000_000L;

    /** The most files of a run: beyond it memory ends before the simulation does. */
    static final long MAX_FILES = 1_000_000;

    private final KeySpace space;
    private final Shape shape;
    private final Map<String, Content> contents = new HashMap<>();
    private long nextName = FIRST_NAME;
    private long nextSequence;

    /**
     * What files are like.
     *
     * @param targetBytes at which a file is complete
     * @param overheadBytes of a file, in addition to its rows and deletes
     * @param rowBytes of a whole row
     */
    record Shape(long targetBytes, long overheadBytes, double rowBytes) {
        /** Bytes of rows and deletes of a complete file. */
        double payloadBytes() {
            return (double) targetBytes - overheadBytes;
        }
    }

    ModelFiles(KeySpace space, Shape shape) {
        this.space = space;
        this.shape = shape;
    }

    /** Sequence numbers, and what else the files of one flush or step have in common. */
    private record Origin(int level, FileSource source, long minSequence, long maxSequence) {}

    /** The files of a flush, in key order; none if there is nothing in it. */
    List<DataFileMeta> flush(Content content, double wholeRowBytes) {
        return create(content, 0, rows(wholeRowBytes));
    }

    /** Files that are there at the start. Older ones must be made first. */
    List<DataFileMeta> create(Content content, int level, long rows) {
        Origin origin = new Origin(level, FileSource.APPEND, nextSequence, nextSequence + rows - 1);
        nextSequence += rows;
        return files(content, origin);
    }

    /** How many rows that is, at least one. */
    long rows(double wholeRowBytes) {
        return Math.max(1, Math.round(wholeRowBytes / shape.rowBytes()));
    }

    /** Bytes of the files that a content takes. */
    long fileBytes(Content content) {
        double bytes = content.bytes();
        long files = content.isEmpty() ? 0 : (long) Math.ceil(Math.max(1, bytes) / shape.payloadBytes());
        return Math.round(bytes) + files * shape.overheadBytes();
    }

    @Override
    public List<DataFileMeta> rewrite(int outputLevel, DropDeletes dropDeletes, List<List<SortedRun>> sections) {
        long min = Long.MAX_VALUE;
        long max = Long.MIN_VALUE;
        List<Content> merged = new ArrayList<>(sections.size());
        for (List<SortedRun> section : sections) {
            List<DataFileMeta> files = new ArrayList<>();
            section.forEach(run -> files.addAll(run.files()));
            for (DataFileMeta file : files) {
                min = Math.min(min, file.minSequence());
                max = Math.max(max, file.maxSequence());
            }
            merged.add(merge(files));
        }
        Content output = Content.joined(space, merged);
        return files(
                dropDeletes == DropDeletes.DROP ? output.withoutDeletes() : output,
                new Origin(outputLevel, FileSource.COMPACT, min, max));
    }

    /** What files hold together. A lower level is newer; on level 0 the greater sequence number is. */
    private Content merge(List<DataFileMeta> files) {
        if (files.size() == 1) {
            return content(files.get(0));
        }
        List<DataFileMeta> fresh = new ArrayList<>();
        TreeMap<Integer, List<Content>> deeper = new TreeMap<>();
        for (DataFileMeta file : files) {
            if (file.level() == 0) {
                fresh.add(file);
            } else {
                deeper.computeIfAbsent(file.level(), level -> new ArrayList<>()).add(content(file));
            }
        }
        fresh.sort(Comparator.comparingLong(DataFileMeta::maxSequence).reversed());
        Content merged = Content.empty(space);
        for (DataFileMeta file : fresh) {
            merged = merged.over(content(file));
        }
        for (List<Content> run : deeper.values()) {
            run.sort(Comparator.comparingLong(Content::from));
            merged = merged.over(Content.joined(space, run));
        }
        return merged;
    }

    private Content content(DataFileMeta file) {
        Content content = contents.get(file.fileName());
        if (content == null) {
            throw new IllegalStateException(file + ": not a live file of the simulation");
        }
        return content;
    }

    /** Forgets the files that a compaction has replaced. */
    void forget(CompactResult result) {
        Set<String> moved = new HashSet<>();
        result.after().forEach(file -> moved.add(file.fileName()));
        for (DataFileMeta file : result.before()) {
            if (!moved.contains(file.fileName())) {
                contents.remove(file.fileName());
            }
        }
    }

    private List<DataFileMeta> files(Content content, Origin origin) {
        requireFew(content);
        List<DataFileMeta> files = new ArrayList<>();
        for (Content part : content.cut(shape.payloadBytes())) {
            files.add(file(part, origin));
        }
        return files;
    }

    private void requireFew(Content content) {
        double bytes = content.bytes();
        if (bytes / shape.payloadBytes() > MAX_FILES) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT,
                    "simulated files: expected at most %d in a run, found %.0f bytes for files with %.0f bytes of rows;"
                            + " simulate less data, less overhead or a larger target-file-size",
                    MAX_FILES,
                    bytes,
                    shape.payloadBytes()));
        }
    }

    private DataFileMeta file(Content content, Origin origin) {
        String name = "f" + nextName++;
        contents.put(name, content);
        double deleted = content.deletedRowBytes();
        return new DataFileMeta(
                name,
                shape.overheadBytes() + Math.round(content.bytes()),
                rows(content.wholeRowBytes()),
                BinaryRow.of(KEY, content.from()),
                BinaryRow.of(KEY, content.to() - 1),
                StatsRow.EMPTY,
                StatsRow.EMPTY,
                origin.minSequence(),
                origin.maxSequence(),
                0,
                origin.level(),
                List.of(),
                0L,
                deleted > 0 ? rows(deleted) : 0L,
                null,
                origin.source(),
                null,
                null,
                null,
                null);
    }
}
