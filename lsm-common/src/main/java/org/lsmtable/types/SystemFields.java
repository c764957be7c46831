package org.lsmtable.types;

import java.util.List;

/** The columns that the engine adds in data files, and reserved ids (spec: field ids). */
public final class SystemFields {
    /** What the name of a key copy begins with. */
    public static final String KEY_PREFIX = "_KEY_";

    /** A key copy has the id of its column plus this. */
    public static final int KEY_ID_OFFSET = 1073741823;

    /** Arrival order within a bucket. */
    public static final DataField SEQUENCE_NUMBER =
            new DataField(2147483646, "_SEQUENCE_NUMBER", Types.BIGINT.notNull());

    /** The row kind's code. */
    public static final DataField VALUE_KIND = new DataField(2147483645, "_VALUE_KIND", Types.TINYINT.notNull());

    /** Names that no column may have, besides those that begin with {@link #KEY_PREFIX}. */
    public static final List<String> RESERVED_NAMES =
            List.of("_SEQUENCE_NUMBER", "_VALUE_KIND", "_LEVEL", "rowkind", "_ROW_ID");

    private static final int ELEMENT_ID = 536870911;
    private static final int IDS_OF_A_FIELD = 1024;

    private SystemFields() {}

    /** The copy of a key column at the front of a data file. */
    public static DataField keyCopy(DataField column) {
        return new DataField(
                KEY_ID_OFFSET + column.id(),
                KEY_PREFIX + column.name(),
                column.type().notNull());
    }

    /** Whether a table may not have a column of that name. */
    public static boolean isReserved(String name) {
        return RESERVED_NAMES.contains(name) || name.startsWith(KEY_PREFIX);
    }

    /**
     * The id of an ARRAY's element or of a value of a MAP or MULTISET in data files.
     *
     * @param field the id of the column, or the field of a ROW, that is next around it
     * @param depth how deep in that field it lies, 1 for the element of the field itself
     */
    public static int elementId(int field, int depth) {
        return ELEMENT_ID + IDS_OF_A_FIELD * field + depth;
    }

    /** The id of a MAP's key or a MULTISET's element in data files; the arguments are those of {@link #elementId}. */
    public static int mapKeyId(int field, int depth) {
        return ELEMENT_ID - IDS_OF_A_FIELD * field - depth;
    }
}
