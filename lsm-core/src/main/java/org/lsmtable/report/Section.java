package org.lsmtable.report;

import java.io.IOException;

/** A part of a page. */
public sealed interface Section
        permits BarChart, Choice, DataTable, Figures, Findings, Group, LineChart, RectangleMap, Text {
    /** The heading. */
    String title();

    /** Writes the section's content into the open object: for {@link PageWriter}. */
    void write(PageJson json) throws IOException;
}
