package org.lsmtable.fs;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;

/** A process of {@link TwoProcessesTest}: waits for a byte on its input, then tries to create file after file. */
final class CreateIfAbsentProcess {
    private CreateIfAbsentProcess() {}

    /** Arguments: folder, name of this process, number of files. Prints the numbers of the files it won. */
    public static void main(String[] args) throws IOException {
        Storage storage = LocalStorage.of(Durability.PROCESS);
        System.out.println("ready");
        if (System.in.read() < 0) {
            return;
        }
        for (int i = 0; i < Integer.parseInt(args[2]); i++) {
            if (storage.createIfAbsent(args[0] + "/snapshot-" + i, content(args[1], i))) {
                System.out.println(i);
            }
        }
    }

    static byte[] content(String process, int file) {
        return (process + " made file " + file + " ").repeat(500).getBytes(UTF_8);
    }
}
