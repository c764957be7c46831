package org.lsmtable.tools.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lsmtable.fs.Durability;
import org.lsmtable.fs.LocalStorage;
import org.lsmtable.fs.Storage;
import org.lsmtable.fs.StorageInput;
import org.lsmtable.tools.console.Terminal.Ability;

class ProgressTest {
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final AtomicLong nanos = new AtomicLong(5);

    private Session session(Terminal terminal) {
        return new Session(
                new ByteArrayInputStream(new byte[0]),
                OutputStream.nullOutputStream(),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                terminal,
                Path.of(""),
                Durability.PROCESS,
                new Interruption(),
                nanos::get);
    }

    private String printed() {
        return err.toString(StandardCharsets.UTF_8);
    }

    @Test
    void drawsOnATerminalAtMostTenTimesASecond() {
        try (Progress bar = Progress.on(session(new Terminal(EnumSet.of(Ability.ERR))), "load")
                .ofBytes(1_000)) {
            bar.at(1, 1);
            assertThat(printed()).isEmpty();
            nanos.addAndGet(2_000_000_000);
            bar.at(50, 250);
            assertThat(printed())
                    .isEqualTo("\rload [======                  ]  25% 50 rows 250 B 25 rows/s 6 s left\033[K");
            nanos.addAndGet(50_000_000);
            bar.at(60, 300);
        }
        assertThat(printed()).endsWith("left\033[K\r\033[K");
    }

    @Test
    void neverDrawsElsewhere() {
        for (Progress bar : new Progress[] {
            Progress.on(session(Terminal.none()), "load"),
            Progress.on(session(new Terminal(EnumSet.of(Ability.OUT))), "load"),
            Progress.silent()
        }) {
            nanos.addAndGet(2_000_000_000);
            bar.at(50, 250);
            bar.close();
        }
        assertThat(printed()).isEmpty();
    }

    @Test
    void rowsServeWhereBytesAreNotKnown() {
        Progress bar = Progress.on(session(Terminal.none()), "scan").ofRows(200);
        assertThat(bar.text(100, -1, 2)).isEqualTo("scan [============            ]  50% 100 rows 50 rows/s 2 s left");
        assertThat(Progress.silent().ofBytes(-1).text(1_234_567, 20_971_520, 0)).isEqualTo(" 1,234,567 rows 20.0 MiB");
        bar.close();
    }

    @Test
    void storageMovesIt(@TempDir Path folder) throws IOException {
        Storage storage = LocalStorage.of(Durability.PROCESS);
        String file = folder.resolve("f").toString();
        storage.replace(file, new byte[100]);
        try (Progress bar = Progress.on(session(new Terminal(EnumSet.of(Ability.ERR))), "verify")
                .counting("files")) {
            Storage watched = bar.watching(storage);
            nanos.addAndGet(2_000_000_000);
            assertThat(watched.read(file)).hasSize(100);
            assertThat(printed()).isEqualTo("\rverify 1 files 100 B 1 files/s\033[K");
            nanos.addAndGet(2_000_000_000);
            try (StorageInput input = watched.open(file)) {
                input.readFully(10, new byte[20], 0, 20);
            }
            assertThat(printed()).endsWith("\rverify 2 files 120 B 1 files/s\033[K");
        }
        assertThat(Progress.silent().watching(storage)).isSameAs(storage);
    }
}
