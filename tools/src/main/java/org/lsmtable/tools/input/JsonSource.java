package org.lsmtable.tools.input;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.io.JsonEOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.lsmtable.tools.console.CliException;
import org.lsmtable.tools.console.ExitCode;
import org.lsmtable.tools.value.BadValueException;
import org.lsmtable.tools.value.NestedParser;
import org.lsmtable.types.DataField;
import org.lsmtable.types.DataType;
import org.lsmtable.types.RowType;

/** Reads JSON objects one after another. Numbers may also stand in quotes; a field that is not there is null. */
final class JsonSource implements BatchSource {
    private static final int KIND = -1;

    private final InputTarget target;
    private final RowType type;
    private final String file;
    private final CountingInput bytes;
    private final JsonParser parser;
    private final Map<String, Integer> positions = new HashMap<>();
    private @Nullable BatchBuilder builder;
    /** On which the object begins that is being read. */
    private int objectLine = 1;

    /** Reads a stream. Owns it, also when this throws. */
    JsonSource(InputStream in, String file, InputTarget target) throws IOException {
        this.target = target;
        this.type = target.type();
        this.file = file;
        this.bytes = new CountingInput(in);
        this.parser = new JsonFactory().createParser(bytes);
        for (String name : type.names()) {
            positions.put(name, type.indexOf(name));
        }
        if (target.kindColumn() != null) {
            positions.putIfAbsent(target.kindColumn(), KIND);
        }
    }

    @Override
    public @Nullable InputBatch next(int maxRows) throws IOException {
        BatchBuilder batch = builder == null ? new BatchBuilder(target, maxRows) : builder;
        builder = batch;
        batch.clear();
        try {
            while (batch.rows() < maxRows && !(batch.rows() > 0 && batch.isFull())) {
                JsonToken token = parser.nextToken();
                if (token == null) {
                    break;
                }
                objectLine = line();
                if (token != JsonToken.START_OBJECT) {
                    throw error("expected an object, found " + NestedParser.shown(parser));
                }
                object(batch);
            }
        } catch (JsonProcessingException e) {
            if (e instanceof JsonEOFException || e.getOriginalMessage().startsWith("Unexpected end-of-input")) {
                throw new CliException(
                        ExitCode.USAGE, file + ":" + objectLine + ": an object begins here and does not end", e);
            }
            throw new CliException(
                    ExitCode.USAGE,
                    file + ":"
                            + (e.getLocation() == null
                                    ? line()
                                    : e.getLocation().getLineNr()) + ": "
                            + e.getOriginalMessage().replaceAll(" \\(start marker at \\[.*", ""),
                    e);
        }
        return batch.rows() == 0 ? null : batch.build();
    }

    private void object(BatchBuilder batch) throws IOException {
        int firstLine = objectLine;
        boolean kindSeen = false;
        for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
            Integer position = positions.get(name);
            if (position == null) {
                throw error("field '" + name + "' is not in the table; its columns are " + type.names()
                        + (target.kindColumn() == null
                                ? ""
                                : ", and '" + target.kindColumn() + "' has the row kinds (--kind-column)"));
            }
            JsonToken token = parser.nextToken();
            try {
                if (name.equals(target.kindColumn())) {
                    if (kindSeen) {
                        throw error("field '" + name + "' stands there twice");
                    }
                    kindSeen = true;
                    batch.kind(RowKinds.parse(
                            token == JsonToken.VALUE_STRING ? parser.getText() : NestedParser.shown(parser)));
                }
                if (position != KIND) {
                    value(name, position, token, batch);
                }
            } catch (BadValueException e) {
                throw new CliException(
                        ExitCode.USAGE, file + ":" + line() + ": column '" + name + "': " + e.getMessage(), e);
            }
        }
        if (target.kindColumn() != null && !kindSeen) {
            throw CliException.usage(file + ":" + firstLine + ": expected a field '" + target.kindColumn()
                    + "' with the row kind (--kind-column), found none");
        }
        fillMissing(firstLine, batch);
        DataField without = batch.nullThatMayNotBe();
        if (without != null) {
            throw CliException.usage(file + ":" + firstLine + ": column '" + without.name() + "': "
                    + target.nullRefused(without).getMessage());
        }
        batch.endRow();
    }

    private void value(String name, int position, JsonToken token, BatchBuilder batch)
            throws IOException, BadValueException {
        if (batch.has(position)) {
            throw error("field '" + name + "' stands there twice");
        }
        DataType columnType = type.typeAt(position);
        if (token == JsonToken.VALUE_NULL) {
            batch.nullValue(position);
        } else if (token == JsonToken.START_ARRAY || token == JsonToken.START_OBJECT) {
            batch.json(position, parser);
        } else if (NestedParser.fits(token, columnType)) {
            batch.text(position, parser.getText());
        } else {
            throw new BadValueException(columnType.nullable().asText(), NestedParser.shown(parser));
        }
    }

    private void fillMissing(int line, BatchBuilder batch) {
        for (int i = 0; i < type.fieldCount(); i++) {
            if (!batch.has(i)) {
                try {
                    batch.nullValue(i);
                } catch (BadValueException e) {
                    throw new CliException(
                            ExitCode.USAGE,
                            file + ":" + line + ": column '" + type.field(i).name() + "': " + e.getMessage(),
                            e);
                }
            }
        }
    }

    private CliException error(String problem) {
        return CliException.usage(file + ":" + line() + ": " + problem);
    }

    private int line() {
        return parser.currentTokenLocation().getLineNr();
    }

    @Override
    public long bytesRead() {
        return bytes.count();
    }

    @Override
    public void close() throws IOException {
        parser.close();
    }
}
