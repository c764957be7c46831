package org.lsmtable.scan;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Applies a read to each of some items, in the calling thread and in as many helpers as an executor lends. The caller never waits for
 * a helper that has not begun, so that an executor which is busy, or is running the caller itself, costs speed only.
 */
final class ParallelReads {
    /** A read that may fail. */
    interface Read<I, O> {
        O apply(I item) throws IOException;
    }

    private ParallelReads() {}

    /** The results in the order of the items. The first failure is thrown, after all reads begun have ended. */
    static <I, O> List<O> all(List<I> items, @Nullable Executor executor, int maxHelpers, Read<I, O> read)
            throws IOException {
        if (executor == null || items.size() < 2) {
            List<O> results = new ArrayList<>(items.size());
            for (I item : items) {
                results.add(read.apply(item));
            }
            return results;
        }
        Batch<I, O> batch = new Batch<>(items, read);
        for (int helper = 0; helper < Math.min(maxHelpers, items.size() - 1); helper++) {
            try {
                executor.execute(batch::work);
            } catch (RejectedExecutionException e) {
                break;
            }
        }
        batch.work();
        return batch.await();
    }

    private static final class Batch<I, O> {
        private final List<I> items;
        private final Read<I, O> read;
        private final AtomicInteger next = new AtomicInteger();
        private final AtomicReferenceArray<O> results;
        private final AtomicReference<@Nullable Exception> failure = new AtomicReference<>();
        private final CountDownLatch open;

        Batch(List<I> items, Read<I, O> read) {
            this.items = items;
            this.read = read;
            this.results = new AtomicReferenceArray<>(items.size());
            this.open = new CountDownLatch(items.size());
        }

        void work() {
            for (int i = next.getAndIncrement(); i < items.size(); i = next.getAndIncrement()) {
                try {
                    if (failure.get() == null) {
                        results.set(i, read.apply(items.get(i)));
                    }
                } catch (IOException | RuntimeException e) {
                    failure.compareAndSet(null, e);
                } finally {
                    open.countDown();
                }
            }
        }

        List<O> await() throws IOException {
            try {
                open.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("interrupted while reading manifests", e);
            }
            Exception e = failure.get();
            if (e instanceof IOException io) {
                throw io;
            }
            if (e instanceof UncheckedIOException io) {
                throw new IOException(io.getMessage(), io);
            }
            if (e instanceof RuntimeException unchecked) {
                throw unchecked;
            }
            List<O> all = new ArrayList<>(items.size());
            for (int i = 0; i < items.size(); i++) {
                all.add(results.get(i));
            }
            return all;
        }
    }
}
