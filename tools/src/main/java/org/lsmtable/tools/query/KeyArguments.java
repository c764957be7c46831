package org.lsmtable.tools.query;

import java.util.List;
import org.lsmtable.schema.TableSchema;
import org.lsmtable.tools.console.CliException;
import org.lsmtable.tools.console.ExitCode;
import org.lsmtable.tools.value.BadValueException;
import org.lsmtable.tools.value.TextParser;
import org.lsmtable.types.RowType;

/** The values of a primary key from the command line. */
public final class KeyArguments {
    private KeyArguments() {}

    /** The values as rows hold them, in the order in which the key is declared. */
    public static Object[] parse(List<String> texts, TableSchema schema) {
        RowType key = schema.rowType().project(schema.primaryKeys());
        if (key.fieldCount() == 0) {
            throw CliException.usage("the table has no primary key");
        }
        if (texts.size() != key.fieldCount()) {
            throw CliException.usage("the key has " + key.fieldCount() + " columns " + key.names() + ", found "
                    + texts.size() + " values");
        }
        Object[] values = new Object[texts.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = value(texts.get(i), key, i);
        }
        return values;
    }

    private static Object value(String text, RowType key, int position) {
        try {
            return TextParser.of(key.typeAt(position)).parse(text);
        } catch (BadValueException e) {
            throw new CliException(
                    ExitCode.USAGE, "key column '" + key.field(position).name() + "': " + e.getMessage(), e);
        }
    }
}
