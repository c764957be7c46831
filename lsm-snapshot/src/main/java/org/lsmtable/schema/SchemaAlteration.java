package org.lsmtable.schema;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.lsmtable.cast.CastRules;
import org.lsmtable.options.EvolutionOptions;
import org.lsmtable.options.Options;
import org.lsmtable.options.TableOptions;
import org.lsmtable.schema.FeatureCheck.Use;
import org.lsmtable.schema.SchemaChange.AddColumn;
import org.lsmtable.schema.SchemaChange.AllowNull;
import org.lsmtable.schema.SchemaChange.ChangeType;
import org.lsmtable.schema.SchemaChange.CommentColumn;
import org.lsmtable.schema.SchemaChange.CommentTable;
import org.lsmtable.schema.SchemaChange.DropColumn;
import org.lsmtable.schema.SchemaChange.ForbidNull;
import org.lsmtable.schema.SchemaChange.MoveColumn;
import org.lsmtable.schema.SchemaChange.Nullability;
import org.lsmtable.schema.SchemaChange.RenameColumn;
import org.lsmtable.schema.SchemaChange.SetDefault;
import org.lsmtable.schema.SchemaChange.SetOption;
import org.lsmtable.schema.SchemaChange.UnsetOption;
import org.lsmtable.types.DataField;
import org.lsmtable.types.DataType;
import org.lsmtable.types.UnsupportedFeatureException;

/**
 * Applies changes to a schema, one after the other, each under its rules (spec: metadata, altering a table), and then checks the result as
 * a whole; what was wrong with the table before does not count against it. Pure: it reads nothing and writes nothing.
 */
public final class SchemaAlteration {
    /** Whether a table has been written to, after which less of it may be altered. */
    public enum History {
        /** No snapshot yet. */
        EMPTY,
        /** There is, or has been, a snapshot. */
        WRITTEN
    }

    private final TableSchema old;
    private final Options rules;
    private final History history;
    private List<DataField> fields;
    private int highestFieldId;
    private List<String> primaryKeys;
    private Options options;
    private @Nullable String comment;

    private SchemaAlteration(TableSchema old, Options rules, History history) {
        this.old = old;
        this.rules = rules;
        this.history = history;
        this.fields = old.fields();
        this.highestFieldId = old.highestFieldId();
        this.primaryKeys = old.primaryKeys();
        this.options = old.options();
        this.comment = old.comment();
    }

    /**
     * The next schema.
     *
     * @param overrides options that count, beside the table's own, where options say what may be altered
     * @param timeMillis when it is made
     * @throws IllegalArgumentException naming the column or option and what stands against the change
     * @throws UnsupportedFeatureException if this engine can read the table and could not any more
     */
    public static TableSchema apply(
            TableSchema schema,
            List<SchemaChange> changes,
            History history,
            Map<String, String> overrides,
            long timeMillis) {
        SchemaAlteration alteration =
                new SchemaAlteration(schema, schema.options().with(overrides), history);
        changes.forEach(alteration::apply);
        TableSchema altered = alteration.result(timeMillis);
        alteration.checkWhole(altered);
        return altered;
    }

    private TableSchema result(long timeMillis) {
        return new TableSchema(
                TableSchema.VERSION,
                old.id() + 1,
                fields,
                highestFieldId,
                old.partitionKeys(),
                primaryKeys,
                options,
                comment,
                timeMillis);
    }

    private void checkWhole(TableSchema altered) {
        List<String> violations = new ArrayList<>(SchemaRules.violations(altered));
        violations.removeAll(SchemaRules.violations(old));
        if (!violations.isEmpty()) {
            throw new IllegalArgumentException(String.join("; ", violations));
        }
        List<String> lacks = new ArrayList<>(FeatureCheck.lackingTypes(altered.rowType()));
        lacks.removeAll(FeatureCheck.lackingTypes(old.rowType()));
        if (FeatureCheck.lacks(old, Use.READ).isEmpty()) {
            lacks.addAll(FeatureCheck.lacks(altered, Use.READ));
        }
        if (!lacks.isEmpty()) {
            throw new UnsupportedFeatureException("not supported: " + String.join("; ", lacks));
        }
        if (!altered.options().equals(old.options())) {
            TableOptions.requireSupported(altered.options());
        }
    }

