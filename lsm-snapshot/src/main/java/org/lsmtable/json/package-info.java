/**
 * The JSON of metadata files: reading that is strict about types and tolerant of unknown keys, and the pretty form that is
 * written.
 *
 * <p>Uses {@code fs} for its exception and nothing else of the project. Start at {@link JsonObject}.
 *
 * <p>Promises: (J1) whatever the bytes, reading ends in a value or in a {@link org.lsmtable.fs.DamagedFileException} that names
 * the file and the key; (J2) what {@link JsonText} prints has the same bytes on every machine.
 */
@NullMarked
package org.lsmtable.json;

import org.jspecify.annotations.NullMarked;
