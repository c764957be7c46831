package org.lsmtable.tools.console;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** Running text for people on standard output. */
public final class TextOutput {
    private final OutputStream out;

    public TextOutput(Session session) {
        this.out = session.out();
    }

    /** Writes lines; a text may hold several. */
    public void line(String text) throws IOException {
        out.write((text + "\n").getBytes(StandardCharsets.UTF_8));
    }

    /** Writes an empty line. */
    public void line() throws IOException {
        out.write('\n');
    }
}
