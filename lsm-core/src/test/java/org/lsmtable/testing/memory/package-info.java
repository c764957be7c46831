/** Data files held in memory, for tests of what reads and writes files: pages of any size, dictionaries at will, counted decoding. */
@NullMarked
package org.lsmtable.testing.memory;

import org.jspecify.annotations.NullMarked;
