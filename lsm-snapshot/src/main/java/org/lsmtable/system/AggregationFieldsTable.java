package org.lsmtable.system;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.lsmtable.data.Row;
import org.lsmtable.types.DataField;
import org.lsmtable.types.RowType;
import org.lsmtable.types.Types;

/** {@code $aggregation_fields}: one row a column, with the options that speak of it. */
final class AggregationFieldsTable {
    private static final RowType TYPE = new Columns()
            .notNull(Types.STRING, "field_name", "field_type")
            .nullable(Types.STRING, "function", "function_options", "comment")
            .type();

    private AggregationFieldsTable() {}

    static SystemTable of(SystemContext context) {
        return new SystemTable("aggregation_fields", TYPE, List.of("field_name"), () -> rows(context));
    }

    private static Iterator<Row> rows(SystemContext context) {
        List<Row> rows = new ArrayList<>();
        for (DataField field : context.schema().fields()) {
            List<String> values = new ArrayList<>();
            List<String> keys = new ArrayList<>();
            for (Map.Entry<String, String> option :
                    context.schema().options().asMap().entrySet()) {
                if (option.getKey().startsWith("fields." + field.name() + ".")) {
                    values.add(option.getValue());
                    keys.add(option.getKey());
                }
            }
            rows.add(Row.of(
                    field.name(), Texts.type(field.type()), values.toString(), keys.toString(), field.description()));
        }
        return rows.iterator();
    }
}