    private void apply(SchemaChange change) {
        if (change instanceof AddColumn add) {
            edit(add.column(), (FieldTree.FieldEdit) (siblings, name) -> added(siblings, name, add));
        } else if (change instanceof DropColumn drop) {
            drop(drop.column());
        } else if (change instanceof RenameColumn rename) {
            rename(rename.column(), rename.newName());
        } else if (change instanceof ChangeType changed) {
            changeType(changed);
        } else if (change instanceof AllowNull allow) {
            allowNull(allow.column());
        } else if (change instanceof ForbidNull forbid) {
            edit(forbid.column(), (FieldTree.TypeEdit) type -> withNullability(forbid.column(), type, type.notNull()));
        } else if (change instanceof CommentColumn said) {
            edit(said.column(), (FieldTree.FieldEdit) (siblings, name) -> commented(siblings, name, said.comment()));
        } else if (change instanceof SetDefault said) {
            refuse(
                    !said.column().isColumn(),
                    "column '" + said.column() + "': only columns of the table have defaults");
            edit(said.column(), (FieldTree.FieldEdit) (siblings, name) -> withDefault(siblings, name, said.text()));
        } else if (change instanceof MoveColumn move) {
            move(move);
        } else if (change instanceof CommentTable said) {
            comment = said.comment();
        } else if (change instanceof SetOption set) {
            setOption(set.key(), set.value());
        } else if (change instanceof UnsetOption unset) {
            setOption(unset.key(), null);
        }
    }

    private void edit(ColumnPath column, FieldTree.Edit edit) {
        try {
            fields = FieldTree.edit(fields, column, edit);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("column '" + column + "': " + e.getMessage(), e);
        }
    }

    private static void refuse(boolean refused, String why) {
        if (refused) {
            throw new IllegalArgumentException(why);
        }
    }

    private void refuseKeys(ColumnPath column, List<String> keys, String why) {
        refuse(column.isColumn() && keys.contains(column.last()), "column '" + column + "' " + why);
    }

    private List<DataField> added(List<DataField> siblings, String name, AddColumn add) {
        refuse(name.isEmpty(), "a name is missing");
        refuse(FieldTree.find(siblings, name) >= 0, "there is a column of that name already");
        refuse(
                !add.type().isNullable(),
                "a new column must allow null, which it is in the rows there are; found "
                        + add.type().asText());
        FieldIds ids = new FieldIds(highestFieldId);
        DataField field = ids.assign(List.of(new DataField(0, name, add.type(), add.comment(), null)))
                .get(0);
        highestFieldId = ids.highest();
        List<DataField> more = new ArrayList<>(siblings);
        more.add(add.position() == null ? usualPlace(add, siblings) : place(siblings, add.position()), field);
        return more;
    }

    private int usualPlace(AddColumn add, List<DataField> siblings) {
        boolean beforePartition = add.column().isColumn() && rules.get(EvolutionOptions.ADD_BEFORE_PARTITION);
        if (beforePartition) {
            for (int i = 0; i < siblings.size(); i++) {
                if (old.partitionKeys().contains(siblings.get(i).name())) {
                    return i;
                }
            }
        }
        return siblings.size();
    }

    private static int place(List<DataField> siblings, ColumnPosition position) {
        if (position instanceof ColumnPosition.First) {
            return 0;
        }
        if (position instanceof ColumnPosition.After after) {
            return FieldTree.indexOf(siblings, after.other()) + 1;
        }
        if (position instanceof ColumnPosition.Before before) {
            return FieldTree.indexOf(siblings, before.other());
        }
        return siblings.size();
    }

    private void drop(ColumnPath column) {
        refuseKeys(column, primaryKeys, "is of the primary key and cannot be dropped");
        refuseKeys(column, old.partitionKeys(), "is a partition column and cannot be dropped");
        List<String> naming = column.isColumn() ? new ColumnReferences(options).to(column.last()) : List.of();
        refuse(!naming.isEmpty(), "column '" + column + "' is named by options " + naming + "; unset them first");
        edit(column, (FieldTree.FieldEdit) (siblings, name) -> {
            List<DataField> fewer = new ArrayList<>(siblings);
            fewer.remove(FieldTree.indexOf(siblings, name));
            refuse(fewer.isEmpty(), "the last column cannot be dropped");
            return fewer;
        });
    }

