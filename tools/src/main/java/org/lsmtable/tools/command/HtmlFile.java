package org.lsmtable.tools.command;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.lsmtable.report.Page;
import org.lsmtable.report.PageWriter;
import org.lsmtable.tools.console.CliException;
import org.lsmtable.tools.console.ExitCode;
import org.lsmtable.tools.console.Session;

/** The file that a page is written to. */
final class HtmlFile {
    private final Path path;

    /**
     * A file named by the user.
     *
     * @throws CliException if its folder is not there, so that nothing is read in vain
     */
    HtmlFile(String name, Session session) {
        this.path = session.folder().resolve(name).toAbsolutePath().normalize();
        Path folder = path.getParent();
        if (folder == null || !Files.isDirectory(folder)) {
            throw new CliException(
                    ExitCode.NOT_FOUND,
                    "--html " + path + ": expected a folder to write into, found none at " + folder);
        }
        if (Files.isDirectory(path)) {
            throw CliException.usage("--html " + path + ": expected a file, found a folder");
        }
    }

    /** Writes a page; a file of that name is replaced. What was written, as the beginning of a summary. */
    Map<String, Object> write(Page page) throws IOException {
        try (OutputStream out = Files.newOutputStream(path)) {
            PageWriter.write(page, out);
        }
        Map<String, Object> record = new LinkedHashMap<>();
        record.put("file", path.toString());
        record.put("bytes", Files.size(path));
        return record;
    }

    /** The absolute path. */
    @Override
    public String toString() {
        return path.toString();
    }
}
