package org.lsmtable.tools.query;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.lsmtable.tools.console.CliException;

/** What {@code --compare} lists: values of options, {@code key=v1,v2}. */
public final class SettingLists {
    private SettingLists() {}

    /** The values by key, in the order given. */
    public static Map<String, List<String>> parse(List<String> texts) {
        Map<String, List<String>> lists = new LinkedHashMap<>();
        for (String text : texts) {
            int equals = text.indexOf('=');
            if (equals < 1) {
                throw CliException.usage("--compare: expected KEY=VALUE,VALUE,…, found '" + text + "'");
            }
            String key = text.substring(0, equals);
            List<String> values = new ArrayList<>();
            for (String value : text.substring(equals + 1).split(",", -1)) {
                if (value.isBlank()) {
                    throw CliException.usage(
                            "--compare " + key + ": expected values between commas, found '" + text + "'");
                }
                values.add(value.strip());
            }
            if (lists.put(key, values) != null) {
                throw CliException.usage("--compare: option '" + key + "' is given twice; list its values once");
            }
        }
        OptionNames.check("--compare", lists.keySet());
        return lists;
    }
}
