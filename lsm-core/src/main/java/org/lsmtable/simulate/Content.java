package org.lsmtable.simulate;

import java.util.ArrayList;
import java.util.List;

/**
 * What a file, or a whole run, holds: pieces of the key line in order, which do not touch one another's positions. Immutable.
 *
 * <p>(C1) A key of an overlapping class is in a content with a probability that depends on its class and position alone. Flushes draw
 * their keys by themselves, so whether it is in one says nothing of another; hence after flushes of w<sub>1</sub> … w<sub>n</sub> bytes, keys
 * drawn at random from K bytes, the merged content holds K(1 − e<sup>−Σw/K</sup>) bytes: {@link Piece#merged} multiplies what is missing.
 * (C2) A newer row or delete hides an older one; a delete stays until {@link #withoutDeletes}, to be used only where nothing older lies
 * below. (C3) Merging is associative, so any order of compactions gives the same.
 */
final class Content {
    private final KeySpace space;
    private final List<Piece> pieces;

    private Content(KeySpace space, List<Piece> pieces) {
        this.space = space;
        this.pieces = List.copyOf(pieces);
    }

    /** Nothing. */
    static Content empty(KeySpace space) {
        return new Content(space, List.of());
    }

    /** One piece. */
    static Content of(KeySpace space, Piece piece) {
        Builder builder = new Builder(space);
        builder.add(piece);
        return builder.build();
    }

    /** Contents one after the other: each begins where the one before has ended, or later. */
    static Content joined(KeySpace space, List<Content> inKeyOrder) {
        if (inKeyOrder.size() == 1) {
            return inKeyOrder.get(0);
        }
        Builder builder = new Builder(space);
        for (Content content : inKeyOrder) {
            content.pieces.forEach(builder::add);
        }
        return builder.build();
    }

    boolean isEmpty() {
        return pieces.isEmpty();
    }

    List<Piece> pieces() {
        return pieces;
    }

    /** The first position. Precondition: not empty. */
    long from() {
        return pieces.get(0).from();
    }

    /** Past the last position. Precondition: not empty. */
    long to() {
        return pieces.get(pieces.size() - 1).to();
    }

    /** Bytes of rows and deletes. */
    double bytes() {
        double bytes = 0;
        for (Piece piece : pieces) {
            bytes += piece.bytes(space);
        }
        return bytes;
    }

    /** The deletes in bytes of the whole rows that they stand for. */
    double deletedRowBytes() {
        double bytes = 0;
        for (Piece piece : pieces) {
            bytes += (piece.to() - piece.from()) * space.density(piece.deleted());
        }
        return bytes;
    }

    /** The rows and deletes in bytes of whole rows. */
    double wholeRowBytes() {
        double bytes = deletedRowBytes();
        for (Piece piece : pieces) {
            bytes += (piece.to() - piece.from()) * space.density(piece.live());
        }
        return bytes;
    }

    /** The same without deletes. */
    Content withoutDeletes() {
        Builder builder = new Builder(space);
        for (Piece piece : pieces) {
            builder.add(piece.withoutDeletes());
        }
        return builder.build();
    }

    /** What is there when this, newer, is laid over an older content. */
    Content over(Content older) {
        Builder builder = new Builder(space);
        int i = 0;
        int j = 0;
        long at = Long.MIN_VALUE;
        while (i < pieces.size() && j < older.pieces.size()) {
            Piece upper = pieces.get(i);
            Piece lower = older.pieces.get(j);
            long from = Math.max(at, Math.min(upper.from(), lower.from()));
            boolean inUpper = upper.from() <= from;
            boolean inLower = lower.from() <= from;
            at = Math.min(inUpper ? upper.to() : upper.from(), inLower ? lower.to() : lower.from());
            builder.add(
                    !inUpper
                            ? lower.over(from, at)
                            : !inLower
                                    ? upper.over(from, at)
                                    : upper.over(from, at).merged(lower, space));
            i += upper.to() == at ? 1 : 0;
            j += lower.to() == at ? 1 : 0;
        }
        addRest(builder, pieces, i, at);
        addRest(builder, older.pieces, j, at);
        return builder.build();
    }

    private static void addRest(Builder builder, List<Piece> pieces, int first, long at) {
        for (int i = first; i < pieces.size(); i++) {
            Piece piece = pieces.get(i);
            builder.add(piece.over(Math.max(at, piece.from()), piece.to()));
        }
    }

    /**
     * Cuts it as a writer cuts files: each part but the last holds so many bytes, or one position if that has more.
     *
     * @param partBytes above 0
     */
    List<Content> cut(double partBytes) {
        double total = bytes();
        if (total <= partBytes) {
            return isEmpty() ? List.of() : List.of(this);
        }
        List<Content> parts = new ArrayList<>();
        Builder part = new Builder(space);
        double room = partBytes;
        for (Piece piece : pieces) {
            double density = piece.bytesPerPosition(space);
            long from = piece.from();
            while (from < piece.to()) {
                long wanted = Math.max(1, (long) Math.ceil(room / density));
                long to = from + Math.min(wanted, piece.to() - from);
                part.add(piece.over(from, to));
                room -= (to - from) * density;
                from = to;
                if (room <= 0) {
                    parts.add(part.build());
                    part = new Builder(space);
                    room = partBytes;
                }
            }
        }
        Content last = part.build();
        if (!last.isEmpty()) {
            parts.add(last);
        }
        return parts;
    }

    @Override
    public String toString() {
        return pieces.size() + " pieces, " + bytes() + " bytes";
    }

    /** Collects pieces in key order and joins neighbours that hold the same. */
    private static final class Builder {
        private final KeySpace space;
        private final List<Piece> pieces = new ArrayList<>();

        Builder(KeySpace space) {
            this.space = space;
        }

        void add(Piece piece) {
            if (piece.to() <= piece.from() || piece.isEmpty()) {
                return;
            }
            int last = pieces.size() - 1;
            if (last >= 0
                    && pieces.get(last).to() == piece.from()
                    && pieces.get(last).isLike(piece)) {
                pieces.set(last, pieces.get(last).over(pieces.get(last).from(), piece.to()));
            } else {
                pieces.add(piece);
            }
        }

        Content build() {
            return new Content(space, pieces);
        }
    }
}
