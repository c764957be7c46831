package org.lsmtable.tools.console;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.lsmtable.tools.console.Terminal.Ability;

/**
 * Text that is shown again and again. On a terminal whose cursor can be moved each frame is drawn over the one before, on a screen of
 * its own; lines are overwritten, never cleared first, so that nothing flickers. The last frame is left behind on the usual screen.
 * Elsewhere the frames follow each other with an empty line between. Not thread-safe.
 */
public final class Screen implements AutoCloseable {
    private static final String ENTER = "\033[?1049h\033[?25l";
    private static final String LEAVE = "\033[?25h\033[?1049l";
    private static final String HOME = "\033[H";
    private static final String TO_END_OF_LINE = "\033[K";
    private static final String TO_END_OF_SCREEN = "\033[J";

    private final OutputStream out;
    private final boolean inPlace;
    private String last = "";

    private Screen(OutputStream out, boolean inPlace) {
        this.out = out;
        this.inPlace = inPlace;
    }

    /** A screen on standard output. Close it, also when something fails: the terminal is not usable before. */
    public static Screen on(Session session) {
        return new Screen(session.out(), session.terminal().has(Ability.CURSOR));
    }

    /** Shows a text that ends with a line feed. */
    public void show(String frame) throws IOException {
        if (inPlace) {
            String lines = frame.replace("\n", TO_END_OF_LINE + "\n");
            print((last.isEmpty() ? ENTER : "") + HOME + lines + TO_END_OF_SCREEN);
        } else {
            print(last.isEmpty() ? frame : "\n" + frame);
        }
        last = frame;
    }

    @Override
    public void close() throws IOException {
        if (inPlace && !last.isEmpty()) {
            print(LEAVE + last);
        }
    }

    private void print(String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
        out.flush();
    }
}
