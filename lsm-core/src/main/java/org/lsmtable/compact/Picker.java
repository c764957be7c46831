package org.lsmtable.compact;

import java.util.List;

/**
 * Decides what a bucket compacts next. Pure: the same view gives the same decision, nothing is read, written or remembered; what
 * has to be remembered goes in and out as {@link PickMemory}.
 *
 * <p>What every picker keeps to, so that levels stay ordered by age: it takes the newest runs without a gap; its output level is
 * above 0, and above that of the first run it leaves out.
 */
public interface Picker {
    /** What a normal trigger compacts now. */
    Decision pick(CompactionView view);

    /**
     * How far each rule is from firing, be it asked or not, in the order in which they are asked. Pure as well.
     *
     * @return nothing from a picker that cannot tell, and nothing of an empty bucket
     */
    default List<Distance> distances(CompactionView view) {
        return List.of();
    }
}
