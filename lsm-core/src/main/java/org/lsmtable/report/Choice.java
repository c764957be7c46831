package org.lsmtable.report;

import java.io.IOException;
import java.util.List;

/**
 * Several groups of which one is shown at a time, the first at the start.
 *
 * @param note shown below the heading, may be empty
 * @param label what is chosen
 */
public record Choice(String title, String note, String label, List<Group> groups) implements Section {
    public Choice {
        groups = List.copyOf(groups);
        if (groups.isEmpty()) {
            throw new IllegalArgumentException("choice " + title + ": expected at least one group, found none");
        }
    }

    @Override
    public void write(PageJson json) throws IOException {
        json.text("type", "choice");
        json.text("note", note);
        json.text("label", label);
        json.startArray("groups");
        for (Group group : groups) {
            json.section(group);
        }
        json.endArray();
    }
}
