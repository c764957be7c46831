package org.lsmtable.tools.input;

import org.lsmtable.fs.DamagedFileException;

/** The library of ORC knows each file by one path; errors shall name the file instead. */
final class NamedOrc {
    private static final String PATH_OF_ALL = "file:/orc";

    private NamedOrc() {}

    /**
     * An error of reading a file: the same, or in other words where it names that path.
     *
     * @param file its name, with which the message begins
     */
    static DamagedFileException error(String file, DamagedFileException e) {
        String message = String.valueOf(e.getMessage());
        String start = file + ": ";
        return message.startsWith(start) && message.contains(PATH_OF_ALL)
                ? new DamagedFileException(
                        file, message.substring(start.length()).replace(PATH_OF_ALL, file), e)
                : e;
    }
}
