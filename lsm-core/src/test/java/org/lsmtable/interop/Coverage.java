package org.lsmtable.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Counts what random tests drew. Several threads may count. */
final class Coverage {
    private final Map<String, Map<String, Integer>> counts = new TreeMap<>();

    /** Notes that a dimension had a value. */
    synchronized void note(String dimension, Object value) {
        counts.computeIfAbsent(dimension, d -> new TreeMap<>()).merge(value.toString(), 1, Integer::sum);
    }

    /** Expects that each of the values was drawn. */
    synchronized void assertDrawn(String dimension, List<?> values) {
        assertThat(counts.getOrDefault(dimension, Map.of()).keySet())
                .as("drawn of %s", dimension)
                .containsAll(values.stream().map(Object::toString).toList());
    }

    /** A line for each dimension. */
    @Override
    public synchronized String toString() {
        StringBuilder text = new StringBuilder();
        counts.forEach((dimension, values) ->
                text.append(dimension).append(": ").append(values).append('\n'));
        return text.toString();
    }
}
