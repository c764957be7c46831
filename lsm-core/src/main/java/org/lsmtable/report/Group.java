package org.lsmtable.report;

import java.io.IOException;
import java.util.List;

/**
 * Sections under one heading. Charts of one group that have the same horizontal axis share their cursor.
 *
 * @param note shown below the heading, may be empty
 */
public record Group(String title, String note, List<Section> sections) implements Section {
    public Group {
        sections = List.copyOf(sections);
    }

    @Override
    public void write(PageJson json) throws IOException {
        json.text("type", "group");
        json.text("note", note);
        json.startArray("sections");
        for (Section section : sections) {
            json.section(section);
        }
        json.endArray();
    }
}
