package org.lsmtable.format.orc;

import java.io.IOException;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.orc.OrcFile;
import org.apache.orc.OrcProto;
import org.apache.orc.Reader;
import org.apache.orc.RecordReader;
import org.apache.orc.StripeInformation;
import org.apache.orc.TypeDescription;
import org.apache.orc.impl.RecordReaderImpl;
import org.jspecify.annotations.Nullable;
import org.lsmtable.format.ColumnCursor;
import org.lsmtable.format.DataFileReader;
import org.lsmtable.format.MissingColumnCursor;
import org.lsmtable.format.PruningCounters;
import org.lsmtable.format.RowRanges;
import org.lsmtable.fs.DamagedFileException;
import org.lsmtable.fs.StorageInput;
import org.lsmtable.options.Options;
import org.lsmtable.predicate.Filter;
import org.lsmtable.types.DataType;
import org.lsmtable.types.RowType;

/** An open ORC file: its tail in memory. Columns are found by name. */
final class OrcFileReader implements DataFileReader {
    private static final byte[] MAGIC = {'O', 'R', 'C'};

    private final StorageInput input;
    private final Reader orc;
    private final boolean shiftsZone;
    /** The struct's fields by name. */
    private final Map<String, TypeDescription> columns = new HashMap<>();
    /** The first row of each stripe, and the number of rows behind the last. */
    private final long[] stripeStarts;

    private @Nullable OrcZone localZone;

    private OrcFileReader(StorageInput input, Reader orc, boolean shiftsZone) throws IOException {
        this.input = input;
        this.orc = orc;
        this.shiftsZone = shiftsZone;
        TypeDescription schema = orc.getSchema();
        if (schema.getCategory() != TypeDescription.Category.STRUCT) {
            throw new DamagedFileException(input.path(), "ORC schema", "a struct", schema.toString());
        }
        for (int i = 0; i < schema.getChildren().size(); i++) {
            columns.put(schema.getFieldNames().get(i), schema.getChildren().get(i));
        }
        List<StripeInformation> stripes = orc.getStripes();
        stripeStarts = new long[stripes.size() + 1];
        for (int i = 0; i < stripes.size(); i++) {
            stripeStarts[i + 1] = stripeStarts[i] + stripes.get(i).getNumberOfRows();
        }
        if (stripeStarts[stripes.size()] != orc.getNumberOfRows()) {
            throw new DamagedFileException(
                    input.path(),
                    "rows of all stripes",
                    orc.getNumberOfRows() + " as the footer says",
                    String.valueOf(stripeStarts[stripes.size()]));
        }
    }

    /** Opens a file. Owns the input, also when this throws. */
    static OrcFileReader open(StorageInput input, Options options) throws IOException {
        try {
            checkMagic(input);
            Configuration configuration = OrcSettings.configuration(options);
            OrcFile.ReaderOptions readerOptions = OrcFile.readerOptions(configuration)
                    .filesystem(OneFileSystem.reading(input, configuration))
                    .maxLength(input.length())
                    .useUTCTimestamp(true);
            return OrcErrors.reading(
                    input.path(),
                    "footer",
                    () -> new OrcFileReader(
                            input,
                            OrcFile.createReader(OneFileSystem.PATH, readerOptions),
                            OrcSettings.shiftsZone(options)));
        } catch (IOException | RuntimeException e) {
            try {
                input.close();
            } catch (IOException suppressed) {
                e.addSuppressed(suppressed);
            }
            throw e;
        }
    }

    private static void checkMagic(StorageInput input) throws IOException {
        byte[] head = new byte[(int) Math.min(MAGIC.length, input.length())];
        input.readFully(0, head, 0, head.length);
        if (!Arrays.equals(head, MAGIC)) {
            throw new DamagedFileException(
                    input.path(),
                    "magic at byte 0",
                    "4f5243 (ORC)",
                    head.length == 0 ? "an empty file" : HexFormat.of().formatHex(head));
        }
    }

    @Override
    public String path() {
        return input.path();
    }

    @Override
    public long rowCount() {
        return orc.getNumberOfRows();
    }

    @Override
    public List<String> columnNames() {
        return List.copyOf(orc.getSchema().getFieldNames());
    }

    @Override
    public boolean hasColumn(String name) {
        return columns.containsKey(name);
    }

    @Override
    public ColumnCursor column(String name, DataType type) throws IOException {
        TypeDescription column = columns.get(name);
        if (column == null) {
            return new MissingColumnCursor(type, rowCount());
        }
        if (!OrcTypes.holds(column, type)) {
            throw new DamagedFileException(
                    path(), "column '" + name + "'", "one that holds " + type.asText(), column.toString());
        }
        TypeDescription wanted = OrcTypes.wanted(column, type);
        TypeDescription projection = TypeDescription.createStruct().addField(name, wanted);
        return new OrcCursor(this, name, projection, OrcColumn.of(type, wanted, zone(type)));
    }

    /** By which zone timestamps with local time zone in values of a type are shifted in this file. */
    OrcZone zone(DataType type) throws IOException {
        return shiftsZone && OrcZone.isIn(type) ? localZone() : OrcZone.UTC;
    }

    /**
     * The zone by which timestamps with local time zone are shifted: that of the writer, as stripes name it; where they do not, that of
     * this process, which the table format relies on.
     */
    private synchronized OrcZone localZone() throws IOException {
        OrcZone known = localZone;
        if (known == null) {
            known = OrcErrors.reading(path(), "stripe footer", this::findZone);
            localZone = known;
        }
        return known;
    }

    private OrcZone findZone() throws IOException {
        if (!orc.getStripes().isEmpty()) {
            StripeInformation first = orc.getStripes().get(0);
            Reader.Options nothing = orc.options().range(0, 0);
            try (RecordReader rows = orc.rows(nothing)) {
                OrcProto.StripeFooter footer = ((RecordReaderImpl) rows).readStripeFooter(first);
                if (footer.hasWriterTimezone()) {
                    return OrcZone.of(ZoneId.of(footer.getWriterTimezone(), ZoneId.SHORT_IDS));
                }
            }
        }
        return OrcZone.of(ZoneId.systemDefault());
    }

    @Override
    public RowRanges mayMatch(Filter filter, RowType type) throws IOException {
        return mayMatch(filter, type, new PruningCounters());
    }

    @Override
    public RowRanges mayMatch(Filter filter, RowType type, PruningCounters counters) throws IOException {
        return OrcErrors.reading(path(), "statistics", () -> new OrcPruning(this, filter, type, counters).run());
    }

    Reader orc() {
        return orc;
    }

    /** A column of the file, null if there is none of that name. */
    @Nullable
    TypeDescription column(String name) {
        return columns.get(name);
    }

    /** The first row of a stripe; for the number of stripes, the number of rows. */
    long stripeStart(int stripe) {
        return stripeStarts[stripe];
    }

    /** The stripe that holds a row. */
    int stripeOf(long row) {
        int found = Arrays.binarySearch(stripeStarts, row);
        int stripe = found >= 0 ? found : -found - 2;
        while (stripeStarts[stripe + 1] == row) {
            stripe++; // stripes without rows
        }
        return stripe;
    }

    @Override
    public void close() throws IOException {
        try {
            orc.close();
        } finally {
            input.close();
        }
    }
}
