package org.lsmtable.format.all;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.lsmtable.format.FileFormat;
import org.lsmtable.format.avro.AvroFormat;
import org.lsmtable.format.orc.OrcFormat;
import org.lsmtable.format.parquet.ParquetFormat;
import org.lsmtable.options.Options;
import org.lsmtable.types.UnsupportedFeatureException;

/**
 * Finds the format of a data file by its name, or by the name of the format itself (spec: data files, names). Classes of a format's
 * library are loaded when the first file of that format is opened or created.
 */
public final class Formats {
    private static final Set<String> CODEC_EXTENSIONS = Set.of("gz", "bz2", "deflate", "snappy", "lz4", "zst");
    private static final List<String> NAMES = List.of("parquet", "orc", "avro");
    private static final String EXPECTED = "expected one of " + String.join(", ", NAMES);

    private Formats() {}

    /**
     * The format of a file: the text after the last dot or, if that names a codec, the text before it ({@code x.orc.gz}).
     *
     * @param fileName a name or path
     * @param options those of the table
     * @throws UnsupportedFeatureException naming the file and its format, if there is no reader and writer for it
     */
    public static FileFormat forFileName(String fileName, Options options) {
        String name = fileName.substring(fileName.lastIndexOf('/') + 1);
        int dot = name.lastIndexOf('.');
        if (dot >= 0 && CODEC_EXTENSIONS.contains(name.substring(dot + 1))) {
            name = name.substring(0, dot);
            dot = name.lastIndexOf('.');
        }
        if (dot < 0) {
            throw new UnsupportedFeatureException(
                    fileName + ": the format of a data file is its extension; " + EXPECTED + ", found none");
        }
        return find(name.substring(dot + 1), options, fileName + ": data file format");
    }

    /** Whether there is a reader and writer for a format of a name, in any case. */
    public static boolean isKnown(String format) {
        return NAMES.contains(format.toLowerCase(Locale.ROOT));
    }

    /**
     * The format of a name, as the option {@code file.format} has it.
     *
     * @param options those of the table
     * @throws UnsupportedFeatureException naming the format, if there is no reader and writer for it
     */
    public static FileFormat named(String format, Options options) {
        return find(format.toLowerCase(Locale.ROOT), options, "file.format");
    }

    private static FileFormat find(String format, Options options, String what) {
        return switch (format) {
            case "parquet" -> new ParquetFormat();
            case "orc" -> new OrcFormat(options);
            case "avro" -> new AvroFormat();
            default ->
                throw new UnsupportedFeatureException(
                        what + ": " + EXPECTED + ", found '" + format + "', which this engine does not read or write");
        };
    }
}
