package org.lsmtable.data;

/** What a row does to its key; the code is the one stored in data files (spec: merge tree, record model). */
public enum RowKind {
    INSERT((byte) 0, "+I"),
    UPDATE_BEFORE((byte) 1, "-U"),
    UPDATE_AFTER((byte) 2, "+U"),
    DELETE((byte) 3, "-D");

    private static final RowKind[] BY_CODE = {INSERT, UPDATE_BEFORE, UPDATE_AFTER, DELETE};

    private final byte code;
    private final String text;

    RowKind(byte code, String text) {
        this.code = code;
        this.text = text;
    }

    /** The stored code, 0 to 3. */
    public byte code() {
        return code;
    }

    /** The text, {@code +I -U +U -D}. */
    public String text() {
        return text;
    }

    /** Whether the row takes a value back instead of giving one. */
    public boolean isRetract() {
        return this == UPDATE_BEFORE || this == DELETE;
    }

    /** Whether a stored code is of a retracting kind. */
    public static boolean isRetract(int code) {
        return (code & 1) != 0;
    }

    /**
     * The kind of a stored code.
     *
     * @throws IllegalArgumentException if the code is not 0 to 3
     */
    public static RowKind ofCode(int code) {
        if (code < 0 || code >= BY_CODE.length) {
            throw new IllegalArgumentException("row kind code must be 0 to 3, found " + code);
        }
        return BY_CODE[code];
    }

    /**
     * The kind of a text.
     *
     * @throws IllegalArgumentException if the text is none of {@code +I -U +U -D}
     */
    public static RowKind ofText(String text) {
        for (RowKind kind : BY_CODE) {
            if (kind.text.equals(text)) {
                return kind;
            }
        }
        throw new IllegalArgumentException("row kind must be one of +I -U +U -D, found '" + text + "'");
    }
}
