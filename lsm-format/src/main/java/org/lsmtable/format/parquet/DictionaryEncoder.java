package org.lsmtable.format.parquet;

import java.util.Arrays;
import org.apache.parquet.format.Encoding;

/**
 * Encodes values as codes into a dictionary while that pays, otherwise plain.
 *
 * <p>A chunk begins with codes. When its first page closes, the dictionary stays only if it and the codes take less room than the
 * values would; when it is full, the pages that follow are plain. So a page is either all codes or all plain.
 */
abstract class DictionaryEncoder extends ValueEncoder {
    private final boolean dictionaryAllowed;
    private boolean coding;
    private boolean full;
    private boolean used;

    /** The codes of the open page, if it is one of codes. */
    protected int[] codes = new int[0];

    protected int codeCount;

    DictionaryEncoder(int pageBytes, boolean dictionaryAllowed) {
        super(pageBytes);
        this.dictionaryAllowed = dictionaryAllowed;
        this.coding = dictionaryAllowed;
    }

    /** The values that have codes. */
    protected abstract int distinctValues();

    /** The bytes of the dictionary page. */
    protected abstract long dictionaryLength();

    /** Empties the dictionary. */
    protected abstract void clearDictionary();

    /** The bytes that the values behind the codes would take in a plain page. */
    protected abstract long plainLengthOfCodes();

    /** Appends the values behind the codes to the open page. */
    protected abstract void putCodedValues();

    @Override
    final void startChunk() {
        clearDictionary();
        coding = dictionaryAllowed;
        full = false;
        used = false;
    }

    @Override
    final int dictionarySize() {
        return used ? distinctValues() : 0;
    }

    @Override
    final long openBytes() {
        return page().length() + codeCount * 2L + (coding || used ? dictionaryLength() : 0);
    }

    @Override
    final Encoding closeValues() {
        // a page without values among pages of codes is one of codes, as other writers have it
        if (!coding || (codeCount == 0 && !used)) {
            return Encoding.PLAIN;
        }
        int width = HybridRuns.width(Math.max(0, distinctValues() - 1));
        long codesLength = ((long) codeCount * width + 7) / 8;
        if (!used && dictionaryLength() + codesLength >= plainLengthOfCodes()) {
            putCodedValues();
            codeCount = 0;
            coding = false;
            clearDictionary();
            return Encoding.PLAIN;
        }
        page().putByte(width);
        ensureCodes(8);
        HybridRuns.put(codes, codeCount, width, page());
        used = true;
        codeCount = 0;
        coding = !full;
        return Encoding.PLAIN_DICTIONARY;
    }

    @Override
    final long pageLength() {
        return page().length() + (long) codeCount * Integer.BYTES;
    }

    @Override
    final void dropLast(int values) {
        if (!coding) {
            throw new IllegalStateException("the open page has no codes");
        }
        codeCount -= values;
        coding = codeCount > 0;
    }

    @Override
    final void acceptEmptyPage() {
        coding &= used;
    }

    @Override
    final void turnPlain() {
        putCodedValues();
        codeCount = 0;
        coding = false;
        if (!used) {
            clearDictionary();
        }
    }

    /** Whether the open page takes codes. */
    protected final boolean isCoding() {
        return coding;
    }

    /** Notes that a value found no room in the dictionary. The open page turns plain if it has no code yet. */
    protected final void dictionaryIsFull() {
        full = true;
        coding = codeCount > 0;
    }

    /** How many more codes the open page takes. */
    protected final int roomForCodes() {
        return Math.max(codeCount == 0 ? 1 : 0, pageBytes() / Integer.BYTES - codeCount);
    }

    /** Makes room for so many more codes. */
    protected final void ensureCodes(int more) {
        if (codes.length < codeCount + more) {
            codes = Arrays.copyOf(codes, Math.max(codeCount + more, codes.length + (codes.length >> 1)));
        }
    }
}
