package org.lsmtable.tools.command;

import java.io.IOException;
import java.util.Locale;
import org.lsmtable.tools.console.ExitCode;
import org.lsmtable.tools.console.Session;
import org.lsmtable.tools.console.TextOutput;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Prints a completion script. */
@Command(
        name = "completion",
        header = "Prints a script that completes commands and options in a shell.",
        footer = {"", "Example:", "  source <(lsm completion bash)"})
final class CompletionCommand extends LsmCommand {
    /** The shells that are served. */
    enum Shell {
        BASH,
        ZSH;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Parameters(index = "0", paramLabel = "bash|zsh", description = "The shell.")
    private Shell shell = Shell.BASH;

    CompletionCommand(Session session) {
        super(session);
    }

    @Override
    ExitCode run() throws IOException {
        String script = AutoComplete.bash("lsm", Commands.full(session));
        TextOutput text = new TextOutput(session);
        if (shell == Shell.ZSH) {
            // the script itself loads zsh's emulation of bash completion, which needs compinit first
            text.line("autoload -U +X compinit && compinit");
        }
        text.line(script);
        return ExitCode.DONE;
    }
}
