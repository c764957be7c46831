package org.lsmtable.format.parquet;

/** Encodes numbers of a fixed width, with a dictionary while that pays. */
abstract class WordEncoder extends DictionaryEncoder {
    private final int valueBytes;

    /** The numbers that have codes, widened to 64 bits. */
    protected final WordDictionary dictionary;

    WordEncoder(int valueBytes, int pageBytes, int dictionaryBytes) {
        super(pageBytes, dictionaryBytes >= valueBytes);
        this.valueBytes = valueBytes;
        this.dictionary = new WordDictionary(dictionaryBytes / valueBytes);
    }

    /** How many more values the open page takes. */
    protected final int room() {
        if (isCoding()) {
            return roomForCodes();
        }
        int length = page().length();
        return length == 0 ? Math.max(1, pageBytes() / valueBytes) : Math.max(0, (pageBytes() - length) / valueBytes);
    }

    @Override
    protected final int distinctValues() {
        return dictionary.size();
    }

    @Override
    protected final long dictionaryLength() {
        return (long) dictionary.size() * valueBytes;
    }

    @Override
    protected final void clearDictionary() {
        dictionary.clear();
    }

    @Override
    protected final long plainLengthOfCodes() {
        return (long) codeCount * valueBytes;
    }
}
