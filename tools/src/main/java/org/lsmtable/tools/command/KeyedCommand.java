package org.lsmtable.tools.command;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lsmtable.tools.console.CliException;
import org.lsmtable.tools.console.Session;
import org.lsmtable.tools.query.Spelling;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** A command on one key. Negative numbers are values, although they look like options. */
abstract class KeyedCommand extends ReadCommand {
    @Parameters(
            index = "1..*",
            arity = "1..*",
            paramLabel = "KEY",
            description = "The values of the primary key, in the order in which it is declared.")
    private List<String> key = new ArrayList<>();

    private @Nullable CommandSpec spec;

    KeyedCommand(Session session) {
        super(session);
    }

    /** Called by picocli with the model of this command. */
    @Spec
    final void setSpec(CommandSpec model) {
        spec = model;
        model.parser().unmatchedOptionsArePositionalParams(true);
    }

    /** The texts of the key's values. */
    final List<String> key() {
        List<String> given =
                spec == null ? List.of() : spec.commandLine().getParseResult().originalArgs();
        int end = given.indexOf("--");
        for (String value : key) {
            int at = given.indexOf(value);
            boolean literal = end >= 0 && at > end;
            if (value.length() > 1 && value.charAt(0) == '-' && !literal && !isNumber(value)) {
                throw CliException.usage("unknown option '" + value + "'; " + hint(value)
                        + "a key that begins with '-' comes after '--'");
            }
        }
        return key;
    }

    private String hint(String option) {
        return spec == null
                ? ""
                : Spelling.nearest(option, spec.optionsMap().keySet())
                        .map(name -> "nearest is '" + name + "'; ")
                        .orElse("");
    }

    private static boolean isNumber(String text) {
        char second = text.charAt(1);
        return second == '.' || (second >= '0' && second <= '9') || text.equals("-Infinity");
    }
}
