package org.lsmtable.report;

import java.io.IOException;
import java.util.List;

/**
 * Running text.
 *
 * @param code shown below in fixed width, line by line; may be empty
 */
public record Text(String title, List<String> paragraphs, String code) implements Section {
    public Text {
        paragraphs = List.copyOf(paragraphs);
    }

    @Override
    public void write(PageJson json) throws IOException {
        json.text("type", "text");
        json.startArray("paragraphs");
        for (String paragraph : paragraphs) {
            json.text(paragraph);
        }
        json.endArray();
        json.text("code", code);
    }
}
