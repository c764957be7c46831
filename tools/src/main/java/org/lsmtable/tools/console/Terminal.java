package org.lsmtable.tools.console;

import java.util.EnumSet;
import java.util.Set;

/** Which streams lead to a terminal, and whether it may be given colours. */
public record Terminal(Set<Ability> abilities) {
    /** One thing that may be so. */
    public enum Ability {
        /** Standard output is a terminal. */
        OUT,
        /** Standard error is a terminal. */
        ERR,
        /** Standard output is a terminal whose cursor can be moved. */
        CURSOR,
        /** Colours are wanted. */
        COLOR
    }

    public Terminal {
        abilities = Set.copyOf(abilities);
    }

    /** No terminal at all: pipes and files. */
    public static Terminal none() {
        return new Terminal(EnumSet.noneOf(Ability.class));
    }

    /** Whether something is so. */
    public boolean has(Ability ability) {
        return abilities.contains(ability);
    }
}
