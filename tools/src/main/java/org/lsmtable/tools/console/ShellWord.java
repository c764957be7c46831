package org.lsmtable.tools.console;

/** Words in commands that a user may copy. */
public final class ShellWord {
    private ShellWord() {}

    /** A word for a POSIX shell, quoted if it must be. */
    public static String of(String text) {
        return text.matches("[\\w@%+=:,./-]+") ? text : "'" + text.replace("'", "'\\''") + "'";
    }
}
