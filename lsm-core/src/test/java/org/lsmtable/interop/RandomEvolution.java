package org.lsmtable.interop;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.lsmtable.interop.EvolvingPart.Field;
import org.lsmtable.interop.EvolvingPart.Place;
import org.lsmtable.interop.EvolvingPart.RowPart;
import org.lsmtable.interop.EvolvingPart.Scalar;
import org.lsmtable.schema.ColumnPath;
import org.lsmtable.schema.SchemaChange;
import org.lsmtable.schema.SchemaChange.AddColumn;
import org.lsmtable.schema.SchemaChange.AllowNull;
import org.lsmtable.schema.SchemaChange.ChangeType;
import org.lsmtable.schema.SchemaChange.DropColumn;
import org.lsmtable.schema.SchemaChange.Nullability;
import org.lsmtable.schema.SchemaChange.RenameColumn;
import org.lsmtable.types.TypeParser;

/** Draws columns whose types may change, and changes inside nested ones. What is drawn is counted. */
final class RandomEvolution {
    /** Types that lead from one to another without failures; each old type may become any of the newer ones at once. */
    static final List<List<String>> CHAINS = List.of(
            List.of("TINYINT", "SMALLINT", "INT", "BIGINT", "DECIMAL(30, 2)", "DOUBLE", "STRING"),
            List.of("BIGINT", "INT", "SMALLINT", "BOOLEAN"),
            List.of("INT", "FLOAT", "DOUBLE", "STRING", "VARCHAR(3)"),
            List.of("DECIMAL(10, 2)", "DECIMAL(12, 4)", "DECIMAL(6, 1)", "BIGINT", "STRING"),
            List.of("VARCHAR(10)", "VARCHAR(30)", "STRING", "CHAR(4)", "BYTES"),
            List.of("BINARY(4)", "VARBINARY(10)", "BYTES", "BINARY(3)"),
            List.of("DATE", "TIMESTAMP(3)", "TIMESTAMP(6)", "STRING"),
            List.of("TIMESTAMP(9)", "TIMESTAMP(6)", "TIMESTAMP(0)", "DATE"),
            List.of("TIMESTAMP(6) WITH LOCAL TIME ZONE", "TIMESTAMP(3)", "BIGINT", "STRING"),
            List.of("BOOLEAN", "INT", "STRING"),
            List.of("INT", "TIMESTAMP(3)", "TIMESTAMP(6)"),
            List.of("DOUBLE", "FLOAT", "DECIMAL(20, 3)", "INT"));

    private static final List<String> MAP_KEYS = List.of("INT", "STRING", "BIGINT", "DATE");
    private static final int DEPTH = 3;

    private final Random random;
    private final Coverage coverage;
    private final EvolvingPart.Cast cast;
    private int names;

    RandomEvolution(Random random, Coverage coverage, EvolvingPart.Cast cast) {
        this.random = random;
        this.coverage = coverage;
        this.cast = cast;
    }

    private <T> T pick(List<T> from) {
        return from.get(random.nextInt(from.size()));
    }

    /** A name: a new one, or one that was in use before. */
    String name(RowPart beside) {
        String name = "c" + random.nextInt(names + 1);
        return beside.has(name) ? newName(beside) : name;
    }

    String newName(RowPart beside) {
        String name = "c" + names++;
        return beside.has(name) ? newName(beside) : name;
    }

    /** A column that holds no others. */
    Scalar scalar(Formats formats) {
        List<String> chain = pick(CHAINS);
        while (formats == Formats.WITH_AVRO && chain.toString().contains("(9)")) {
            chain = pick(CHAINS); // Avro holds no nanoseconds
        }
        coverage.note("chain", chain);
        return new Scalar(chain, cast);
    }

    /** Whether files of a table may be Avro, which cannot hold everything. */
    enum Formats {
        WITH_AVRO,
        WITHOUT_AVRO
    }

    /** A nested column. */
    EvolvingPart nested(Formats formats) {
        return nested(formats, 0);
    }

