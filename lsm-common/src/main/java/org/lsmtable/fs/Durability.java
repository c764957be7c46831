package org.lsmtable.fs;

/** Whether what is written must survive a power cut. */
public enum Durability {
    /** Files and folders are synced to the device. */
    SYNCED,
    /** The operating system writes when it likes: faster, and safe against a crash of the process only. */
    PROCESS
}
