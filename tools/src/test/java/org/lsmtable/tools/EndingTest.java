package org.lsmtable.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.lsmtable.tools.console.Interruption;

/** What is told when the user interrupts. */
class EndingTest {
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final Interruption interruption = new Interruption();

    private Ending ending(Duration grace) {
        return new Ending(interruption, grace, new PrintStream(err, true, StandardCharsets.UTF_8));
    }

    private String told() {
        return err.toString(StandardCharsets.UTF_8);
    }

    @Test
    void aCommandThatIsOverHasToldAllThereIs() {
        Ending ending = ending(Duration.ofMinutes(1));
        ending.commandEnded(0);
        ending.processEnds();
        assertThat(told()).isEmpty();
    }

    @Test
    void aCommandThatDoesNotEndInTimeIsCutOff() {
        ending(Duration.ofMillis(1)).processEnds();
        assertThat(told()).isEqualTo("lsm: interrupted\n");
    }

    @Test
    void whatIsTrueThenIsTold() {
        interruption.whenCutOff("what was committed stays");
        ending(Duration.ofMillis(1)).processEnds();
        assertThat(told()).isEqualTo("lsm: interrupted; what was committed stays\n");
    }

    @Test
    void aCommandThatEndsMeanwhileHasDoneItsWork() throws Exception {
        assertThat(interruptedCommandEndsWith(0))
                .isEqualTo("lsm: interrupted, but the command has done all its work\n");
    }

    @Test
    void aCommandThatFailsMeanwhileHasToldSo() throws Exception {
        assertThat(interruptedCommandEndsWith(130)).isEmpty();
        assertThat(interruptedCommandEndsWith(5)).isEmpty();
    }

    private String interruptedCommandEndsWith(int code) throws Exception {
        Ending ending = ending(Duration.ofMinutes(1));
        Thread command = new Thread(() -> {
            interruption.await(Duration.ofMinutes(1));
            ending.commandEnded(code);
        });
        command.start();
        ending.processEnds();
        command.join();
        return told();
    }
}
