package org.lsmtable.tools.command;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.lsmtable.scan.ScanCounters;
import org.lsmtable.table.ScanReport;

/** What {@code scan --explain} shows: what each step of a read has left out. */
final class ScanSteps {
    private ScanSteps() {}

    /** One object, for programs. */
    static Map<String, Object> record(ScanReport report) {
        ScanCounters plan = report.plan();
        Map<String, Object> record = new LinkedHashMap<>();
        record.put("manifests", plan.manifests());
        record.put("manifests_skipped", plan.manifestsSkipped());
        record.put("entries", plan.entries());
        record.put("entries_skipped_by_partition", plan.entriesSkippedByPartition());
        record.put("entries_skipped_by_bucket", plan.entriesSkippedByBucket());
        record.put("entries_skipped_by_level", plan.entriesSkippedByLevel());
        record.put("files_live", plan.liveFiles());
        record.put("files_skipped_by_key_range", plan.filesSkippedByKey());
        record.put("files_skipped_by_statistics", plan.filesSkippedByValue());
        record.put("files_skipped_by_index", plan.filesSkippedByIndex());
        record.put("files_planned", plan.files());
        record.put("row_groups", report.rowGroups());
        record.put("row_groups_skipped", report.rowGroupsSkipped());
        record.put("pages", report.pages());
        record.put("pages_skipped", report.pagesSkipped());
        record.put("rows_in_files", report.rowsInFiles());
        record.put("rows_skipped", report.rowsSkipped());
        record.put("rows_skipped_by_index", report.rowsSkippedByIndex());
        record.put("rows_decoded", report.rowsDecoded());
        record.put("rows_returned", report.rowsReturned());
        return record;
    }

    /** A line for each step, for people: how many things it looked at, and how many it left out. */
    static List<Map<String, Object>> lines(ScanReport report) {
        ScanCounters plan = report.plan();
        List<Map<String, Object>> lines = new ArrayList<>();
        line(lines, "manifests, by partition, bucket and level ranges", plan.manifests(), plan.manifestsSkipped());
        long entries = plan.entries();
        line(lines, "manifest entries, by partition", entries, plan.entriesSkippedByPartition());
        entries -= plan.entriesSkippedByPartition();
        line(lines, "manifest entries, by bucket", entries, plan.entriesSkippedByBucket());
        entries -= plan.entriesSkippedByBucket();
        line(lines, "manifest entries, by level", entries, plan.entriesSkippedByLevel());
        long files = plan.liveFiles();
        line(lines, "files, by key range", files, plan.filesSkippedByKey());
        files -= plan.filesSkippedByKey();
        line(lines, "files, by statistics in manifests", files, plan.filesSkippedByValue());
        files -= plan.filesSkippedByValue();
        line(lines, "files, by file index", files, plan.filesSkippedByIndex());
        line(lines, "row groups (stripes), by their statistics", report.rowGroups(), report.rowGroupsSkipped());
        line(lines, "pages (row index groups), by their statistics", report.pages(), report.pagesSkipped());
        line(lines, "rows in files, by row groups and pages", report.rowsInFiles(), report.rowsSkipped());
        line(
                lines,
                "rows left, by file index",
                report.rowsInFiles() - report.rowsSkipped(),
                report.rowsSkippedByIndex());
        line(lines, "rows decoded, by merging and the condition", report.rowsDecoded(), notReturned(report));
        return lines;
    }

    private static long notReturned(ScanReport report) {
        return report.rowsDecoded() - report.rowsReturned();
    }

    private static void line(List<Map<String, Object>> lines, String step, long looked, long skipped) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("step", step);
        line.put("looked_at", looked);
        line.put("left_out", skipped);
        lines.add(line);
    }
}
