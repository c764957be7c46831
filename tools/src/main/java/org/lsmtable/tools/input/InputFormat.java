package org.lsmtable.tools.input;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import org.lsmtable.format.all.Formats;
import org.lsmtable.fs.Storage;
import org.lsmtable.fs.StorageInput;
import org.lsmtable.options.FileOptions;
import org.lsmtable.options.Options;
import org.lsmtable.tools.console.CliException;

/** The formats of files to be loaded. */
public enum InputFormat {
    CSV,
    JSONL,
    PARQUET,
    ORC,
    AVRO;

    /** Files of others hold instants as they are. */
    private static final Options FOREIGN = new Options(Map.of(FileOptions.ORC_LEGACY_LOCAL_ZONE.key(), "false"));

    /** The format that a file name tells. */
    public static InputFormat ofFileName(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return switch (lower.substring(lower.lastIndexOf('.') + 1)) {
            case "csv" -> CSV;
            case "jsonl", "ndjson", "json" -> JSONL;
            case "parquet" -> PARQUET;
            case "orc" -> ORC;
            case "avro" -> AVRO;
            default ->
                throw CliException.usage(
                        name + ": the name does not tell the format; give --format csv|jsonl|parquet|orc|avro");
        };
    }

    /**
     * Opens a local file. The caller closes the source.
     *
     * @param file the path as it was given, for messages
     */
    public BatchSource open(Path path, String file, Storage storage, InputTarget target) throws IOException {
        if (!Files.isRegularFile(path)) {
            throw new NoSuchFileException(file);
        }
        if (this == PARQUET || this == ORC) {
            StorageInput input =
                    new NamedInput(storage.open(path.toAbsolutePath().toString()), file);
            long size = input.length();
            return new ColumnSource(Formats.named(toString(), FOREIGN).open(input), size, file, target);
        }
        return open(Files.newInputStream(path), file, target);
    }

    /** Reads a stream, which the source owns. */
    public BatchSource open(InputStream in, String name, InputTarget target) throws IOException {
        return switch (this) {
            case CSV -> new CsvSource(in, name, target);
            case JSONL -> new JsonSource(in, name, target);
            case AVRO -> new AvroSource(in, name, target);
            case PARQUET, ORC ->
                throw CliException.usage(name + ": " + this + " is not read from a stream; give a file");
        };
    }

    /** The word on the command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
