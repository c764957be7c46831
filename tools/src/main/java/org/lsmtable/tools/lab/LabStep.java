package org.lsmtable.tools.lab;

import org.jspecify.annotations.Nullable;
import org.lsmtable.compact.Decision;

/**
 * One step of a lab: what was done, what was decided, and whether that is what it must be.
 *
 * @param lab the lab's name
 * @param part {@code sizes}: given run sizes through the picker; {@code table}: commits on a real table
 * @param step what was done
 * @param decision what the picker said; null for a step that is only read back
 * @param expected what must come out
 * @param found what came out
 */
public record LabStep(
        String lab, String part, String step, @Nullable Decision decision, String expected, String found) {
    /** Whether it is as it must be. */
    public boolean isAsExpected() {
        return expected.equals(found);
    }
}
