package org.lsmtable.types;

/** MAP: values by key; keys are never null. */
public record MapType(DataType key, DataType value, boolean isNullable) implements DataType {
    @Override
    public TypeRoot root() {
        return TypeRoot.MAP;
    }

    @Override
    public MapType nullable() {
        return isNullable ? this : new MapType(key, value, true);
    }

    @Override
    public MapType notNull() {
        return isNullable ? new MapType(key, value, false) : this;
    }

    @Override
    public boolean holdsSameAs(DataType other) {
        return other instanceof MapType map && key.holdsSameAs(map.key) && value.holdsSameAs(map.value);
    }

    @Override
    public String asText() {
        return TypeText.withNullability("MAP<" + key.asText() + ", " + value.asText() + ">", isNullable);
    }

    @Override
    public String toString() {
        return asText();
    }
}
