"use strict";
/* The other sections, and the page itself: reads the data, renders the sections, follows scheme and medium. */
lsm.renderers.figures = (section, level) => {
  const root = lsm.frame(section, level);
  root.append(lsm.el("dl", { class: "figuregrid" }, ...section.figures.map((figure) =>
    lsm.el("div", {}, lsm.el("dt", {}, figure.label), lsm.el("dd", { class: "big" }, figure.value),
      figure.note ? lsm.el("dd", { class: "small" }, figure.note) : null))));
  return root;
};

lsm.renderers.table = (section, level) => {
  const root = lsm.frame(section, level);
  root.append(lsm.table(section));
  return root;
};

lsm.renderers.findings = (section, level) => {
  const NAMES = { GOOD: "Good", ADVICE: "Advice", WARNING: "Warning", ERROR: "Error" };
  const root = lsm.frame(section, level);
  root.append(lsm.el("ul", { class: "findinglist" }, ...section.entries.map((entry) =>
    lsm.el("li", { class: entry.severity.toLowerCase() },
      lsm.el("span", { class: "badge" }, NAMES[entry.severity]), lsm.el("strong", {}, entry.headline),
      entry.text ? lsm.el("p", {}, entry.text) : null,
      entry.code ? lsm.el("pre", { tabindex: "0" }, entry.code) : null))));
  return root;
};

lsm.renderers.text = (section, level) => {
  const root = lsm.frame(section, level);
  root.append(...section.paragraphs.map((paragraph) => lsm.el("p", {}, paragraph)));
  if (section.code) root.append(lsm.el("pre", { tabindex: "0" }, section.code));
  return root;
};

lsm.renderers.group = (section, level) => {
  const root = lsm.frame(section, level);
  const group = lsm.nextId("g");
  root.append(...section.sections.map((one) => lsm.render(one, level + 1, group)));
  return root;
};

/* One of several groups; a group is rendered when it is chosen for the first time. */
lsm.renderers.choice = (section, level) => {
  const root = lsm.frame(section, level);
  const id = lsm.nextId("choice");
  const select = lsm.el("select", { id }, ...section.groups.map((group, i) => lsm.el("option", { value: i }, group.title)));
  const holder = lsm.el("div");
  const rendered = new Map();
  const show = (i) => {
    if (!rendered.has(i)) rendered.set(i, lsm.render(section.groups[i], level + 1, id));
    holder.replaceChildren(rendered.get(i));
  };
  select.addEventListener("change", () => show(Number(select.value)));
  root.append(lsm.el("p", { class: "chooser" }, lsm.el("label", { for: id }, section.label), " ", select), holder);
  show(0);
  return root;
};

lsm.render = (section, level, group) => lsm.renderers[section.type](section, Math.min(level, 6), group);

(() => {
  const page = JSON.parse(document.getElementById("data").textContent);
  document.getElementById("header").append(lsm.el("h1", {}, page.title), page.subtitle ? lsm.el("p", {}, page.subtitle) : "");
  const sections = page.sections.map((section) => lsm.render(section, 2, "page"));
  document.getElementById("content").replaceChildren(...sections);
  document.getElementById("contents").append(lsm.el("ul", {}, ...sections.map((section, i) =>
    lsm.el("li", {}, lsm.el("a", { href: `#${section.querySelector("h2").id}` }, page.sections[i].title)))));

  const redraw = (medium) => lsm.plots.forEach((plot) => plot.redraw(medium));
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => redraw("screen"));
  window.addEventListener("beforeprint", () => {
    document.documentElement.dataset.print = "yes";
    redraw("print");
  });
  window.addEventListener("afterprint", () => {
    delete document.documentElement.dataset.print;
    redraw("screen");
  });
  document.documentElement.dataset.ready = "yes";
})();
