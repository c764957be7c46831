package org.lsmtable.format.parquet;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Compresses the pages of a file, in any order and on the threads of an executor, while the caller encodes the next ones.
 *
 * <p>(Q1) Never waits for work that has not begun: whoever needs a page runs its task, and a task that was begun elsewhere is
 * on a thread of its own. So the executor may be the caller's own pool, may run tasks at once, or never. (Q2) Pages count as
 * settled in the order they were submitted and at points that depend on that order alone, so sizes, and with them the cuts
 * between row groups, are the same whatever the threads do. (Q3) At most {@link #MAX_PAGES} pages and about {@link
 * #MAX_RAW_BYTES} bytes wait.
 */
final class CompressionQueue implements AutoCloseable {
    private static final int MAX_PAGES = 24;
    private static final long MAX_RAW_BYTES = 8 << 20;
    /** So much of a file is compressed before anything else, to know how well it compresses. */
    private static final long SAMPLE_BYTES = 512 << 10;

    private record Job(EncodedPage page, int copies, FutureTask<Void> task) {}

    private final PageCodec codec;
    private final Executor executor;
    private final Queue<PageCompressor> idle = new ConcurrentLinkedQueue<>();
    private final ArrayDeque<Job> jobs = new ArrayDeque<>();
    private volatile boolean abandoned;
    private long pendingBytes;
    private long settledRawBytes;
    private long settledBytes;
    private long groupBytes;

    CompressionQueue(PageCodec codec, Executor executor) {
        this.codec = codec;
        this.executor = executor;
    }

    /**
     * Takes over a page.
     *
     * @param copies how many columns it will be written for
     * @param recycle gets the buffer of the uncompressed bytes back, on any thread
     */
    void submit(EncodedPage page, int copies, Consumer<PageBuffer> recycle) throws IOException {
        FutureTask<Void> task = new FutureTask<>(() -> {
            compress(page, recycle);
            return null;
        });
        jobs.add(new Job(page, copies, task));
        pendingBytes += (long) page.rawLength() * copies;
        try {
            executor.execute(task);
        } catch (RejectedExecutionException e) {
            // then the task runs when its page is settled
        }
        while (!jobs.isEmpty()
                && (jobs.size() > MAX_PAGES || pendingBytes > MAX_RAW_BYTES || settledRawBytes < SAMPLE_BYTES)) {
            settle();
        }
    }

    /** The bytes of the open row group: those of settled pages, and the others by the ratio seen so far. */
    long groupBytes() {
        return groupBytes + scaled(pendingBytes);
    }

    /** What so many raw bytes are expected to be once compressed. */
    long scaled(long rawBytes) {
        return settledRawBytes == 0 ? rawBytes : (long) ((double) rawBytes * settledBytes / settledRawBytes);
    }

    /** Waits for all pages, helping; a new row group begins. */
    void finishGroup() throws IOException {
        while (!jobs.isEmpty()) {
            settle();
        }
        groupBytes = 0;
    }

    /** Settles the page that was submitted first. */
    private void settle() throws IOException {
        Job oldest = jobs.remove();
        oldest.task.run();
        for (Job other : jobs) {
            if (oldest.task.isDone()) {
                break;
            }
            other.task.run();
        }
        Throwable failure = failureOf(oldest.task);
        if (failure != null) {
            throw rethrown(failure);
        }
        EncodedPage page = oldest.page;
        pendingBytes -= (long) page.rawLength() * oldest.copies;
        settledRawBytes += page.rawLength();
        settledBytes += page.bytes().length;
        groupBytes += (long) page.bytes().length * oldest.copies;
    }

    /** Waits for the end of a task that has begun. */
    private static @Nullable Throwable failureOf(FutureTask<Void> task) {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    task.get();
                    return null;
                } catch (InterruptedException e) {
                    // a page takes a few milliseconds: finish it and leave the decision to the caller
                    interrupted = true;
                } catch (ExecutionException e) {
                    return e.getCause();
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static IOException rethrown(Throwable cause) {
        if (cause instanceof Error error) {
            throw error;
        }
        if (cause instanceof RuntimeException unchecked) {
            throw unchecked;
        }
        return new IOException("a page could not be compressed: " + cause.getMessage(), cause);
    }

    private void compress(EncodedPage page, Consumer<PageBuffer> recycle) throws IOException {
        if (abandoned) {
            return;
        }
        PageCompressor compressor = idle.poll();
        if (compressor == null) {
            compressor = codec.newCompressor();
        }
        try {
            recycle.accept(page.compress(compressor));
        } finally {
            idle.add(compressor);
        }
    }

    /** Forgets the pages that wait, lets those finish that are being compressed, and frees native memory. */
    @Override
    public void close() {
        abandoned = true;
        for (Job job : jobs) {
            job.task.run();
            failureOf(job.task);
        }
        jobs.clear();
        PageCompressor compressor;
        while ((compressor = idle.poll()) != null) {
            compressor.close();
        }
    }
}
