package org.lsmtable.tools;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** The version that the build has written into the jar. */
final class Version {
    private static final String RESOURCE = "/lsm-version.txt";

    private Version() {}

    /** {@code lsm 0.1.0}. */
    static String text() {
        try (InputStream in = Version.class.getResourceAsStream(RESOURCE)) {
            return in == null ? "lsm" : "lsm " + new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            return "lsm";
        }
    }
}
