package org.lsmtable.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.lsmtable.table.TableException;
import org.lsmtable.tools.console.CliException;
import org.lsmtable.tools.console.ExitCode;
import org.lsmtable.tools.console.PartlyDoneException;

/** Failures after something was done: told as without it, then what was done. */
class FailureTest {
    private static Failure partly(Throwable failure) {
        return Failure.of(new PartlyDoneException("a part is done", failure));
    }

    @Test
    void whatWasDoneFollowsTheMessage() {
        assertThat(partly(new CliException(ExitCode.CONFLICT, "not committed")))
                .isEqualTo(new Failure(ExitCode.CONFLICT, "not committed; a part is done"));
        assertThat(partly(new TableException(TableException.Reason.IO, "/t: no space left", null)))
                .isEqualTo(new Failure(ExitCode.DAMAGED, "/t: no space left; a part is done"));
        assertThat(partly(new CompletionException(new UncheckedIOException(new IOException("no space left")))))
                .isEqualTo(new Failure(ExitCode.DAMAGED, "no space left (IOException); a part is done"));
        assertThat(partly(new OutOfMemoryError("heap")))
                .isEqualTo(new Failure(
                        ExitCode.INTERNAL,
                        "out of memory (heap); give the process more with LSM_JAVA_OPTS=-Xmx4g; a part is done"));
    }
}
