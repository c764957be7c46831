package org.lsmtable.merge;

/**
 * A loser tree over the heads of sorted windows (Knuth, The Art of Computer Programming 3, §5.4.1): each inner node remembers the
 * window that lost there, so that after each row only the path of the winner is played again. Of equal keys the newer wins, and the
 * older ones, which come up right after it, are passed over.
 */
final class Tournament {
    private final KeyOrder order;
    private final boolean prefixIsKey;
    private final KeyWindow[] windows;
    private final int leaves;
    private final int[] losers;
    private final long[] heads;
    private final int[] rows;
    private int[] ends = new int[0];

    Tournament(KeyOrder order, boolean prefixIsKey, KeyWindow[] windows) {
        this.order = order;
        this.prefixIsKey = prefixIsKey;
        this.windows = windows;
        this.leaves = Integer.highestOneBit(Math.max(1, windows.length - 1)) * 2;
        this.losers = new int[leaves];
        this.heads = new long[leaves];
        this.rows = new int[leaves];
    }

    /** Merges the rows {@code from} to {@code to - 1} of each window into packed picks; returns their number. */
    int merge(int[] from, int[] to, int[] picks) {
        start(from, to);
        int count = 0;
        int last = -1;
        long lastPrefix = 0;
        int winner = losers[0];
        while (!isDone(winner)) {
            int row = rows[winner];
            long prefix = heads[winner];
            if (last < 0
                    || prefix != lastPrefix
                    || !prefixIsKey
                            && order.compare(
                                            windows[last >>> Picks.ROW_BITS].keys,
                                            last & Picks.ROW_MASK,
                                            windows[winner].keys,
                                            row)
                                    != 0) {
                last = winner << Picks.ROW_BITS | row;
                lastPrefix = prefix;
                picks[count++] = last;
            }
            advance(winner, row + 1);
            winner = replay(winner);
        }
        return count;
    }

    private void start(int[] from, int[] to) {
        ends = to;
        for (int w = 0; w < leaves; w++) {
            if (w < windows.length) {
                advance(w, from[w]);
            } else {
                heads[w] = Long.MAX_VALUE;
            }
        }
        losers[0] = play(1);
    }

    /** Plays the subtree of a node; returns its winner. */
    private int play(int node) {
        if (node >= leaves) {
            return node - leaves;
        }
        int left = play(2 * node);
        int right = play(2 * node + 1);
        boolean leftWins = beats(left, right);
        losers[node] = leftWins ? right : left;
        return leftWins ? left : right;
    }

    private void advance(int window, int row) {
        rows[window] = row;
        heads[window] = row < ends[window] ? windows[window].prefixes[row] : Long.MAX_VALUE;
    }

    private int replay(int changed) {
        int winner = changed;
        for (int node = leaves + changed >>> 1; node >= 1; node >>>= 1) {
            int rival = losers[node];
            if (heads[rival] < heads[winner] || heads[rival] == heads[winner] && beats(rival, winner)) {
                losers[node] = winner;
                winner = rival;
            }
        }
        return winner;
    }

    private boolean isDone(int window) {
        return window >= windows.length || rows[window] >= ends[window];
    }

    private boolean beats(int window, int other) {
        if (heads[window] != heads[other]) {
            return heads[window] < heads[other];
        }
        if (isDone(window) || isDone(other)) {
            return !isDone(window);
        }
        KeyWindow mine = windows[window];
        KeyWindow theirs = windows[other];
        int signum = prefixIsKey ? 0 : order.compare(mine.keys, rows[window], theirs.keys, rows[other]);
        return signum != 0 ? signum < 0 : mine.isNewer(rows[window], theirs, rows[other]);
    }
}
