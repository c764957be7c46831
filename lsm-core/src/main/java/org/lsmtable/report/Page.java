package org.lsmtable.report;

import java.util.List;

/**
 * A page.
 *
 * @param title what the page is about, a line
 * @param subtitle of what, when, by which tool; may be empty
 * @param sections from top to bottom
 */
public record Page(String title, String subtitle, List<Section> sections) {
    public Page {
        sections = List.copyOf(sections);
    }
}
