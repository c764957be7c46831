"use strict";
/* Lines, steps, stacked areas and points over a common axis, drawn by uPlot; events in a lane above. */
(() => {
  const HEIGHT = 260;
  const PRINT_WIDTH = 660;
  const AXIS_WIDTH = 64;
  /* Dashes tell lines apart where colours do not. */
  const DASHES = [[], [8, 4], [2, 3], [12, 3, 2, 3], [5, 5], [14, 4], [3, 6], [10, 2, 2, 2, 2, 2]];

  const colorOf = (series, i) => (series.color < 0 ? i : series.color);

  /* The rows of uPlot's data for the series that are shown; a stacked series is drawn up to the sum of those below it. */
  const columns = (section, hidden) => {
    const sums = section.positions.map(() => 0);
    return section.series.map((series, i) => series.values.map((value, at) => {
      if (hidden.has(i)) return null;
      if (series.shape === "STACKED") return (sums[at] += value === null ? 0 : value);
      return section.y.scale === "LOG" && value <= 0 ? null : value;
    }));
  };

  /* In which order series are drawn: the highest of a stack first, so that those below it are drawn over it, then what is not stacked. */
  const drawn = (section) => {
    const indexes = section.series.map((series, i) => i);
    const stacked = indexes.filter((i) => section.series[i].shape === "STACKED");
    return [...stacked.reverse(), ...indexes.filter((i) => section.series[i].shape !== "STACKED")];
  };

  /* All of uPlot's data. */
  const data = (section, hidden) => {
    const values = columns(section, hidden);
    return [section.positions, ...drawn(section).map((i) => values[i])];
  };

  const seriesOptions = (series, i) => {
    const color = lsm.color(colorOf(series, i));
    const options = { label: series.name, stroke: color, width: 2, points: { show: false }, spanGaps: false };
    switch (series.shape) {
      case "STEP": return { ...options, dash: DASHES[i % DASHES.length], paths: uPlot.paths.stepped({ align: 1 }) };
      case "STACKED": return { ...options, width: 1, stroke: lsm.css("card"), fill: color, paths: uPlot.paths.stepped({ align: 1 }) };
      case "POINTS": return { ...options, paths: () => null, points: { show: true, size: 12, fill: color, stroke: lsm.css("card"), width: 1.5 } };
      default: return { ...options, dash: DASHES[i % DASHES.length], points: { show: series.values.length <= 40, size: 6, fill: color } };
    }
  };

  const axis = (description, size) => ({
    stroke: lsm.css("soft"), font: "12px system-ui, sans-serif", size,
    grid: { stroke: lsm.css("grid"), width: 1 }, ticks: { stroke: lsm.css("grid"), width: 1, size: 4 },
    values: (u, splits) => splits.map((value) => (value === null ? "" : lsm.format(value, description.unit, 3))),
    ...(description.scale === "LOG" ? { filter: logTicks } : {}),
    ...(description.unit === "BYTES" && description.scale === "LINEAR" ? { incrs: powers(2, 50) } : {}),
    ...(description.unit === "COUNT" && description.scale === "LINEAR" ? { incrs: wholeSteps() } : {}),
  });
  /* Of a logarithmic axis 1, 2 and 5 of each power of ten, of a long one the powers alone. */
  const logTicks = (u, splits) => {
    const decades = Math.log10(splits[splits.length - 1] / splits[0]);
    const kept = decades > 5 ? [1] : [1, 2, 5];
    return splits.map((value) => (kept.includes(Math.round(value / 10 ** Math.floor(Math.log10(value) + 1e-9))) ? value : null));
  };
  const powers = (base, count) => Array.from({ length: count }, (_, i) => base ** i);
  const wholeSteps = () => Array.from({ length: 12 }, (_, i) => [1, 2, 5].map((step) => step * 10 ** i)).flat();

  /* Measured values start at zero, with some air above. */
  const range = (description) => (u, low, high) => {
    if (low === null) return [0, 1];
    if (description.scale === "LOG") return uPlot.rangeLog(low, high, 10, false);
    return [Math.min(0, low), high <= 0 ? 1 : high * 1.06];
  };

  /* Some air beside the first and the last point, so that points are not cut and a single one lies in the middle. */
  const xRange = (description, points) => (u, low, high) => {
    if (low === null) return [0, 1];
    if (description.scale === "LOG") return [low / 1.1, high * 1.1];
    const air = low === high ? 1 : points ? (high - low) * 0.04 : 0;
    return [low - air, high + air];
  };

  const options = (section, width, group, onCursor, onDraws) => ({
    width, height: HEIGHT, legend: { show: false }, padding: [10, 12, 0, 0],
    cursor: { y: false, drag: { x: true, y: false }, points: { size: 8 }, sync: { key: `${group}/${section.x.label}`, setSeries: false } },
    scales: {
      x: { time: false, distr: section.x.scale === "LOG" ? 3 : 1, range: xRange(section.x, section.series.some((s) => s.shape === "POINTS" || section.positions.length <= 40)) },
      y: { distr: section.y.scale === "LOG" ? 3 : 1, range: range(section.y) },
    },
    axes: [
      { ...axis(section.x, 28), label: section.x.label, labelSize: 20, labelFont: "12px system-ui, sans-serif" },
      axis(section.y, AXIS_WIDTH),
    ],
    series: [{}, ...drawn(section).map((i) => seriesOptions(section.series[i], i))],
    hooks: { setCursor: [onCursor], draw: onDraws },
  });

  /* Single points are named beside them, if they have names and are few; a name that finds no room is left to the bubble. */
  const namePoints = (section, hidden) => (u) => {
    if (section.labels.length === 0 || section.labels.length > 40) return;
    const ratio = uPlot.pxRatio;
    const taken = pointRooms(u, section, hidden, 6 * ratio);
    u.ctx.save();
    u.ctx.font = `${12 * ratio}px system-ui, sans-serif`;
    u.ctx.fillStyle = lsm.css("ink");
    u.ctx.textAlign = "left";
    u.ctx.textBaseline = "middle";
    section.series.forEach((series, i) => {
      if (series.shape !== "POINTS" || hidden.has(i)) return;
      series.values.forEach((value, at) => {
        if (value === null) return;
        const x = u.valToPos(section.positions[at], "x", true);
        const y = u.valToPos(value, "y", true);
        const room = freeRoom(u, x, y, u.ctx.measureText(section.labels[at]).width, ratio, taken);
        if (!room) return;
        taken.push(room);
        u.ctx.fillText(section.labels[at], room.left, (room.top + room.bottom) / 2);
      });
    });
    u.ctx.restore();
  };

  /* What the points themselves cover. */
  const pointRooms = (u, section, hidden, radius) => section.series.flatMap((series, i) =>
    (series.shape !== "POINTS" || hidden.has(i) ? [] : series.values.flatMap((value, at) => {
      if (value === null) return [];
      const x = u.valToPos(section.positions[at], "x", true);
      const y = u.valToPos(value, "y", true);
      return [{ left: x - radius, right: x + radius, top: y - radius, bottom: y + radius }];
    })));

  /* A place for a name: right or left of its point, above or below, inside the plot and clear of points and other names. */
  const freeRoom = (u, x, y, width, ratio, taken) => {
    const places = [[1, -1], [1, 1], [-1, -1], [-1, 1]].map(([side, updown]) => {
      const left = side > 0 ? x + 9 * ratio : x - 9 * ratio - width;
      const top = y + updown * 9 * ratio - 7 * ratio;
      return { left, right: left + width, top, bottom: top + 14 * ratio };
    });
    const inside = (room) => room.left >= u.bbox.left && room.right <= u.bbox.left + u.bbox.width
      && room.top >= 0 && room.bottom <= u.bbox.top + u.bbox.height;
    const clear = (room) => taken.every((other) =>
      room.right < other.left || room.left > other.right || room.bottom < other.top || room.top > other.bottom);
    return places.find((room) => inside(room) && clear(room));
  };

  /* What the bubble says of one position. */
  const describe = (section, hidden, at) => ({
    headline: section.labels[at] || `${section.x.label} ${lsm.format(section.positions[at], section.x.unit, 7)}`,
    rows: section.series
      .map((series, i) => ({ color: colorOf(series, i), name: series.name, value: series.values[at], hidden: hidden.has(i) }))
      .filter((row) => !row.hidden && row.value !== null)
      .map((row) => ({ ...row, value: lsm.format(row.value, section.y.unit) })),
    texts: section.events.filter((event) => event.x === section.positions[at]).slice(0, 3),
  });

  /* The legend; each entry shows or hides its series. */
  const legend = (section, hidden, changed) => lsm.el("div", { class: "legend", role: "group", "aria-label": "Curves shown" },
    ...section.series.map((series, i) => {
      const button = lsm.el("button", { type: "button", "aria-pressed": "true" }, lsm.swatch(colorOf(series, i)), series.name);
      button.addEventListener("click", () => {
        if (!hidden.delete(i)) hidden.add(i);
        button.setAttribute("aria-pressed", String(!hidden.has(i)));
        changed();
      });
      return button;
    }));

  /* The lane of events: a mark for each, explained on hover and focus. */
  const eventLane = (section) => {
    const kinds = [...new Set(section.events.map((event) => event.kind))];
    const marks = section.events.map((event) => {
      const mark = lsm.el("button", {
        type: "button", class: `mark m${kinds.indexOf(event.kind) % 4} k${kinds.indexOf(event.kind) % lsm.COLORS}`,
        "aria-label": `${event.headline}. ${event.text}`,
      });
      lsm.tip.attach(mark, () => ({ headline: event.headline, texts: [{ text: event.text }] }));
      return mark;
    });
    lsm.roving(marks, (at, key) => ({ ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: marks.length - 1 })[key] ?? null);
    const lane = lsm.el("div", { class: "lane", role: "group", "aria-label": `Events of ${section.title}; arrow keys move between them` }, ...marks);
    const key = lsm.el("div", { class: "kinds", "aria-hidden": "true" }, ...kinds.map((kind, i) =>
      lsm.el("span", {}, lsm.el("span", { class: `mark m${i % 4} k${i % lsm.COLORS}` }), kind)));
    const put = (u) => marks.forEach((mark, i) => {
      const left = u.valToPos(section.events[i].x, "x");
      mark.hidden = left < -1 || left > u.over.clientWidth + 1;
      mark.style.left = `${left + u.over.offsetLeft}px`;
    });
    return { lane, key, put };
  };

  const countNotes = (section) => {
    const notes = [];
    if (section.points > section.positions.length) {
      notes.push(`Drawn: ${section.positions.length.toLocaleString("en-US")} of ${section.points.toLocaleString("en-US")} points, the lowest and highest of each stretch.`);
    }
    if (section.eventCount > section.events.length) {
      notes.push(`Marked: ${section.events.length} of ${section.eventCount.toLocaleString("en-US")} events, the largest.`);
    }
    return notes.length ? lsm.el("p", { class: "note" }, notes.join(" ")) : null;
  };

  lsm.renderers.lines = (section, level, group) => {
    const root = lsm.frame(section, level);
    const hidden = new Set();
    const holder = lsm.el("div", { class: "plot" });
    const stage = lsm.el("div", {
      class: "stage", tabindex: "0", role: "application", "aria-roledescription": "chart",
      "aria-label": `${section.title}: ${section.y.label} over ${section.x.label}, ${section.series.map((s) => s.name).join(", ")}. `
        + "Left and right arrow keys move along the curve; the data follow as a table.",
    }, holder);
    const events = section.events.length ? eventLane(section) : null;
    let plot = null;
    let hovered = false;

    const where = (u) => {
      const box = u.over.getBoundingClientRect();
      return [box.left + u.cursor.left, box.top + Math.max(0, u.cursor.top)];
    };
    /* Charts that share their cursor are called too; only the one below the mouse speaks. */
    const onCursor = (u) => {
      const at = u.cursor.idx;
      if (!hovered || at === null || at === undefined || u.cursor.left < 0) return;
      lsm.tip.show(describe(section, hidden, at), ...where(u));
    };
    const draw = (width) => {
      if (plot) plot.destroy();
      plot = new uPlot(options(section, width, group, onCursor,
        [namePoints(section, hidden), (u) => events && events.put(u)]),
        data(section, hidden), holder);
    };
    const moveTo = (at) => {
      plot.setCursor({ left: plot.valToPos(section.positions[at], "x"), top: plot.over.clientHeight / 3 });
      lsm.tip.showAt(describe(section, hidden, at), () => where(plot));
      lsm.tip.say(describe(section, hidden, at));
    };

    stage.addEventListener("mouseenter", () => { hovered = true; });
    stage.addEventListener("mouseleave", () => { hovered = false; lsm.tip.hide(); });
    stage.addEventListener("blur", lsm.tip.hide);
    stage.addEventListener("keydown", (event) => {
      const last = section.positions.length - 1;
      const from = plot.cursor.idx ?? -1;
      const to = { ArrowRight: from + 1, ArrowLeft: from - 1, PageDown: from + 10, PageUp: from - 10, Home: 0, End: last }[event.key];
      if (to === undefined) return;
      event.preventDefault();
      moveTo(Math.max(0, Math.min(last, to)));
    });

    root.append(...[
      lsm.el("div", { class: "head" }, lsm.el("span", { class: "axis" }, section.y.label),
        legend(section, hidden, () => plot.setData(data(section, hidden)))),
      events && events.lane, stage, events && events.key, countNotes(section),
      lsm.dataDetails(section,
        [{ name: section.x.label, unit: section.labels.length ? "TEXT" : section.x.unit }, ...section.series.map((s) => ({ name: s.name, unit: section.y.unit }))],
        () => section.positions.map((x, at) => [section.labels[at] || x, ...section.series.map((s) => s.values[at])])),
    ].filter(Boolean));

    /* Drawn once the page gives it a width; again when width, scheme or medium change. */
    const redraw = (medium) => {
      const width = medium === "print" ? PRINT_WIDTH : holder.clientWidth;
      if (width > 0) draw(width);
    };
    let lastWidth = 0;
    new ResizeObserver(() => {
      const width = holder.clientWidth;
      if (width === lastWidth || document.documentElement.dataset.print) return;
      lastWidth = width;
      requestAnimationFrame(() => redraw("screen"));
    }).observe(holder);
    lsm.plots.add({ redraw, section, plot: () => plot });
    return root;
  };
})();
