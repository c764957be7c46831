"use strict";
/* Bars, as elements: they need no drawing, wrap on a phone and print as they are. */
lsm.renderers.bars = (section, level) => {
  const root = lsm.frame(section, level);
  const sum = (bar) => bar.values.reduce((a, b) => a + (b || 0), 0);
  const longest = Math.max(...section.bars.map(sum), 0) || 1;
  const several = section.parts.length > 1;

  const row = (bar) => {
    const parts = section.parts.map((part, i) => `${part} ${lsm.format(bar.values[i], section.unit)}`).join(", ");
    const track = lsm.el("div", { class: "track", "aria-hidden": "true" }, ...bar.values.map((value, i) => {
      const segment = lsm.el("span", { class: `segment k${i % lsm.COLORS}` });
      segment.style.width = `${(100 * (value || 0)) / longest}%`;
      return segment;
    }));
    const item = lsm.el("div", { class: "bar", role: "listitem", tabindex: "0", "aria-label": `${bar.label}: ${parts}. ${bar.text}` },
      lsm.el("span", { class: "label" }, bar.label), track, lsm.el("span", { class: "value" }, lsm.format(sum(bar), section.unit)));
    lsm.tip.attach(item, () => ({
      headline: bar.label,
      rows: section.parts.map((part, i) => ({ color: i, name: part, value: lsm.format(bar.values[i], section.unit) })),
      texts: bar.text ? [{ text: bar.text }] : [],
    }));
    return item;
  };

  if (several) {
    root.append(lsm.el("div", { class: "legend" }, ...section.parts.map((part, i) => lsm.el("span", {}, lsm.swatch(i), part))));
  }
  root.append(
    lsm.el("div", { class: "barlist", role: "list", "aria-label": section.title }, ...section.bars.map(row)),
    lsm.dataDetails(section, [{ name: "", unit: "TEXT" }, ...section.parts.map((name) => ({ name, unit: section.unit }))],
      () => section.bars.map((bar) => [bar.label, ...bar.values])));
  return root;
};
