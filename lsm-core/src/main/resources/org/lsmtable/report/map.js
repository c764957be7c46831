"use strict";
/* Ranges in lanes: a rectangle each. Arrow keys go left and right within a lane, up and down between lanes. */
lsm.renderers.map = (section, level) => {
  const LANE = 26;
  const GAP = 3;
  const root = lsm.frame(section, level);
  const height = section.lanes.length * LANE;
  const svg = lsm.el("svg", { width: "100%", height, role: "group", "aria-label": `${section.title}; arrow keys move between rectangles` });
  section.lanes.forEach((lane, i) =>
    svg.append(lsm.el("line", { x1: "0", x2: "100%", y1: (i + 1) * LANE - 0.5, y2: (i + 1) * LANE - 0.5, class: "rule" })));

  const rectangles = section.rectangles.map((one) => {
    const lane = section.lanes[one.lane];
    const width = Math.max((one.to - one.from) * 100, 0.35);
    const rectangle = lsm.el("rect", {
      x: `${Math.min(one.from * 100, 100 - width)}%`, width: `${width}%`, y: one.lane * LANE + GAP, height: LANE - 2 * GAP, rx: 3,
      class: `file k${lane.color % lsm.COLORS}`, role: "img", "aria-label": `${lane.label}: ${one.headline}. ${one.text}`,
    });
    lsm.tip.attach(rectangle, () => ({ headline: one.headline, texts: [{ text: one.text }] }));
    svg.append(rectangle);
    return rectangle;
  });

  /* The nearest rectangle of the next lane up or down that has any. */
  const vertical = (at, step) => {
    const from = section.rectangles[at];
    const middle = (from.from + from.to) / 2;
    for (let lane = from.lane + step; lane >= 0 && lane < section.lanes.length; lane += step) {
      let best = null;
      section.rectangles.forEach((one, i) => {
        if (one.lane !== lane) return;
        const distance = Math.abs((one.from + one.to) / 2 - middle);
        if (best === null || distance < best.distance) best = { i, distance };
      });
      if (best) return best.i;
    }
    return null;
  };
  lsm.roving(rectangles, (at, key) => {
    switch (key) {
      case "ArrowLeft": return at - 1;
      case "ArrowRight": return at + 1;
      case "ArrowUp": return vertical(at, -1);
      case "ArrowDown": return vertical(at, 1);
      default: return null;
    }
  });

  const labels = lsm.el("div", { class: "lanelabels", "aria-hidden": "true" }, ...section.lanes.map((lane) => lsm.el("span", {}, lane.label)));
  root.append(lsm.el("div", { class: "mapbody" }, labels, svg), lsm.el("p", { class: "axis center" }, section.xLabel));
  if (section.count > section.rectangles.length) {
    root.append(lsm.el("p", { class: "note" }, `Drawn: ${section.rectangles.length} of ${section.count} rectangles, the widest.`));
  }
  root.append(lsm.dataDetails(section,
    [{ name: "Lane", unit: "TEXT" }, { name: "From", unit: "PERCENT" }, { name: "To", unit: "PERCENT" }, { name: "What", unit: "TEXT" }, { name: "Details", unit: "TEXT" }],
    () => section.rectangles.map((one) => [section.lanes[one.lane].label, one.from * 100, one.to * 100, one.headline, one.text])));
  return root;
};
