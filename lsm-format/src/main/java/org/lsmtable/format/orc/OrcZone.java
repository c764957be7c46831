package org.lsmtable.format.orc;

import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneRules;
import org.lsmtable.types.DataType;
import org.lsmtable.types.RowType;
import org.lsmtable.types.TypeRoot;
import org.lsmtable.vector.ListVector;
import org.lsmtable.vector.Physical;

/**
 * The shift of timestamps with local time zone (spec: data files, ORC): unless the option {@code orc.timestamp-ltz.legacy.type} is
 * off, a file holds the instant at which the writer's zone shows the clock that UTC shows at the true instant. Immutable.
 */
final class OrcZone {
    /** No shift. */
    static final OrcZone UTC = new OrcZone(ZoneOffset.UTC);

    private final ZoneRules rules;
    private final boolean isUtc;

    private OrcZone(ZoneId zone) {
        this.rules = zone.getRules();
        this.isUtc = rules.isFixedOffset() && rules.getOffset(Instant.EPOCH).equals(ZoneOffset.UTC);
    }

    static OrcZone of(ZoneId zone) {
        return new OrcZone(zone);
    }

    /** Whether values of a type are, or are made of, timestamps with local time zone. */
    static boolean isIn(DataType type) {
        return switch (Physical.of(type)) {
            case LIST -> ListVector.childTypes(type).stream().anyMatch(OrcZone::isIn);
            case ROW -> ((RowType) type).types().stream().anyMatch(OrcZone::isIn);
            case INT, LONG, BYTES -> type.root() == TypeRoot.TIMESTAMP_LTZ;
        };
    }

    /** Whether nothing is shifted. */
    boolean isUtc() {
        return isUtc;
    }

    /** The true instant of a stored one; both milliseconds. */
    long toTrue(long storedMillis) {
        return isUtc
                ? storedMillis
                : storedMillis
                        + 1000L
                                * rules.getOffset(Instant.ofEpochMilli(storedMillis))
                                        .getTotalSeconds();
    }

    /** The stored instant of a true one; both milliseconds. */
    long toStored(long trueMillis) {
        if (isUtc) {
            return trueMillis;
        }
        Instant wall = Instant.ofEpochMilli(trueMillis);
        return trueMillis
                - 1000L
                        * rules.getOffset(wall.atOffset(ZoneOffset.UTC).toLocalDateTime())
                                .getTotalSeconds();
    }
}
