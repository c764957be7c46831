package org.lsmtable.fs.hadoop;

import java.io.IOException;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FSDataOutputStreamBuilder;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Options.CreateFileOptionKeys;
import org.apache.hadoop.fs.Path;

/**
 * Stores that create an object only if there is none, in one step when the stream is closed, and say that they can.
 *
 * <p>Two callers that create the same content may both be told that they have: the second cannot be told from the first, whose answer
 * was lost.
 */
final class ConditionalCreate implements ExclusiveCreate {
    /** Both the capability of a path and the option of a creation. */
    static final String OPTION = CreateFileOptionKeys.FS_OPTION_CREATE_CONDITIONAL_OVERWRITE;

    private final FileSystem fileSystem;

    ConditionalCreate(FileSystem fileSystem) {
        this.fileSystem = fileSystem;
    }

    /** Whether a store says that it can create a file below a folder on condition. */
    static boolean isOffered(FileSystem fileSystem, Path folder) throws IOException {
        return fileSystem.hasPathCapability(folder, OPTION);
    }

    @Override
    public boolean create(Path target, byte[] content) throws IOException {
        if (ExclusiveCreate.exists(fileSystem, target)) {
            return false;
        }
        FSDataOutputStreamBuilder<?, ?> builder = fileSystem.createFile(target);
        builder.create();
        builder.overwrite(false);
        builder.recursive();
        builder.must(OPTION, true);
        try (FSDataOutputStream out = builder.build()) {
            out.write(content);
        } catch (IOException e) {
            return ExclusiveCreate.settled(fileSystem, target, content, e);
        }
        return true;
    }
}
