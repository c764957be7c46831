package org.lsmtable.manifest;

/** What a manifest entry does with its file. The ordinal is the stored code. */
public enum FileKind {
    ADD,
    DELETE
}
