package org.lsmtable.types;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class TypeTextProperties {
    private int nextId;

    @Property
    void theTextOfATypeIsReadBack(@ForAll("types") DataType type) {
        nextId = 0;
        DataType numbered = numbered(type);
        assertThat(TypeParser.parse(numbered.asText())).isEqualTo(numbered);
    }

    /** Gives the fields of ROWs the numbers that the parser gives: those inside a field before the field. */
    private DataType numbered(DataType type) {
        if (type instanceof ArrayType array) {
            return new ArrayType(numbered(array.element()), array.isNullable());
        }
        if (type instanceof MultisetType multiset) {
            return new MultisetType(numbered(multiset.element()), multiset.isNullable());
        }
        if (type instanceof VectorType vector) {
            return new VectorType(numbered(vector.element()), vector.length(), vector.isNullable());
        }
        if (type instanceof MapType map) {
            DataType key = numbered(map.key());
            return new MapType(key, numbered(map.value()), map.isNullable());
        }
        if (type instanceof RowType row) {
            List<DataField> fields = new ArrayList<>();
            for (DataField field : row.fields()) {
                DataType inner = numbered(field.type());
                fields.add(new DataField(nextId++, field.name(), inner));
            }
            return new RowType(fields, row.isNullable());
        }
        return type;
    }

    @Provide
    Arbitrary<DataType> types() {
        return Arbitraries.recursive(this::atoms, this::nested, 0, 3);
    }

    private Arbitrary<DataType> atoms() {
        Arbitrary<Integer> precisions = Arbitraries.integers().between(0, 9);
        Arbitrary<Integer> lengths = Arbitraries.integers().between(1, Integer.MAX_VALUE);
        Arbitrary<DataType> basic = Arbitraries.of(
                        TypeRoot.BOOLEAN,
                        TypeRoot.TINYINT,
                        TypeRoot.SMALLINT,
                        TypeRoot.INT,
                        TypeRoot.BIGINT,
                        TypeRoot.FLOAT,
                        TypeRoot.DOUBLE,
                        TypeRoot.DATE,
                        TypeRoot.VARIANT,
                        TypeRoot.BLOB)
                .map(root -> new BasicType(root, true));
        Arbitrary<DataType> decimals = Arbitraries.integers()
                .between(1, 38)
                .flatMap(p -> Arbitraries.integers().between(0, p).map(s -> Types.decimal(p, s)));
        Arbitrary<DataType> texts = Combinators.combine(
                        Arbitraries.of(TypeRoot.CHAR, TypeRoot.VARCHAR, TypeRoot.BINARY, TypeRoot.VARBINARY), lengths)
                .as((root, length) -> new LengthType(root, length, true));
        Arbitrary<DataType> times = Combinators.combine(
                        Arbitraries.of(TypeRoot.TIME, TypeRoot.TIMESTAMP, TypeRoot.TIMESTAMP_LTZ), precisions)
                .as((root, precision) -> new TemporalType(root, precision, true));
        return maybeNotNull(Arbitraries.oneOf(basic, decimals, texts, times));
    }

    private Arbitrary<DataType> nested(Arbitrary<DataType> inner) {
        Arbitrary<String> names = Arbitraries.oneOf(
                Arbitraries.strings().alpha().ofMinLength(1).ofMaxLength(8),
                Arbitraries.strings()
                        .withChars("a`<>, 😀éNOT1_$")
                        .ofMinLength(1)
                        .ofMaxLength(6),
                Arbitraries.of("NOT", "NULL", "ROW", "INT"));
        Arbitrary<DataField> fields =
                Combinators.combine(names, inner).as((name, type) -> new DataField(0, name, type));
        return maybeNotNull(Arbitraries.oneOf(
                inner.map(element -> new ArrayType(element, true)),
                inner.map(element -> new MultisetType(element, true)),
                inner.map(element -> new VectorType(element, 3, true)),
                Combinators.combine(inner, inner).as((key, value) -> new MapType(key, value, true)),
                fields.list().ofMaxSize(3).map(list -> new RowType(list, true))));
    }

    private static Arbitrary<DataType> maybeNotNull(Arbitrary<DataType> types) {
        return Combinators.combine(types, Arbitraries.of(true, false))
                .as((type, nullable) -> nullable ? type : type.notNull());
    }
}
