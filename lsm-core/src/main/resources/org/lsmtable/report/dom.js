"use strict";
/* What every part of the page uses: elements, numbers, colours. `lsm` is the page's only global. */
const lsm = { renderers: {}, plots: new Set() };

/* Makes an element. Children are elements or texts; a text is never read as markup. */
lsm.el = (tag, attributes = {}, ...children) => {
  const svg = tag === "svg" || tag === "rect" || tag === "line" || tag === "g";
  const element = svg ? document.createElementNS("http://www.w3.org/2000/svg", tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
};

/* Ids that no other element has. */
lsm.nextId = (() => {
  let last = 0;
  return (stem) => `${stem}-${++last}`;
})();

/* Numbers as people read them. */
lsm.digits = (value, digits = 4) =>
  new Intl.NumberFormat("en-US", Math.abs(value) >= 1000 ? { maximumFractionDigits: 0 } : { maximumSignificantDigits: digits }).format(value);

lsm.scaled = (value, step, units, digits) => {
  let unit = 0;
  while (Math.abs(value) >= step && unit < units.length - 1) {
    value /= step;
    unit++;
  }
  return `${lsm.digits(value, digits)} ${units[unit]}`;
};

lsm.seconds = (value, digits) => {
  if (value === 0) return "0 s";
  if (Math.abs(value) < 1) return `${lsm.digits(value * 1000, digits)} ms`;
  if (Math.abs(value) < 120) return `${lsm.digits(value, digits)} s`;
  if (Math.abs(value) < 7200) return `${lsm.digits(value / 60, digits)} min`;
  return `${lsm.digits(value / 3600, digits)} h`;
};

lsm.format = (value, unit, digits = 4) => {
  if (value === null || value === undefined) return "–";
  if (typeof value === "string") return value;
  switch (unit) {
    case "BYTES": return lsm.scaled(value, 1024, ["B", "KiB", "MiB", "GiB", "TiB", "PiB"], digits);
    case "FACTOR": return `${lsm.digits(value, digits)}×`;
    case "PERCENT": return `${lsm.digits(value, digits)} %`;
    case "SECONDS": return lsm.seconds(value, digits);
    case "COUNT": return new Intl.NumberFormat("en-US", { maximumFractionDigits: 3 }).format(value);
    default: return lsm.digits(value, digits);
  }
};

/* A colour of the style sheet; it depends on the scheme and on whether we print. */
lsm.css = (name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
lsm.COLORS = 8;
lsm.color = (index) => lsm.css(`c${index % lsm.COLORS}`);
lsm.swatch = (index) => lsm.el("span", { class: `swatch c${index % lsm.COLORS}`, "aria-hidden": "true" });

/* The frame of a section: heading, note, body. */
lsm.frame = (section, level) => {
  const heading = lsm.el(`h${level}`, { id: lsm.nextId("s") }, section.title);
  const root = lsm.el("section", { class: `section ${section.type}`, "aria-labelledby": heading.id }, heading);
  if (section.note) root.append(lsm.el("p", { class: "note" }, section.note));
  return root;
};

/* A closed list of the data that a chart shows, filled when it is opened. */
lsm.dataDetails = (section, columns, rows) => {
  const details = lsm.el("details", { class: "data" }, lsm.el("summary", {}, "Data of this chart as a table"));
  details.addEventListener("toggle", () => {
    if (details.open && details.children.length === 1) {
      details.append(lsm.table({ title: section.title, columns, rows: rows() }));
    }
  });
  return details;
};

/* A table that sorts by the column whose heading is pressed. */
lsm.table = (section) => {
  const body = lsm.el("tbody");
  const numeric = section.columns.map((column) => column.unit !== "TEXT");
  const fill = (rows) => body.replaceChildren(...rows.map((row) => lsm.el("tr", {}, ...row.map((cell, i) =>
    lsm.el("td", numeric[i] ? { class: "number" } : {}, lsm.format(cell, section.columns[i].unit))))));
  const headings = section.columns.map((column, i) => {
    const button = lsm.el("button", { type: "button" }, column.name);
    const heading = lsm.el("th", { scope: "col", class: numeric[i] ? "number" : null }, button);
    button.addEventListener("click", () => {
      const down = heading.getAttribute("aria-sort") !== "descending";
      for (const other of headings) other.removeAttribute("aria-sort");
      heading.setAttribute("aria-sort", down ? "descending" : "ascending");
      fill([...section.rows].sort((a, b) => lsm.compare(a[i], b[i]) * (down ? -1 : 1)));
    });
    return heading;
  });
  fill(section.rows);
  return lsm.el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": `${section.title}: table` },
    lsm.el("table", {}, lsm.el("caption", { class: "unseen" }, section.title),
      lsm.el("thead", {}, lsm.el("tr", {}, ...headings)), body));
};

/* Numbers by size, texts by alphabet, nothing before everything. */
lsm.compare = (a, b) => {
  if (a === null || b === null) return (a !== null) - (b !== null);
  return typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b), "en", { numeric: true });
};
