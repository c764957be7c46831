package org.lsmtable.simulate;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleSupplier;
import org.lsmtable.simulate.KeySpace.KeyClass;
import org.lsmtable.simulate.KeySpace.Law;

/**
 * The flushes of a {@link SyntheticWorkload}. One class of keys for each group of rows that is updated, and a last one for new keys.
 *
 * <p>With a share of deletes, a row is there with the probability that its last change was none. So that the live bytes are those of the
 * table, the keys that are changed are as many more.
 */
final class SyntheticFlushes implements FlushSource {
    private final SyntheticWorkload workload;
    private final KeySpace space;
    private final DoubleSupplier sizes;

    /** How far a sequential workload has come: in the updated keys, as a position, and behind them, in bytes. */
    private double updateCursor;

    private double insertCursor;

    SyntheticFlushes(SyntheticWorkload workload) {
        this.workload = workload;
        this.sizes = workload.sizes().draw();
        List<KeyClass> classes = new ArrayList<>();
        for (Skew.Group group : workload.skew().groups()) {
            classes.add(new KeyClass(Law.OVERLAPPING, keyBytes(group) / KeySpace.SPREAD));
        }
        boolean sequential = workload.keys() == KeyPattern.SEQUENTIAL;
        classes.add(new KeyClass(Law.DISJOINT, sequential ? 1 : 1.0 / KeySpace.SPREAD));
        this.space = new KeySpace(classes, workload.rows().deleteRatio());
    }

    /** The bytes of a group if all its keys had a row. */
    private double keyBytes(Skew.Group group) {
        return workload.tableBytes() * group.data() / (1 - workload.deletes());
    }

    @Override
    public KeySpace space() {
        return space;
    }

    @Override
    public List<StartRun> start() {
        if (workload.updates() == 0) {
            return List.of();
        }
        double[] live = new double[space.size()];
        for (int i = 0; i < live.length - 1; i++) {
            live[i] = 1 - workload.deletes();
        }
        Piece full = new Piece(0, KeySpace.SPREAD, live, new double[live.length]);
        return List.of(new StartRun(LAST_LEVEL, List.of(Content.of(space, full))));
    }

    @Override
    public Arrival next() {
        double deleted = workload.updates() * workload.deletes();
        double rows = sizes.getAsDouble() / (1 - deleted * (1 - space.deleteRatio()));
        double updates = rows * workload.updates();
        double inserts = rows - updates;
        Content content = workload.keys() == KeyPattern.UNIFORM ? spread(updates, inserts) : inTurn(updates, inserts);
        return new Arrival(content, rows);
    }

    private Content spread(double updates, double inserts) {
        double[] live = new double[space.size()];
        double[] deleted = new double[space.size()];
        List<Skew.Group> groups = workload.skew().groups();
        for (int i = 0; updates > 0 && i < groups.size(); i++) {
            double hits = updates * groups.get(i).updates();
            set(live, deleted, i, -Math.expm1(-hits / keyBytes(groups.get(i))));
        }
        live[live.length - 1] = inserts;
        return Content.of(space, new Piece(0, KeySpace.SPREAD, live, deleted));
    }

    private void set(double[] live, double[] deleted, int keyClass, double share) {
        live[keyClass] = share * (1 - workload.deletes());
        deleted[keyClass] = share * workload.deletes();
    }

    private Content inTurn(double updates, double inserts) {
        Content content = Content.empty(space);
        if (updates > 0) {
            double step = updates / space.classes().get(0).bytesPerPosition();
            double end = updateCursor + Math.min(step, KeySpace.SPREAD);
            content = updated(updateCursor, Math.min(end, KeySpace.SPREAD));
            if (end > KeySpace.SPREAD) {
                content = updated(0, end - KeySpace.SPREAD).over(content);
            }
            updateCursor = end >= KeySpace.SPREAD ? end - KeySpace.SPREAD : end;
        }
        double[] live = new double[space.size()];
        live[live.length - 1] = 1;
        long from = KeySpace.SPREAD + Math.round(insertCursor);
        insertCursor += inserts;
        long to = KeySpace.SPREAD + Math.round(insertCursor);
        return Content.of(space, new Piece(from, to, live, new double[live.length]))
                .over(content);
    }

    private Content updated(double from, double to) {
        double[] live = new double[space.size()];
        double[] deleted = new double[space.size()];
        set(live, deleted, 0, 1);
        return Content.of(space, new Piece(Math.round(from), Math.round(to), live, deleted));
    }
}
