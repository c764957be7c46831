package org.lsmtable.tools.command;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.TypeConversionException;

/** Numbers and words on the command line; what is none is told in the words of the help. */
final class ArgumentConverters {
    private ArgumentConverters() {}

    /** Makes a line and its commands read numbers, and the words of each enum that is an argument, in either case. */
    static void register(CommandLine line) {
        whole(line, Long.class, long.class, Long::valueOf, Long.MAX_VALUE);
        whole(line, Integer.class, int.class, Integer::valueOf, Integer.MAX_VALUE);
        ITypeConverter<Double> number = ArgumentConverters::number;
        line.registerConverter(Double.class, number);
        line.registerConverter(double.class, number);
        for (CommandLine command : line.getSubcommands().values()) {
            for (ArgSpec argument : command.getCommandSpec().args()) {
                words(argument.type(), command);
            }
        }
        for (ArgSpec argument : line.getCommandSpec().args()) {
            words(argument.type(), line);
        }
    }

    private static <T> void whole(
            CommandLine line, Class<T> type, Class<T> primitive, Function<String, T> parser, long greatest) {
        ITypeConverter<T> converter = text -> {
            try {
                return parser.apply(text);
            } catch (NumberFormatException e) {
                boolean tooLarge = text.matches("[+-]?[0-9]+");
                String range = tooLarge ? " from " + (-greatest - 1) + " to " + greatest : "";
                throw new TypeConversionException("expected a whole number" + range + ", found '" + text + "'");
            }
        };
        line.registerConverter(type, converter);
        line.registerConverter(primitive, converter);
    }

    private static Double number(String text) {
        try {
            return Double.valueOf(text);
        } catch (NumberFormatException e) {
            throw new TypeConversionException("expected a number, found '" + text + "'");
        }
    }

    private static <T> void words(Class<T> type, CommandLine command) {
        T[] constants = type.getEnumConstants();
        if (constants == null) {
            return; // no enum
        }
        List<String> words =
                Arrays.stream(constants).map(ArgumentConverters::word).toList();
        command.registerConverter(type, text -> {
            int at = words.indexOf(text.toLowerCase(Locale.ROOT));
            if (at < 0) {
                throw new TypeConversionException("expected " + oneOf(words) + ", found '" + text + "'");
            }
            return constants[at];
        });
    }

    private static String word(Object constant) {
        return ((Enum<?>) constant).name().toLowerCase(Locale.ROOT);
    }

    private static String oneOf(List<String> words) {
        int last = words.size() - 1;
        return last == 0 ? words.get(0) : String.join(", ", words.subList(0, last)) + " or " + words.get(last);
    }
}
