// Draws a score: the big number, interval against chance, facts, category × tier table, receipt.
// Invariant: numbers arrive rounded (strings); the only arithmetic here is where to put a mark on a scale.

import { copyButton, h, svg } from "./dom.mjs";

/** The preview of an accepted file. `view` is what `engine.mjs` returns. */
export function scorePanel(view) {
  return h(
    "div",
    { class: "nns-score" },
    h("p", { class: "nns-big" }, `${view.macro} %`, h("span", { class: "nns-big-label" }, "macro accuracy")),
    whisker(view),
    h("dl", { class: "nns-facts" }, view.facts.map(([name, value, title]) => fact(name, value, title))),
    table(view.categories),
    receipt(view.receipt),
  );
}

function fact(name, value, title) {
  return h("div", { title: title ?? null }, h("dt", {}, name), h("dd", {}, value));
}

/** Dot and interval on a scale of 0 to 100, with a dashed line at chance. */
function whisker({ macro, low, high, chance }) {
  const x = (percent) => Number(percent) * 3;
  return svg(
    "svg",
    {
      class: "nns-whisker",
      viewBox: "-6 0 312 34",
      role: "img",
      "aria-label": `${macro} per cent, interval ${low} to ${high}, chance ${chance}`,
    },
    svg("line", { class: "nns-axis", x1: 0, x2: 300, y1: 12, y2: 12 }),
    svg("line", { class: "nns-chance", x1: x(chance), x2: x(chance), y1: 1, y2: 23 }),
    svg("line", { class: "nns-interval", x1: x(low), x2: x(high), y1: 12, y2: 12 }),
    svg("circle", { class: "nns-dot", cx: x(macro), cy: 12, r: 5.5 }),
    [0, 50, 100].map((at) => svg("text", { x: x(at), y: 33, "text-anchor": at ? (at === 100 ? "end" : "middle") : "start" }, at)),
    svg("text", { x: x(chance), y: 33, "text-anchor": "middle" }, "chance"),
  );
}

function table(categories) {
  const head = ["Tier 1", "2", "3", "All"].map((text) => h("th", { scope: "col" }, text));
  const rows = categories.map(({ title, tiers, all }) =>
    h("tr", {}, h("th", { scope: "row" }, title), tiers.map(cell), h("td", { class: "nns-all" }, all)),
  );
  return h(
    "table",
    { class: "nns-heat" },
    h("caption", { class: "nns-offscreen" }, "Accuracy in per cent by category and tier"),
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Category"), head)),
    h("tbody", {}, rows),
  );
}

function cell({ percent, share, correct, total }) {
  const heat = h("span", { style: `--share:${share}` }, percent);
  return h("td", { title: `${correct} of ${total} correct` }, heat);
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
