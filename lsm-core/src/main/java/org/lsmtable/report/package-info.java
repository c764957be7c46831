/**
 * Pages: what was measured or simulated as one HTML file that needs nothing else, neither a server nor the network.
 *
 * <p>A page is made of values and knows nothing of tables: build a {@link Page} of {@link Section}s and hand it to {@link PageWriter}.
 *
 * <pre>{@code
 * Page page = new Page("Write amplification", "2,000 commits, uniform updates", List.of(
 *         new Figures("At a glance", List.of(new Figures.Figure("commits", "2,000", ""))),
 *         new LineChart("By trigger", "One flush a commit.",
 *                 Positions.of(Axis.linear("trigger", Unit.COUNT), new double[] {3, 4, 5, 8}),
 *                 Axis.log("bytes written per flushed byte", Unit.FACTOR),
 *                 List.of(Series.line("universal", new double[] {255.6, 100.4, 38.8, 6.6})),
 *                 List.of()),
 *         new DataTable("Settings", "", columns, rows)));
 * try (OutputStream out = Files.newOutputStream(file)) {
 *     PageWriter.write(page, out);
 * }
 * }</pre>
 *
 * <p>The sections are {@link Figures} (headline numbers), {@link LineChart} (lines, steps, stacked areas and points over a common axis,
 * with events), {@link BarChart}, {@link RectangleMap} (ranges in lanes), {@link DataTable}, {@link Findings} (findings and advice), {@link
 * Text}, {@link Group} (sections under a heading) and {@link Choice} (one group of several at a time).
 *
 * <p>May use Jackson's generator and nothing of the project. The scripts and styles are resources beside these classes, as is uPlot,
 * which draws the line charts.
 *
 * <p>Promises: (R1) any text is shown as it is, whatever it holds: nothing in it becomes markup or script, and the page forbids its browser
 * to run a script but its own or to load anything; (R2) nothing is left out silently: a chart that does not draw every point says so; (R3)
 * the same page has the same bytes, so that a file can be compared.
 */
@NullMarked
package org.lsmtable.report;

import org.jspecify.annotations.NullMarked;
