package org.lsmtable.tools.command;

import java.util.Map;
import java.util.Stack;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Lets an option stand without its number right before a table: what follows it is its value only if it is a number. */
final class OptionalSeconds implements IParameterPreprocessor {
    @Override
    @SuppressWarnings("JdkObsolete") // the parser's own type
    public boolean preprocess(Stack<String> args, CommandSpec command, ArgSpec option, Map<String, Object> info) {
        boolean isAttached = "=".equals(info.get("separator")); // --watch=5: the value, whatever it is
        if (isAttached || args.isEmpty() || isNumber(args.peek())) {
            return false;
        }
        option.setValue(Double.valueOf(((OptionSpec) option).fallbackValue()));
        return true;
    }

    private static boolean isNumber(String text) {
        try {
            Double.parseDouble(text);
            return true;
        } catch (NumberFormatException e) {
            return false;
        }
    }
}
