package org.lsmtable.tools.query;

import org.jspecify.annotations.Nullable;
import org.lsmtable.tools.console.CliException;
import org.lsmtable.tools.console.ExitCode;

/** The words and signs of a condition, one after another. */
final class WhereTokens {
    /** What a token is. */
    enum Kind {
        /** A plain word: a column or a keyword. */
        WORD,
        /** A name in double quotes or backticks. */
        NAME,
        /** A text in single quotes. */
        TEXT,
        NUMBER,
        /** A comparison, bracket, comma or sign. */
        SIGN,
        END
    }

    /**
     * One token.
     *
     * @param text without quotes
     * @param at the place of its first character
     */
    record Token(Kind kind, String text, int at) {
        /** Whether it is this keyword, in any case. */
        boolean isWord(String keyword) {
            return kind == Kind.WORD && text.equalsIgnoreCase(keyword);
        }

        boolean isSign(String sign) {
            return kind == Kind.SIGN && text.equals(sign);
        }

        /** How it is shown in messages. */
        String shown() {
            return switch (kind) {
                case WORD, NUMBER, SIGN -> "'" + text + "'";
                case NAME -> "\"" + text + "\"";
                case TEXT -> "the text '" + text + "'";
                case END -> "the end";
            };
        }
    }

    private final String text;
    private int at;
    private Token current;

    WhereTokens(String text) {
        this.text = text;
        this.current = read();
    }

    /** The token that comes next. */
    Token peek() {
        return current;
    }

    /** Takes the token that comes next. */
    Token take() {
        Token token = current;
        current = read();
        return token;
    }

    /** Whether a text in single quotes comes after the next token. */
    boolean textFollows() {
        int next = at;
        while (next < text.length() && Character.isWhitespace(text.charAt(next))) {
            next++;
        }
        return next < text.length() && text.charAt(next) == '\'';
    }

    /** Takes the next token if it is this keyword. */
    boolean takeWord(String keyword) {
        boolean found = current.isWord(keyword);
        if (found) {
            take();
        }
        return found;
    }

    /** Takes the next token if it is this sign. */
    boolean takeSign(String sign) {
        boolean found = current.isSign(sign);
        if (found) {
            take();
        }
        return found;
    }

    /** A usage error that names a place. */
    CliException error(int place, String problem) {
        return error(place, problem, null);
    }

    CliException error(int place, String problem, @Nullable Throwable cause) {
        return new CliException(
                ExitCode.USAGE, "--where: character " + (place + 1) + " of \"" + text + "\": " + problem, cause);
    }

    private Token read() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
        int start = at;
        if (start == text.length()) {
            return new Token(Kind.END, "", start);
        }
        char first = text.charAt(start);
        if (first == '\'') {
            return new Token(Kind.TEXT, quoted(first), start);
        }
        if (first == '"' || first == '`') {
            return new Token(Kind.NAME, quoted(first), start);
        }
        if (isDigit(first) || (first == '.' && start + 1 < text.length() && isDigit(text.charAt(start + 1)))) {
            return new Token(Kind.NUMBER, number(), start);
        }
        if (Character.isUnicodeIdentifierStart(first) || first == '_') {
            while (at < text.length() && isWordPart(text.charAt(at))) {
                at++;
            }
            return new Token(Kind.WORD, text.substring(start, at), start);
        }
        return new Token(Kind.SIGN, sign(first), start);
    }

    private String sign(char first) {
        String two = text.substring(at, Math.min(at + 2, text.length()));
        switch (two) {
            case "<=", ">=", "<>", "!=" -> {
                at += 2;
                return two;
            }
            default -> {
                at++;
                return String.valueOf(first);
            }
        }
    }

    /** Digits with a point and an exponent, and letters that stick to them, which make no number. */
    private String number() {
        int start = at;
        while (at < text.length()) {
            char c = text.charAt(at);
            boolean signOfExponent = (c == '+' || c == '-') && Character.toLowerCase(text.charAt(at - 1)) == 'e';
            if (!isWordPart(c) && c != '.' && !signOfExponent) {
                break;
            }
            at++;
        }
        return text.substring(start, at);
    }

    /** What stands between quotes; two quotes in a row are one of the text. */
    private String quoted(char quote) {
        int start = at;
        StringBuilder inside = new StringBuilder();
        for (at++; at < text.length(); at++) {
            char c = text.charAt(at);
            if (c != quote) {
                inside.append(c);
            } else if (at + 1 < text.length() && text.charAt(at + 1) == quote) {
                inside.append(c);
                at++;
            } else {
                at++;
                return inside.toString();
            }
        }
        throw error(start, "the quote is not closed");
    }

    private static boolean isWordPart(char c) {
        return Character.isUnicodeIdentifierPart(c) || c == '_' || c == '$';
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}