    private EvolvingPart nested(Formats formats, int depth) {
        EvolvingPart part = switch (random.nextInt(6)) {
            case 0 ->
                new EvolvingPart.MultisetPart(
                        // Paimon fails at Avro files with multisets of others, and we refuse
                        formats == Formats.WITH_AVRO ? "STRING" : pick(MAP_KEYS));
            case 1 -> new EvolvingPart.MapPart(pick(MAP_KEYS), inner(formats, depth + 1));
            case 2 -> new EvolvingPart.ArrayPart(inner(formats, depth + 1));
            default -> {
                RowPart row = new RowPart();
                for (int i = random.nextInt(3); i >= 0; i--) {
                    row.fields.add(new Field(newName(row), inner(formats, depth + 1)));
                }
                yield row;
            }
        };
        coverage.note("nested at depth " + depth, kind(part));
        return part;
    }

    private EvolvingPart inner(Formats formats, int depth) {
        EvolvingPart part = depth < DEPTH && random.nextInt(2) == 0 ? nested(formats, depth) : scalar(formats);
        part.nullable = random.nextInt(5) > 0;
        return part;
    }

    private static String kind(EvolvingPart part) {
        return part.getClass().getSimpleName();
    }

    /** A column or field to add. */
    EvolvingPart added(Formats formats) {
        return random.nextInt(3) == 0 ? nested(formats) : scalar(formats);
    }

    /** A change inside of a nested column, made to the model; null if there is none to make. */
    SchemaChange change(Field column, Formats formats) {
        List<Place> places = new ArrayList<>();
        column.part.collect(List.of(column.name), places);
        List<Place> fields =
                places.stream().filter(place -> place.row() != null).toList();
        SchemaChange change = switch (random.nextInt(6)) {
            case 0 -> rename(fields);
            case 1 -> drop(fields);
            case 2 -> add(fields, formats);
            case 3 -> allowNull(places);
            default -> widen(places);
        };
        if (change != null) {
            coverage.note("change inside", change.getClass().getSimpleName());
        }
        return change;
    }

    private static ColumnPath path(Place place) {
        return new ColumnPath(place.path());
    }

    private SchemaChange rename(List<Place> fields) {
        if (fields.isEmpty()) {
            return null;
        }
        Place place = pick(fields);
        String name = name(place.row());
        place.field().name = name;
        return new RenameColumn(path(place), name);
    }

    /** The first field of each ROW stays: where all are new, Paimon reads otherwise than we do ({@link ReplacedFieldsPeersTest}). */
    private SchemaChange drop(List<Place> fields) {
        List<Place> others = fields.stream()
                .filter(place -> place.field() != place.row().fields.get(0))
                .toList();
        if (others.isEmpty()) {
            return null;
        }
        Place place = pick(others);
        place.row().fields.remove(place.field());
        return new DropColumn(path(place));
    }

    private SchemaChange add(List<Place> fields, Formats formats) {
        if (fields.isEmpty()) {
            return null;
        }
        Place beside = pick(fields);
        Field added = new Field(name(beside.row()), added(formats));
        beside.row().fields.add(added);
        List<String> path = new ArrayList<>(beside.path());
        path.set(path.size() - 1, added.name);
        return new AddColumn(new ColumnPath(path), TypeParser.parse(added.part.type()), null, null);
    }

    private SchemaChange allowNull(List<Place> places) {
        List<Place> required =
                places.stream().filter(place -> !place.part().nullable).toList();
        if (required.isEmpty()) {
            return null;
        }
        Place place = pick(required);
        place.part().nullable = true;
        return new AllowNull(path(place));
    }

    private SchemaChange widen(List<Place> places) {
        List<Place> scalars = places.stream()
                .filter(place -> place.part() instanceof Scalar scalar && scalar.typesLeft() > 0)
                .toList();
        if (scalars.isEmpty()) {
            return null;
        }
        Place place = pick(scalars);
        Scalar scalar = (Scalar) place.part();
        scalar.widen(1 + random.nextInt(scalar.typesLeft()));
        return new ChangeType(path(place), TypeParser.parse(scalar.type()), Nullability.AS_GIVEN);
    }
}
