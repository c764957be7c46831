package org.lsmtable.testing;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.lsmtable.fs.FileInfo;
import org.lsmtable.fs.Storage;
import org.lsmtable.fs.StorageInput;
import org.lsmtable.fs.StorageOutput;

/**
 * A storage whose operation number {@code n}, from 0 on, fails. Every call is an operation, also those on open files
 * ({@code write}, {@code close}, {@code readFully}, …). The loop of a test that fails each operation once:
 *
 * <pre>{@code
 * for (int n = 0; ; n++) {
 *   FaultyStorage faulty = FaultyStorage.failingAt(n, new MemoryStorage());
 *   …
 *   if (!faulty.fired()) return; // n is past the last operation
 * }
 * }</pre>
 */
public final class FaultyStorage implements Storage {
    /** How the operation fails. */
    public enum Fault {
        /** It is not done. */
        BEFORE,
        /** It is done, and yet reported as failed. */
        AFTER,
        /** A write is done by half, a small file is left as half a temporary file; others are not done. */
        TORN,
        /** It is not done, nor is any operation after it, as if the process had died. */
        CRASH
    }

    private final Storage inner;
    private final int failing;
    private final Fault fault;
    private final List<String> trace = new ArrayList<>();

    private FaultyStorage(int failing, Fault fault, Storage inner) {
        this.failing = failing;
        this.fault = fault;
        this.inner = inner;
    }

    /** The n-th operation is not done and throws; all others work. */
    public static FaultyStorage failingAt(int n, Storage inner) {
        return failingAt(n, Fault.BEFORE, inner);
    }

    /** The n-th operation fails in the given way. */
    public static FaultyStorage failingAt(int n, Fault fault, Storage inner) {
        return new FaultyStorage(n, fault, inner);
    }

    /** No operation fails; for the trace. */
    public static FaultyStorage neverFailing(Storage inner) {
        return new FaultyStorage(Integer.MAX_VALUE, Fault.BEFORE, inner);
    }

    /** Whether the operation to fail has been reached. */
    public synchronized boolean fired() {
        return trace.size() > failing;
    }

    /** The operations so far, each with its number, name and path; the failed one marked. */
    public synchronized String trace() {
        return String.join("\n", trace);
    }

    /** The operations so far without numbers, for tests of their order. */
    public synchronized List<String> operations() {
        return trace.stream().map(line -> line.substring(line.indexOf(' ') + 1)).toList();
    }

    private interface Action<T> {
        T run() throws IOException;
    }

    private interface Effect {
        void run() throws IOException;
    }

    private void act(String operation, Effect effect, Effect torn) throws IOException {
        Action<Boolean> action = () -> {
            effect.run();
            return true;
        };
        act(operation, action, torn);
    }

    private <T> T act(String operation, Action<T> action) throws IOException {
        return act(operation, action, () -> {});
    }

    private <T> T act(String operation, Action<T> action, Effect torn) throws IOException {
        int number = number(operation);
        boolean dead = fault == Fault.CRASH && number > failing;
        if (number != failing && !dead) {
            return action.run();
        }
        if (fault == Fault.AFTER) {
            action.run();
        } else if (fault == Fault.TORN) {
            torn.run();
        }
        throw new IOException("injected fault at operation " + number + ": " + operation);
    }

    private synchronized int number(String operation) {
        int number = trace.size();
        boolean fails = number == failing || (fault == Fault.CRASH && number > failing);
        trace.add(number + " " + operation + (fails ? " FAILED " + fault : ""));
        return number;
    }

    @Override
    public StorageInput open(String path) throws IOException {
        return act("open " + path, () -> new Input(inner.open(path)));
    }

    @Override
    public byte[] read(String path) throws IOException {
        return act("read " + path, () -> inner.read(path));
    }

    @Override
    public StorageOutput create(String path) throws IOException {
        return act("create " + path, () -> new Output(inner.create(path)));
    }

    @Override
    public boolean createIfAbsent(String path, byte[] content) throws IOException {
        return act(
                "createIfAbsent " + path,
                () -> inner.createIfAbsent(path, content),
                () -> halfTemporary(path, content));
    }

    @Override
    public void replace(String path, byte[] content) throws IOException {
        act("replace " + path, () -> inner.replace(path, content), () -> halfTemporary(path, content));
    }

    private void halfTemporary(String path, byte[] content) throws IOException {
        int slash = path.lastIndexOf('/') + 1;
        try (StorageOutput out = inner.create(path.substring(0, slash) + "." + path.substring(slash) + ".torn.tmp")) {
            out.write(content, 0, content.length / 2);
        }
    }

    @Override
    public boolean exists(String path) throws IOException {
        return act("exists " + path, () -> inner.exists(path));
    }

    @Override
    public FileInfo info(String path) throws IOException {
        return act("info " + path, () -> inner.info(path));
    }

    @Override
    public List<FileInfo> list(String folder) throws IOException {
        return act("list " + folder, () -> inner.list(folder));
    }

    @Override
    public boolean delete(String path) throws IOException {
        return act("delete " + path, () -> inner.delete(path));
    }

    @Override
    public void createFolders(String folder) throws IOException {
        act("createFolders " + folder, () -> inner.createFolders(folder), () -> {});
    }

    @Override
    public void syncFolder(String folder) throws IOException {
        act("syncFolder " + folder, () -> inner.syncFolder(folder), () -> {});
    }

    private final class Input implements StorageInput {
        private final StorageInput in;

        Input(StorageInput in) {
            this.in = in;
        }

        @Override
        public String path() {
            return in.path();
        }

        @Override
        public long length() throws IOException {
            return act("length " + in.path(), in::length);
        }

        @Override
        public void readFully(long position, byte[] target, int offset, int length) throws IOException {
            act("readFully " + in.path(), () -> in.readFully(position, target, offset, length), () -> {});
        }

        @Override
        public void close() throws IOException {
            in.close();
        }
    }

    private final class Output extends StorageOutput {
        private final StorageOutput out;

        Output(StorageOutput out) {
            this.out = out;
        }

        @Override
        public String path() {
            return out.path();
        }

        @Override
        public long position() {
            return out.position();
        }

        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] source, int offset, int length) throws IOException {
            byte[] copy = Arrays.copyOfRange(source, offset, offset + length);
            act("write " + out.path(), () -> out.write(copy, 0, length), () -> out.write(copy, 0, length / 2));
        }

        @Override
        public void close() throws IOException {
            act("close " + out.path(), out::close, () -> {});
        }

        /** Quiet by contract: when it fails, the file stays. */
        @Override
        public void abort() {
            try {
                act("abort " + out.path(), out::abort, () -> {});
            } catch (IOException e) {
                // the file stays
            }
        }
    }
}
