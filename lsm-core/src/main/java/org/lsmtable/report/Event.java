package org.lsmtable.report;

/**
 * Something that happened at a place of a chart's horizontal axis; it is marked there and explained on hover and focus.
 *
 * @param x where
 * @param kind a word that it shares with its like: events of one kind have one colour
 * @param headline one line
 * @param text the explanation, of several lines perhaps
 * @param weight how much it matters: of very many events the heaviest are shown
 */
public record Event(double x, String kind, String headline, String text, double weight) {}
