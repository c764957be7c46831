package org.lsmtable.table;

import static org.lsmtable.table.TableErrors.call;

import java.io.Closeable;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.lsmtable.check.Depth;
import org.lsmtable.check.Finding;
import org.lsmtable.compact.Decision;
import org.lsmtable.compact.Forecast.Flush;
import org.lsmtable.compact.Outlook;
import org.lsmtable.compact.RuleSet;
import org.lsmtable.data.Row;
import org.lsmtable.fs.Durability;
import org.lsmtable.fs.LocalStorage;
import org.lsmtable.fs.Locations;
import org.lsmtable.history.CompactionReasons;
import org.lsmtable.history.TableHistory;
import org.lsmtable.merge.DiffReader.Updates;
import org.lsmtable.merge.Retractions;
import org.lsmtable.options.Options;
import org.lsmtable.schema.SchemaChange;
import org.lsmtable.schema.TableSchema;
import org.lsmtable.snapshot.Snapshot;
import org.lsmtable.snapshot.TableStores;
import org.lsmtable.snapshot.TagStore;

/**
 * An open primary-key table. Safe for use by several threads; writers and cursors are not. Throws {@link TableException}.
 *
 * <p>The schema is the one that was the latest when the table was opened or last altered by this object; what is read is the latest state
 * at each call. Writers and cursors keep the schema that the table had when they were made.
 */
public final class Table implements AutoCloseable {
    /** The forms of rows that {@link #scan(String)} takes. */
    public static final List<String> ROW_FORMS = RowForms.NAMES;

    private volatile TableContext context;
    private final @Nullable Closeable owned;

    private Table(TableContext context, @Nullable Closeable owned) {
        this.context = context;
        this.owned = owned;
    }

    /** Opens a table on a local disk. */
    public static Table open(Path folder) {
        return open(location(folder), localEnvironment(), Map.of());
    }

    /**
     * Opens a table wherever it lies: a path, or a URI such as {@code hdfs://namenode:8020/shop.db/orders}, whose file system Hadoop's
     * configuration describes. Closing the table ends its connections, so writers and cursors are to be closed before it.
     *
     * @throws TableException UNSUPPORTED if the client of the file system is not on the class path
     */
    public static Table open(String location) {
        return call(() -> OwnStorage.open(location));
    }

    /** The same for a URI, whose percent-encoding is resolved. */
    public static Table open(URI location) {
        return call(() -> OwnStorage.open(Locations.of(location)));
    }

    /**
     * Opens a table.
     *
     * @param location an absolute path or URI, as the environment's storage knows it
     * @param overrides options for this object only
     */
    public static Table open(String location, TableEnvironment environment, Map<String, String> overrides) {
        return open(location, environment, overrides, null);
    }

    /**
     * The same.
     *
     * @param owned closed with the table; null for nothing
     */
    static Table open(
            String location, TableEnvironment environment, Map<String, String> overrides, @Nullable Closeable owned) {
        return new Table(call(() -> TableContext.open(location, environment, overrides)), owned);
    }

    /** Creates a table on a local disk and opens it. */
    public static Table create(Path folder, TableDefinition definition) {
        return create(location(folder), localEnvironment(), definition);
    }

    /** Creates a table wherever it is to lie, as {@link #open(String)} finds it, and opens it. */
    public static Table create(String location, TableDefinition definition) {
        return call(() -> OwnStorage.create(location, definition));
    }

    /** Creates a table and opens it. */
    public static Table create(String location, TableEnvironment environment, TableDefinition definition) {
        return call(() -> {
            TableCreation.create(location, environment, definition);
            return open(location, environment, Map.of());
        });
    }

    static Table of(TableContext context) {
        return new Table(context, null);
    }

    static String location(Path folder) {
        return folder.toAbsolutePath().normalize().toString().replace('\\', '/');
    }

    private static TableEnvironment localEnvironment() {
        return TableEnvironment.of(LocalStorage.of(Durability.SYNCED));
    }

    /** The folder, absolute. */
    public String location() {
        return context.paths().root();
    }

    /** The branch this is; {@code main} for the table itself. */
    public String branch() {
        return context.paths().branch();
    }

    /** The branches of the table. */
    public Branches branches() {
        return new Branches(context);
    }

    /** Expiration, orphan files, rollback: what keeps the folder small, and undoes. */
    public Maintenance maintenance() {
        return new Maintenance(context);
    }

