"use strict";
/* One bubble for the whole page. What it says is also said to screen readers through the live region when asked for. */
lsm.tip = (() => {
  const MARGIN = 8;
  const DISTANCE = 14;
  const bubble = document.getElementById("tip");
  const live = document.getElementById("live");

  const place = (x, y) => {
    const box = bubble.getBoundingClientRect();
    const width = document.documentElement.clientWidth;
    const height = window.innerHeight;
    const left = x + DISTANCE + box.width + MARGIN > width ? x - DISTANCE - box.width : x + DISTANCE;
    const top = y + DISTANCE + box.height + MARGIN > height ? y - DISTANCE - box.height : y + DISTANCE;
    bubble.style.left = `${Math.max(MARGIN, Math.min(left, width - box.width - MARGIN))}px`;
    bubble.style.top = `${Math.max(MARGIN, top)}px`;
  };

  /* content: {headline, rows: [{color, name, value}], texts: [{headline, text}]} */
  const fill = (content) => {
    bubble.replaceChildren(lsm.el("strong", {}, content.headline));
    for (const row of content.rows || []) {
      bubble.append(lsm.el("div", { class: "row" }, lsm.swatch(row.color), lsm.el("span", {}, row.name), lsm.el("b", {}, row.value)));
    }
    for (const text of content.texts || []) {
      if (text.headline) bubble.append(lsm.el("strong", { class: "event" }, text.headline));
      if (text.text) bubble.append(lsm.el("p", {}, text.text));
    }
  };

  const hide = () => { bubble.hidden = true; };
  document.addEventListener("keydown", (event) => { if (event.key === "Escape") hide(); });
  /* What the mouse had found is elsewhere after scrolling; what has the focus takes its bubble along. */
  let anchor = null;
  document.addEventListener("scroll", () => {
    if (bubble.hidden) return;
    if (anchor) place(...anchor()); else hide();
  }, { passive: true });

  return {
    /* Beside the mouse. */
    show(content, x, y) {
      anchor = null;
      fill(content);
      bubble.hidden = false;
      place(x, y);
    },
    /* Beside what has the focus; where() is asked again after scrolling. */
    showAt(content, where) {
      this.show(content, ...where());
      anchor = where;
    },
    hide,
    say(content) {
      const rows = (content.rows || []).map((row) => `${row.name}: ${row.value}`);
      const texts = (content.texts || []).map((text) => `${text.headline}. ${text.text}`);
      live.textContent = [content.headline, ...rows, ...texts].join("; ");
    },
    /* Shows the content while the mouse is over an element or the element has the focus. */
    attach(element, content) {
      element.addEventListener("mousemove", (event) => this.show(content(), event.clientX, event.clientY));
      element.addEventListener("mouseleave", hide);
      element.addEventListener("focus", () => {
        this.showAt(content(), () => {
          const box = element.getBoundingClientRect();
          return [box.left + Math.min(box.width, 200) / 2, box.bottom];
        });
      });
      element.addEventListener("blur", hide);
    },
  };
})();

/* Of several elements one can be reached with the tab key; arrow keys move between them. next(from, key) is the element to go to. */
lsm.roving = (elements, next) => {
  elements.forEach((element, i) => {
    element.setAttribute("tabindex", i === 0 ? "0" : "-1");
    element.addEventListener("keydown", (event) => {
      const to = next(i, event.key);
      if (to === null || !elements[to]) return;
      event.preventDefault();
      element.setAttribute("tabindex", "-1");
      elements[to].setAttribute("tabindex", "0");
      elements[to].focus();
    });
  });
};
