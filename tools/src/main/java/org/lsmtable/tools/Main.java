package org.lsmtable.tools;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.lsmtable.fs.Durability;
import org.lsmtable.tools.console.DataOutput;
import org.lsmtable.tools.console.Interruption;
import org.lsmtable.tools.console.Session;
import org.lsmtable.tools.console.Terminal;
import org.lsmtable.tools.console.Terminal.Ability;

/** The entry of the process. */
public final class Main {
    /** Set by the launcher, which alone can ask for each stream: {@code out}, {@code err}, both or neither, separated by commas. */
    private static final String TERMINAL_PROPERTY = "lsm.terminal";

    private static final Duration GRACE = Duration.ofSeconds(2);

    private Main() {}

    /** Runs one command and ends the process with its exit code. */
    public static void main(String[] args) {
        if (args.length == 1 && (args[0].equals("--version") || args[0].equals("-V"))) {
            // picocli's reflection costs 150 ms, which a shell prompt would feel
            System.out.println(Version.text());
            return;
        }
        if (List.of(args).contains("--debug")) {
            // before the first logger is made
            System.setProperty("org.slf4j.simpleLogger.defaultLogLevel", "info");
        }
        Interruption interruption = new Interruption();
        PrintStream err = new PrintStream(new FileOutputStream(FileDescriptor.err), false, StandardCharsets.UTF_8);
        Ending ending = new Ending(interruption, GRACE, err);
        Runtime.getRuntime().addShutdownHook(new Thread(ending::processEnds, "end"));
        Session session = new Session(
                System.in,
                new DataOutput(new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), 1 << 16)),
                err,
                terminal(System.getenv()),
                Path.of("").toAbsolutePath(),
                Durability.SYNCED,
                System.getenv(),
                interruption,
                interruption::await,
                System::nanoTime);
        int code = Cli.run(List.of(args), session);
        ending.commandEnded(code);
        System.exit(code);
    }

    private static Terminal terminal(Map<String, String> environment) {
        Set<Ability> abilities = EnumSet.noneOf(Ability.class);
        String told = System.getProperty(TERMINAL_PROPERTY);
        List<String> streams = told == null ? List.of() : List.of(told.split(",", -1));
        if (streams.contains("out")) {
            abilities.add(Ability.OUT);
        }
        if (streams.contains("err")) {
            abilities.add(Ability.ERR);
        }
        boolean dumb = environment.getOrDefault("TERM", "").equals("dumb");
        if (abilities.contains(Ability.OUT) && !dumb) {
            abilities.add(Ability.CURSOR);
        }
        boolean refused = dumb || !environment.getOrDefault("NO_COLOR", "").isEmpty();
        if (abilities.contains(Ability.OUT) && !refused) {
            abilities.add(Ability.COLOR);
        }
        return new Terminal(abilities);
    }
}