    /** The latest schema, with the overrides among its options. */
    public TableSchema schema() {
        return context.schema();
    }

    /** The options in force. */
    public Options options() {
        return context.schema().options();
    }

    /**
     * Alters the table: the changes are applied in order, all or none, to the latest schema there is, and the result is the schema of this
     * object from here on. Writers that are open keep the schema they have: their files say so, and columns they do not know are null in
     * their rows. A compaction under an older schema than that of a file is refused ({@link TableException.Reason#SCHEMA_CHANGED}).
     *
     * @return the new schema
     * @throws TableException INVALID if a change is not allowed, naming what stands against it
     */
    public TableSchema alter(SchemaChange... changes) {
        return call(() -> {
            context = context.altered(List.of(changes));
            return context.schema();
        });
    }

    /** The metadata files, for tools that show them. */
    public TableStores stores() {
        return context.stores();
    }

    /** All snapshots, oldest first. */
    public List<Snapshot> snapshots() {
        return call(() -> context.stores().snapshots().all());
    }

    /** The snapshot meant; empty only for the latest of a table that has none. */
    public Optional<Snapshot> snapshot(SnapshotRef ref) {
        return context.resolve(ref);
    }

    /** All tags, by name. */
    public List<TagStore.Tag> tags() {
        return call(() -> context.stores().tags().all());
    }

    /**
     * Gives a snapshot a name, under which it stays readable when it has expired.
     *
     * @throws TableException EXISTS if there is a tag of that name, INVALID if no tag can have it, NOT_FOUND if there is no such snapshot
     */
    public TagStore.Tag createTag(String name, SnapshotRef ref) {
        return call(() -> new Tags(context).create(name, ref, null));
    }

    /** The same for a tag that an expiration may remove when so much time has passed. */
    public TagStore.Tag createTag(String name, SnapshotRef ref, Duration retained) {
        return call(() -> new Tags(context).create(name, ref, retained));
    }

    /**
     * Deletes a tag, and the files that neither a snapshot nor another tag of any branch needs; {@link Maintenance#tagDeletion} tells
     * which these are.
     *
     * @return the tag that was deleted
     * @throws TableException NOT_FOUND if there is none of that name, DAMAGED if what stays cannot be read, so that it might need any file
     */
    public TagStore.Tag deleteTag(String name) {
        return call(() -> {
            TagStore.Tag tag = new Tags(context).find(name);
            maintenance().execute(maintenance().tagDeletion(name));
            return tag;
        });
    }

    /** A writer that compacts in the background. */
    public TableWriter newWriter() {
        return newWriter(CompactionMode.BACKGROUND);
    }

    /** A writer. */
    public TableWriter newWriter(CompactionMode mode) {
        return call(() -> new BucketedWriter(context, mode));
    }

    /**
     * A read, to be described further. Where the options name a state ({@code scan.snapshot-id} and others) it is that one unless the read names
     * another; where they ask for changes ({@code incremental-between} and others) it is the rows that came or changed.
     */
    public Scan scan() {
        return IncrementalRead.isAskedFor(options())
                ? new DerivedScan(new KindedRows(context, Retractions.DROP))
                : new TableScanner(context);
    }

    /**
     * A read of the rows in another form: {@code audit_log}, {@code binlog} or {@code ro} (spec: system tables).
     *
     * @throws TableException INVALID if there is no such form
     */
    public Scan scan(String form) {
        return new DerivedScan(RowForms.of(context, form));
    }

    /** The state that a scan reads which names none: the latest, unless the options name another. Empty if there is no snapshot. */
    public Optional<Snapshot> stateRead() {
        return call(() -> ReadState.of(context, SnapshotRef.latest()).snapshot());
    }

    /** A read of change records, to be described further. */
    public ChangelogScan changelog() {
        return new ChangelogRequest(context);
    }

    /**
     * The merged rows that differ between two states, in the columns of the second one: {@code -D} for rows that only the first has, {@code +I}
     * for rows that only the second has, {@code -U} and {@code +U} for rows with other values. Applied to the first state they make the
     * second. The caller closes the cursor.
     *
     * @param after the later state; it may be an earlier one as long as no column has got another type in between
     * @throws TableException INVALID if one has
     */
    public ChangeBatchCursor diff(SnapshotRef before, SnapshotRef after) {
        return call(() -> {
            Snapshot newer = context.existing(after);
            return StateDiff.between(
                    context, context.existing(before), newer, context.schemaFor(after, newer), Updates.PAIRS, null);
        });
    }

