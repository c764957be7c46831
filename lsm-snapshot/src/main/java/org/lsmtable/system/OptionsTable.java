package org.lsmtable.system;

import java.util.List;
import java.util.Optional;
import org.lsmtable.data.Row;
import org.lsmtable.options.Credentials;
import org.lsmtable.schema.TableSchema;
import org.lsmtable.types.RowType;
import org.lsmtable.types.Types;

/** {@code $options}: the options stored in the newest schema, in their order; no defaults, and no value of a credential. */
final class OptionsTable {
    private static final RowType TYPE =
            new Columns().notNull(Types.STRING, "key", "value").type();

    private OptionsTable() {}

    static SystemTable of(SystemContext context) {
        return new SystemTable("options", TYPE, List.of("key"), () -> {
            Optional<TableSchema> latest = context.stores().schemas().latest();
            return latest.orElse(context.schema()).options().asMap().entrySet().stream()
                    .map(option -> Row.of(option.getKey(), Credentials.shown(option.getKey(), option.getValue())))
                    .iterator();
        });
    }
}