    private void rename(ColumnPath column, String newName) {
        refuseKeys(column, old.partitionKeys(), "is a partition column, which names folders, and cannot be renamed");
        refuse(newName.isEmpty(), "column '" + column + "': the new name is empty");
        edit(column, (FieldTree.FieldEdit) (siblings, name) -> {
            DataField field = siblings.get(FieldTree.indexOf(siblings, name));
            refuse(FieldTree.find(siblings, newName) >= 0, "there is a column '" + newName + "' already");
            return FieldTree.replaced(siblings, name, field.withName(newName));
        });
        if (column.isColumn()) {
            String name = column.last();
            primaryKeys = primaryKeys.stream()
                    .map(key -> key.equals(name) ? newName : key)
                    .toList();
            options = new ColumnReferences(options).renamed(name, newName);
        }
    }

    private void changeType(ChangeType change) {
        ColumnPath column = change.column();
        refuseKeys(column, primaryKeys, "is of the primary key, by which rows are ordered, and keeps its type");
        refuseKeys(column, old.partitionKeys(), "is a partition column, which names folders, and keeps its type");
        edit(column, (FieldTree.TypeEdit) type -> {
            DataType wanted = change.type();
            if (change.nullability() == Nullability.KEPT) {
                wanted = type.isNullable() ? wanted.nullable() : wanted.notNull();
            }
            refuse(
                    !CastRules.isSupported(type, wanted),
                    "values of type " + type.asText() + " cannot become " + wanted.asText());
            refuse(
                    rules.get(EvolutionOptions.DISABLE_EXPLICIT_CASTS) && !CastRules.isImplicit(type, wanted),
                    "values may change when " + type.asText() + " becomes " + wanted.asText() + ", which option '"
                            + EvolutionOptions.DISABLE_EXPLICIT_CASTS.key() + "' forbids");
            return withNullability(column, type, wanted);
        });
    }

    private void allowNull(ColumnPath column) {
        refuseKeys(column, primaryKeys, "is of the primary key and cannot be null");
        edit(column, (FieldTree.TypeEdit) DataType::nullable);
    }

    /** The new type, unless it forbids nulls that may be there. */
    private DataType withNullability(ColumnPath column, DataType type, DataType wanted) {
        refuse(
                type.isNullable() && !wanted.isNullable() && rules.get(EvolutionOptions.DISABLE_NOT_NULL),
                "'" + column.last() + "' may hold nulls and cannot become NOT NULL unless option '"
                        + EvolutionOptions.DISABLE_NOT_NULL.key() + "' is false");
        return wanted;
    }

    private static List<DataField> commented(List<DataField> siblings, String name, @Nullable String comment) {
        DataField field = siblings.get(FieldTree.indexOf(siblings, name));
        return FieldTree.replaced(
                siblings, name, new DataField(field.id(), field.name(), field.type(), comment, field.defaultValue()));
    }

    private static List<DataField> withDefault(List<DataField> siblings, String name, @Nullable String text) {
        DataField field = siblings.get(FieldTree.indexOf(siblings, name));
        DataField changed = new DataField(field.id(), field.name(), field.type(), field.description(), text);
        return FieldTree.replaced(siblings, name, changed);
    }

    private void move(MoveColumn move) {
        edit(ColumnPath.of(move.column()), (FieldTree.FieldEdit) (siblings, name) -> {
            List<DataField> others = new ArrayList<>(siblings);
            DataField field = others.remove(FieldTree.indexOf(siblings, name));
            others.add(place(others, move.position()), field);
            return others;
        });
    }

    private void setOption(String key, @Nullable String value) {
        if (value != null && namesTheKeysThereAre(key, value)) {
            return;
        }
        new OptionChangeRules(options, history).check(key, value);
        Map<String, String> changed = new LinkedHashMap<>(options.asMap());
        if (value == null) {
            changed.remove(key);
        } else {
            changed.put(key, value);
        }
        options = new Options(changed);
    }

    /** Keys are no options, but may be spelled as such: an option that says what the keys are changes nothing. */
    private boolean namesTheKeysThereAre(String key, String value) {
        Options said = new Options(Map.of(key, value));
        return (key.equals(TableSchemas.PRIMARY_KEY.key())
                        && said.get(TableSchemas.PRIMARY_KEY).equals(primaryKeys))
                || (key.equals(TableSchemas.PARTITION.key())
                        && said.get(TableSchemas.PARTITION).equals(old.partitionKeys()));
    }
}
