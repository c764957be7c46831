package org.lsmtable.simulate;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.lsmtable.simulate.KeySpace.KeyClass;
import org.lsmtable.simulate.KeySpace.Law;
import org.lsmtable.simulate.RecordedWorkload.Flush;
import org.lsmtable.simulate.RecordedWorkload.FlushFile;
import org.lsmtable.simulate.RecordedWorkload.StartFile;

/**
 * The flushes of a {@link RecordedWorkload}. One class of keys for each group of rows that is updated, and a last one for new keys. What does
 * not fit the groups' keys of a range counts as new, so that every file has the bytes that were recorded.
 */
final class RecordedFlushes implements FlushSource {
    private static final int BISECTIONS = 60;

    private final RecordedWorkload workload;
    private final KeySpace space;
    private int next;

    RecordedFlushes(RecordedWorkload workload) {
        this.workload = workload;
        List<KeyClass> classes = new ArrayList<>();
        for (Skew.Group group : workload.skew().groups()) {
            classes.add(new KeyClass(Law.OVERLAPPING, workload.tableBytes() * group.data() / KeySpace.SPREAD));
        }
        classes.add(new KeyClass(Law.DISJOINT, 1.0 / KeySpace.SPREAD));
        this.space = new KeySpace(classes, workload.rows().deleteRatio());
    }

    @Override
    public KeySpace space() {
        return space;
    }

    @Override
    public List<StartRun> start() {
        List<StartRun> runs = new ArrayList<>();
        TreeMap<Integer, List<Content>> levels = new TreeMap<>();
        for (StartFile file : workload.start()) {
            Content content = content(file.from(), file.to(), file.bytes(), file.deletes());
            if (file.level() == 0) {
                runs.add(new StartRun(0, List.of(content)));
            } else {
                levels.computeIfAbsent(file.level(), level -> new ArrayList<>()).add(content);
            }
        }
        levels.forEach((level, files) -> {
            files.sort((a, b) -> Long.compare(a.from(), b.from()));
            runs.add(new StartRun(level, files));
        });
        return runs;
    }

    @Override
    public Arrival next() {
        Flush flush = workload.flushes().get(next);
        next = (next + 1) % workload.flushes().size();
        Content content = Content.empty(space);
        for (FlushFile file : flush.files()) {
            content = content(file.from(), file.to(), file.bytes(), file.deletes())
                    .over(content);
        }
        return new Arrival(content, content.wholeRowBytes());
    }

    /** What so many bytes of rows and deletes hold of a range of keys. */
    Content content(double from, double to, double bytes, double deletes) {
        long first = (long) (from * KeySpace.SPREAD);
        long past = Math.max(first + 1, (long) (to * KeySpace.SPREAD));
        double rows = bytes / (1 - deletes * (1 - space.deleteRatio()));
        double updates = rows * (1 - workload.newKeys()) / (past - first);
        double[] shares = new double[space.size()];
        double held = 0;
        double hits = updates > 0 ? hitsFor(updates) : 0;
        for (int i = 0; i < shares.length - 1; i++) {
            shares[i] = share(i, hits);
            held += shares[i] * space.classes().get(i).bytesPerPosition();
        }
        shares[shares.length - 1] = Math.max(0, rows / (past - first) - held) * KeySpace.SPREAD;
        double[] live = new double[shares.length];
        double[] deleted = new double[shares.length];
        for (int i = 0; i < shares.length; i++) {
            live[i] = shares[i] * (1 - deletes);
            deleted[i] = shares[i] * deletes;
        }
        return Content.of(space, new Piece(first, past, live, deleted));
    }

    /** The share of a group's keys that so many bytes of updates a position, spread as the skew says, come by. */
    private double share(int group, double hits) {
        double bytes = space.classes().get(group).bytesPerPosition();
        return bytes == 0
                ? 0
                : -Math.expm1(-hits * workload.skew().groups().get(group).updates() / bytes);
    }

    /** How many bytes of updates a position leave so many bytes when each key is held once; infinite if there are not that many. */
    private double hitsFor(double heldBytes) {
        double low = 0;
        double high = heldBytes;
        for (int i = 0; held(high) < heldBytes; i++) {
            if (i == BISECTIONS) {
                return Double.POSITIVE_INFINITY;
            }
            low = high;
            high *= 2;
        }
        for (int i = 0; i < BISECTIONS; i++) {
            double middle = (low + high) / 2;
            if (held(middle) < heldBytes) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return high;
    }

    private double held(double hits) {
        double held = 0;
        for (int i = 0; i < space.size() - 1; i++) {
            held += share(i, hits) * space.classes().get(i).bytesPerPosition();
        }
        return held;
    }
}
