package org.lsmtable.tools.console;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/** Standard output: its errors are told apart from those of files. */
public final class DataOutput extends FilterOutputStream {
    public DataOutput(OutputStream out) {
        super(out);
    }

    /** Standard output takes no more: its reader has gone, or what it leads to is full. */
    public static final class ClosedException extends IOException {
        private static final long serialVersionUID = 1L;

        ClosedException(IOException cause) {
            super("standard output: " + cause.getMessage(), cause);
        }

        /** Whether the reader has gone, which is no error: it has seen enough. */
        public boolean readerHasGone() {
            String message = String.valueOf(getMessage());
            return message.contains("Broken pipe") || message.contains("Pipe closed");
        }
    }

    @Override
    public void write(int b) throws IOException {
        try {
            out.write(b);
        } catch (IOException e) {
            throw new ClosedException(e);
        }
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        try {
            out.write(bytes, offset, length);
        } catch (IOException e) {
            throw new ClosedException(e);
        }
    }

    @Override
    public void flush() throws IOException {
        try {
            out.flush();
        } catch (IOException e) {
            throw new ClosedException(e);
        }
    }
}
