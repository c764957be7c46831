package org.lsmtable.index;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.lsmtable.fs.DamagedFileException;
import org.lsmtable.fs.Storage;
import org.lsmtable.fs.StorageOutput;

/**
 * The index file of a dynamic bucket: the hashes of all keys that were ever given to it, each once, as big-endian 32-bit numbers without
 * header, in any order (spec: indexes, hash index of dynamic buckets).
 */
public final class HashIndexFile {
    private HashIndexFile() {}

    /**
     * Reads a file.
     *
     * @param hashes how many the index manifest says there are
     * @throws DamagedFileException if the file has another length
     */
    public static int[] read(Storage storage, String path, long hashes) throws IOException {
        byte[] bytes = storage.read(path);
        if (bytes.length != hashes * Integer.BYTES) {
            throw new DamagedFileException(
                    path,
                    "length",
                    hashes + " hashes in " + hashes * Integer.BYTES + " bytes",
                    bytes.length + " bytes");
        }
        int[] read = new int[bytes.length / Integer.BYTES];
        ByteBuffer.wrap(bytes).asIntBuffer().get(read);
        return read;
    }

    /**
     * Writes a new file; its content is durable when the call returns, its name once the folder is synced.
     *
     * @return its length in bytes
     */
    public static long write(Storage storage, String path, int[] hashes) throws IOException {
        byte[] bytes = new byte[Math.multiplyExact(hashes.length, Integer.BYTES)];
        ByteBuffer.wrap(bytes).asIntBuffer().put(hashes);
        StorageOutput out = storage.create(path);
        try {
            out.write(bytes, 0, bytes.length);
            out.close();
        } catch (IOException | RuntimeException e) {
            out.abort();
            throw e;
        }
        return bytes.length;
    }
}
