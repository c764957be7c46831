/** Fixtures that the tests of this and the upper modules share: test vectors, storage that fails or forgets. */
@NullMarked
package org.lsmtable.testing;

import org.jspecify.annotations.NullMarked;
