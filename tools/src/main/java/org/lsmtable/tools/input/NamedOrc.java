package org.lsmtable.tools.input;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.lsmtable.fs.DamagedFileException;

/** The library of ORC knows each file by one path; errors shall name the file instead. */
final class NamedOrc {
    private static final String PATH_OF_ALL = "file:/orc";

    /** Something that reads. */
    @FunctionalInterface
    interface Reading<T extends @Nullable Object> {
        T read() throws IOException;
    }

    private NamedOrc() {}

    /**
     * Reads something of a file.
     *
     * @param file its name, with which the messages of its errors begin
     * @throws DamagedFileException as the reader throws it, in other words where it names that path
     */
    static <T extends @Nullable Object> T reading(String file, Reading<T> reading) throws IOException {
        try {
            return reading.read();
        } catch (DamagedFileException e) {
            String message = String.valueOf(e.getMessage());
            String start = file + ": ";
            if (!message.startsWith(start) || !message.contains(PATH_OF_ALL)) {
                throw e;
            }
            throw new DamagedFileException(
                    file, message.substring(start.length()).replace(PATH_OF_ALL, file), e);
        }
    }
}
