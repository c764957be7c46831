package org.lsmtable.merge;

import java.io.Closeable;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Closes several things, all of them, whatever fails. */
final class Closing {
    private Closing() {}

    static void all(@Nullable Closeable... things) throws IOException {
        Throwable first = null;
        for (Closeable thing : things) {
            try {
                if (thing != null) {
                    thing.close();
                }
            } catch (IOException | RuntimeException e) {
                if (first == null) {
                    first = e;
                } else {
                    first.addSuppressed(e);
                }
            }
        }
        if (first instanceof IOException e) {
            throw e;
        }
        if (first instanceof RuntimeException e) {
            throw e;
        }
    }
}
