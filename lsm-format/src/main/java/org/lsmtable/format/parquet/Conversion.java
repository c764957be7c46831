package org.lsmtable.format.parquet;

/** How values as the file holds them become values of the type that is read. Immutable; monotone, so that bounds stay bounds. */
interface Conversion {
    /** The values need nothing done. */
    Conversion NONE = (raw, place) -> raw;

    /**
     * The converted values of a page.
     *
     * @param place named when a value does not fit the type
     */
    PageValues apply(PageValues raw, PagePlace place);

    /** This conversion, and then another. */
    default Conversion then(Conversion next) {
        return (raw, place) -> next.apply(apply(raw, place), place);
    }
}
