package org.lsmtable.tools;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.lsmtable.tools.command.Commands;
import org.lsmtable.tools.query.Spelling;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** What is wrong with a command line that cannot be parsed, in one line that names the word. */
final class UsageProblem {
    /** How the parser begins what a converter says: the option or the place of the argument, then the label of its value. */
    private static final Pattern BAD_VALUE = Pattern.compile(
            "Invalid value for (?:option '([^']+)'(?: \\([^)]*\\))?|positional parameter at index .+? \\([^)]*\\)): (.*)");

    private UsageProblem() {}

    static String of(ParameterException e) {
        if (e instanceof UnmatchedArgumentException unmatched) {
            return of(unmatched);
        }
        String message = String.valueOf(e.getMessage()).lines().findFirst().orElse("wrong usage");
        Matcher badValue = BAD_VALUE.matcher(message);
        if (!badValue.matches()) {
            return message;
        }
        return badValue.group(1) == null ? badValue.group(2) : badValue.group(1) + ": " + badValue.group(2);
    }

    /** Only the first word that nobody knows is named: what follows an unknown option may be its value. */
    private static String of(UnmatchedArgumentException e) {
        List<String> words = e.getUnmatched();
        Optional<String> option = words.stream()
                .filter(word -> word.length() > 1 && word.startsWith("-"))
                .findFirst();
        if (option.isPresent()) {
            String name = option.get().replaceFirst("=.*", "");
            Collection<String> known =
                    e.getCommandLine().getCommandSpec().optionsMap().keySet();
            return "Unknown option: '" + name + "'" + hint(name, known);
        }
        boolean noCommand = e.getCommandLine().getParent() == null;
        return noCommand
                ? "no command " + words.get(0) + hint(words.get(0), Commands.NAMES)
                : "expected nothing more, found '" + words.get(0) + "'";
    }

    private static String hint(String word, Collection<String> known) {
        return Spelling.nearest(word, known)
                .map(name -> "; did you mean " + name + "?")
                .orElse("");
    }
}
