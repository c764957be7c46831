package org.lsmtable.tools.input;

import java.io.IOException;
import org.lsmtable.fs.StorageInput;

/**
 * A file under the name that the command line gave it, for messages.
 *
 * @param input closed with this
 */
record NamedInput(StorageInput input, String path) implements StorageInput {
    @Override
    public long length() throws IOException {
        return input.length();
    }

    @Override
    public void readFully(long position, byte[] target, int offset, int length) throws IOException {
        input.readFully(position, target, offset, length);
    }

    @Override
    public void close() throws IOException {
        input.close();
    }
}
