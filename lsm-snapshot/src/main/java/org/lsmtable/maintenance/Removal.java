package org.lsmtable.maintenance;

/**
 * A file that a maintenance operation is to delete.
 *
 * @param path of the file, absolute, as the storage spells it
 * @param why in a few words, for the one who decides: what it is and why it may go
 * @param bytes its size
 */
public record Removal(String path, String why, long bytes) {}
