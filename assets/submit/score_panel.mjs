// Draws a score: the big number, interval, facts, the table of its tiers, receipt.
// Invariant: numbers arrive rounded (strings); the only arithmetic here is where to put a mark on a scale.

import { copyButton, h, svg } from "./dom.mjs";

/** The preview of an accepted file. `view` is what `engine.mjs` returns. */
export function scorePanel(view) {
  return h(
    "div",
    { class: "nns-score" },
    h("p", { class: "nns-big" }, `${view.main} %`, h("span", { class: "nns-big-label" }, view.label)),
    whisker(view),
    h("dl", { class: "nns-facts" }, view.facts.map(([name, value, title]) => fact(name, value, title))),
    table(view.table),
    receipt(view.receipt),
  );
}

function fact(name, value, title) {
  return h("div", { title: title ?? null }, h("dt", {}, name), h("dd", {}, value));
}

/** Dot and interval on a scale of 0 to 100, with a dashed line at chance. */
function whisker({ main, low, high, chance }) {
  const x = (percent) => Number(percent) * 3;
  return svg(
    "svg",
    {
      class: "nns-whisker",
      viewBox: "-6 0 312 34",
      role: "img",
      "aria-label": `${main} per cent, interval ${low} to ${high}${chance === null ? "" : `, chance ${chance}`}`,
    },
    svg("line", { class: "nns-axis", x1: 0, x2: 300, y1: 12, y2: 12 }),
    chance === null ? null : svg("line", { class: "nns-chance", x1: x(chance), x2: x(chance), y1: 1, y2: 23 }),
    svg("line", { class: "nns-interval", x1: x(low), x2: x(high), y1: 12, y2: 12 }),
    svg("circle", { class: "nns-dot", cx: x(main), cy: 12, r: 5.5 }),
    [0, 50, 100].map((at) => svg("text", { x: x(at), y: 33, "text-anchor": at ? (at === 100 ? "end" : "middle") : "start" }, at)),
    chance === null ? null : svg("text", { x: x(chance), y: 33, "text-anchor": "middle" }, "chance"),
  );
}

function table({ caption, head: [first, ...others], rows }) {
  const head = others.map((text) => h("th", { scope: "col" }, text));
  const body = rows.map(({ title, cells, all }) =>
    h("tr", {}, h("th", { scope: "row" }, title), cells.map(cell), h("td", { class: "nns-all" }, all)),
  );
  return h(
    "table",
    { class: "nns-heat" },
    h("caption", { class: "nns-offscreen" }, caption),
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, first), head)),
    h("tbody", {}, body),
  );
}

function cell({ percent, share, title }) {
  return h("td", { title: `${title}` }, h("span", { style: `--share:${share}` }, percent));
}

function receipt(digest) {
  const short = digest.replace(/^sha256:/, "");
  return h(
    "div",
    { class: "nns-receipt" },
    h("span", { class: "nns-muted" }, "Receipt"),
    h("code", { title: digest }, `${short.slice(0, 8)}…${short.slice(-8)}`),
    copyButton("Copy", () => digest),
  );
}