    /** The row of a primary key, given in the key's declared order. */
    public Optional<Row> get(Object... key) {
        return Optional.ofNullable(lookup(SnapshotRef.latest(), key).row());
    }

    /** A point lookup that tells what it looked at. */
    public KeyLookup lookup(SnapshotRef ref, Object... key) {
        return call(() -> {
            Optional<Snapshot> snapshot = context.resolve(ref);
            TableSchema schema = snapshot.isEmpty() ? context.schema() : context.schemaFor(ref, snapshot.get());
            PointLookup lookup = new PointLookup(context, schema, key);
            return snapshot.isEmpty()
                    ? new KeyLookup(null, List.of(), 0)
                    : new ReadGuard(context, snapshot.get()).read(() -> lookup.lookup(snapshot.get()));
        });
    }

    /** Every stored version of a key in the files of all snapshots, newest first. */
    public List<KeyVersion> versions(Object... key) {
        return call(() -> new PointLookup(context, context.schema(), key)
                .versions(context.stores().snapshots().all()));
    }

    /** The merge trees of all buckets with files, by partition and bucket. */
    public List<BucketLevels> levels(SnapshotRef ref) {
        return call(() -> new Explanations(context).levels(ref));
    }

    /**
     * What compaction would do with a bucket now.
     *
     * @param ruleSet null for the one the options name
     */
    public Decision explain(SnapshotRef ref, BucketRef bucket, @Nullable RuleSet ruleSet) {
        return call(() -> new Explanations(context).explain(ref, bucket, ruleSet));
    }

    /** The same for the latest snapshot and the rule set of the options. */
    public Decision explain(BucketRef bucket) {
        return explain(SnapshotRef.latest(), bucket, null);
    }

    /**
     * The same with what is missing for each rule that does not fire, and the next compaction.
     *
     * @param ruleSet null for the one the options name
     * @param flush the flushes that are assumed to come; null for the mean of the level-0 files, or the newest run if there are none
     */
    public Outlook outlook(SnapshotRef ref, BucketRef bucket, @Nullable RuleSet ruleSet, @Nullable Flush flush) {
        return call(() -> new Explanations(context).outlook(ref, bucket, ruleSet, flush));
    }

    /** What the table's snapshots tell of its past; its methods throw what reading files throws. */
    public TableHistory history() {
        CompactionReasons reasons = new CompactionReasons(
                context.stores().schemas(),
                context.schema(),
                Deciders::of,
                context.environment().clock().getZone());
        return new TableHistory(context.stores(), context.schema(), reasons);
    }

    /**
     * Compacts every bucket until the picker is satisfied, and commits: all together, or if others have merged files of some buckets meanwhile, each bucket by
     * itself.
     *
     * @return what is in the table by it; look at its {@code result}, which tells whether that is all
     */
    public CompactionOutcome compact() {
        return call(() -> new Compactor(context).compact(null, Compactor.Extent.PICKED));
    }

    /** The same for one bucket. */
    public CompactionOutcome compact(BucketRef bucket) {
        return call(() -> new Compactor(context).compact(bucket, Compactor.Extent.PICKED));
    }

    /** Compacts every bucket to one run on the last level, and commits as {@link #compact()} does. */
    public CompactionOutcome compactFully() {
        return call(() -> new Compactor(context).compact(null, Compactor.Extent.FULL));
    }

    /** The same for one bucket. */
    public CompactionOutcome compactFully(BucketRef bucket) {
        return call(() -> new Compactor(context).compact(bucket, Compactor.Extent.FULL));
    }

    /** Checks that the table is sound; findings in no particular order, none if it is. */
    public List<Finding> check(Depth depth) {
        return call(() -> Verification.check(context.environment(), context.paths(), depth));
    }

    /**
     * The same for a table that is perhaps too damaged to be opened: schemas that cannot be read are findings.
     *
     * @param branch {@code main} for the table itself
     * @throws TableException NOT_FOUND if there is no schema file at all
     */
    public static List<Finding> check(String location, String branch, TableEnvironment environment, Depth depth) {
        return call(() -> Verification.check(environment, TableContext.paths(location, branch, environment), depth));
    }

    /** Releases what the table holds; writers and cursors are closed by their owners. */
    @Override
    public void close() {
        Closeable storage = owned;
        if (storage != null) {
            TableErrors.run(storage::close);
        }
    }
}
