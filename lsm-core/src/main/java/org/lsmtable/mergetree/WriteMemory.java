package org.lsmtable.mergetree;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The memory that the write buffers of all buckets of one table writer share (spec: merge tree, shared memory). A buffer that grows
 * beyond what is left makes the largest of the others give up its memory; if that is not enough it must do so itself. Not thread-safe.
 */
public final class WriteMemory {
    private final long limitBytes;
    private final List<Share> shares = new ArrayList<>();
    private long usedBytes;

    /** Memory of a size in bytes, at least 1. */
    public WriteMemory(long limitBytes) {
        if (limitBytes < 1) {
            throw new IllegalArgumentException("write buffer memory must be at least 1 byte, found " + limitBytes);
        }
        this.limitBytes = limitBytes;
    }

    /** The limit. */
    public long limitBytes() {
        return limitBytes;
    }

    /** What all buffers take now. */
    public long usedBytes() {
        return usedBytes;
    }

    /** Takes part from now on. */
    Share join(Owner owner) {
        Share share = new Share(owner);
        shares.add(share);
        return share;
    }

    /** Whoever has a share of the memory. */
    interface Owner {
        /** Gives the memory up, to local disk or to a data file, and tells its share. */
        void flushMemory() throws IOException;
    }

    /** What one buffer takes. */
    final class Share {
        private final Owner owner;
        private long bytes;

        private Share(Owner owner) {
            this.owner = owner;
        }

        /** Tells what the buffer takes now. */
        void set(long newBytes) {
            usedBytes += newBytes - bytes;
            bytes = newBytes;
        }

        /** Makes room if there is too little; false if the buffer must give up its own memory. */
        boolean fits() throws IOException {
            if (usedBytes <= limitBytes) {
                return true;
            }
            Share largest = null;
            for (Share share : shares) {
                if (share != this && share.bytes > 0 && (largest == null || share.bytes > largest.bytes)) {
                    largest = share;
                }
            }
            if (largest == null) {
                return false;
            }
            largest.owner.flushMemory();
            return usedBytes <= limitBytes;
        }

        /** Takes part no more. */
        void leave() {
            set(0);
            shares.remove(this);
        }
    }
}
