package org.lsmtable.tools.command;

import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.lsmtable.fs.DamagedFileException;
import org.lsmtable.maintenance.DeletionPlan;
import org.lsmtable.maintenance.Removal;
import org.lsmtable.snapshot.BranchStore;
import org.lsmtable.snapshot.TableStores;
import org.lsmtable.snapshot.TagStore;
import org.lsmtable.table.SnapshotRef;
import org.lsmtable.table.Table;
import org.lsmtable.tools.console.CliException;
import org.lsmtable.tools.console.ExitCode;
import org.lsmtable.tools.console.Session;
import org.lsmtable.tools.query.QuantityConverters;
import org.lsmtable.tools.query.TableAddress;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Creates, deletes and lists tags. */
@Command(
        name = "tag",
        header = "Names snapshots, so that they stay readable when they have expired.",
        description = {
            "create NAME  names the latest snapshot, or the one that --snapshot says",
            "delete NAME  shows what would go, and deletes it with --execute: the tag's file, and if its",
            "             snapshot has expired the files that no other tag, snapshot or branch needs",
            "list         the tags, as 'lsm tags' does"
        },
        footer = {
            "",
            "Example:",
            "  lsm tag /data/orders create before-migration",
            "  lsm tag /data/orders create month-end --snapshot 7 --retain \"90 d\"",
            "  lsm tag /data/orders delete month-end --execute"
        })
final class TagCommand extends TableCommand {
    @Parameters(index = "1", paramLabel = "ACTION", description = "create, delete or list.")
    private String action = "";

    @Parameters(index = "2", arity = "0..1", paramLabel = "NAME", description = "The tag; not digits only.")
    private @Nullable String name;

    @Option(names = "--snapshot", paramLabel = "N", description = "The snapshot to name; the latest unless given.")
    private @Nullable Long snapshot;

    @Option(
            names = "--retain",
            paramLabel = "DURATION",
            description = "After this time an expiration may remove the tag; never unless given.")
    private @Nullable String retain;

    @Option(names = "--execute", description = "Delete, do not only show what would go.")
    private boolean execute;

    TagCommand(Session session) {
        super(session);
    }

    @Override
    ExitCode run() throws IOException {
        TableAddress address = plainAddress();
        switch (action) {
            case "create" -> create(address, name());
            case "delete" -> delete(address, name());
            case "list" -> {
                if (name != null) {
                    throw CliException.usage("list: expected nothing more, found '" + name + "'");
                }
                SystemRows.of(this, address, "tags").show(null);
            }
            default -> throw CliException.usage("no action '" + action + "'; expected create, delete or list");
        }
        return ExitCode.DONE;
    }

    private String name() {
        if (name == null) {
            throw CliException.usage(action + ": expected the name of a tag");
        }
        return name;
    }

    private void create(TableAddress address, String tag) throws IOException {
        if (snapshot != null && snapshot < 1) {
            throw CliException.usage(
                    "--snapshot: expected a snapshot's number, which is at least 1, found " + snapshot);
        }
        SnapshotRef ref = snapshot == null ? SnapshotRef.latest() : SnapshotRef.snapshot(snapshot);
        String text = retain;
        try (Table table = open(address)) {
            TagStore.Tag created = text == null ? table.createTag(tag, ref) : table.createTag(tag, ref, duration(text));
            Map<String, Object> record = new LinkedHashMap<>();
            record.put("tag", created.name());
            record.put("snapshot", created.snapshot().id());
            show(record);
        }
    }

    private static Duration duration(String text) {
        try {
            return QuantityConverters.duration(text);
        } catch (IllegalArgumentException e) {
            throw new CliException(
                    ExitCode.USAGE, "--retain: expected a length of time such as '90 d', found '" + text + "'", e);
        }
    }

    private void delete(TableAddress address, String tag) throws IOException {
        try (Table table = open(address)) {
            if (isDamaged(table, tag)) {
                deleteDamaged(table, tag);
                return;
            }
            DeletionPlan plan = table.maintenance().tagDeletion(tag);
            TagStore.Tag found = table.stores().tags().find(tag).orElse(null);
            Deletion.show(this, table, plan, execute);
            if (found != null) {
                tellBranches(table, found);
            }
        }
    }

    private static boolean isDamaged(Table table, String tag) throws IOException {
        try {
            table.stores().tags().find(tag);
            return false;
        } catch (DamagedFileException e) {
            return true;
        }
    }

    private void deleteDamaged(Table table, String tag) throws IOException {
        TableStores stores = table.stores();
        String file = stores.tags().file(tag);
        Removal removal = new Removal(
                file,
                "damaged tag; what it keeps cannot be told: lsm orphans finds it later",
                stores.storage().info(file).sizeBytes());
        if (execute) {
            stores.tags().delete(tag);
        }
        Removals.show(this, List.of(removal), execute);
    }

    /** A branch that began with the tag is spared by expirations of other engines for the tag's sake only. */
    private void tellBranches(Table table, TagStore.Tag tag) throws IOException {
        TableStores stores = table.stores();
        for (BranchStore.Branch branch : new BranchStore(stores.storage(), stores.paths()).all()) {
            TagStore tags = new TagStore(stores.storage(), stores.paths().onBranch(branch.name()));
            Optional<TagStore.Tag> theirs = tags.find(tag.name());
            boolean beganWithIt = stores.paths().isMain()
                    && theirs.isPresent()
                    && theirs.get().snapshot().id() == tag.snapshot().id();
            if (beganWithIt) {
                session.say("lsm: warning: branch '" + branch.name()
                        + "' began with this tag: without it an expiration on the main"
                        + " branch by Paimon may delete files that the branch needs; lsm expire does not");
            }
        }
    }
}
