// Chooses an instance of a file of schedules and draws it: an overview of all instances, a list by name, the chart.
//
// Invariant: the overview is one stop of the Tab key (arrows, Home and End move inside it), and says by shape as well
// as by colour how much of an instance is clean; choosing asks for nothing.
import { h, put } from "../submit/dom.mjs";
import { drawGantt } from "./gantt.mjs";

/** @typedef {import("../preview/schedule_view.mjs").InstanceLine} InstanceLine */

const FILTERS = [
  ["All", () => true],
  ["Not feasible", ({ answered, feasible }) => answered && !feasible],
  ["Feasible", ({ feasible }) => feasible],
  ["Null", ({ answered }) => !answered],
];

/**
 * @param {Element} container its content is replaced
 * @param {{instances: InstanceLine[], describe: (id: string) => any}} source lines in suite order; `describe` gives
 *   {instance, schedule, explanation}, as `explainInstance` of the preview does
 * @returns {{show: (id: string) => void}}
 */
export function mountExplorer(container, { instances, describe }) {
  const explorer = new Explorer(instances, describe);
  put(container, explorer.root);
  explorer.filter(FILTERS[0][1]);
  explorer.show((instances.find(FILTERS[1][1]) ?? instances[0]).id);
  return { show: (id) => explorer.show(id) };
}

class Explorer {
  constructor(instances, describe) {
    this.lines = new Map(instances.map((line) => [line.id, line]));
    this.describe = describe;
    this.shown = [];
    this.current = null;
    this.chart = h("div", { class: "nng-chart" });
    this.chips = FILTERS.map(([name, keeps]) => this.chip(name, keeps));
    this.picker = h("select", { "aria-label": "Instance" });
    this.picker.addEventListener("change", () => this.show(this.picker.value));
    this.map = h("div", { class: "nng-map", role: "group", "aria-label": "All instances; arrow keys choose" });
    this.cells = new Map([...this.lines.values()].map((line) => [line.id, cell(line)]));
    this.map.append(...tiers([...this.lines.values()]).map(([tier, lines]) => this.tierRow(tier, lines)));
    this.map.addEventListener("click", (event) => this.chosen(event));
    this.map.addEventListener("keydown", (event) => this.moved(event));
    const steps = [this.stepButton("Previous", "‹", -1), this.picker, this.stepButton("Next", "›", 1)];
    const tools = [h("div", { class: "nng-filters" }, this.chips), h("div", { class: "nng-steps" }, steps)];
    this.root = h("div", { class: "nng-explorer" }, h("div", { class: "nng-tools" }, tools), this.map, this.chart);
  }

  chip(name, keeps) {
    const count = [...this.lines.values()].filter(keeps).length;
    const attributes = { type: "button", class: "nng-filter", "aria-pressed": "false", hidden: count === 0 };
    const button = h("button", attributes, `${name} ${count}`);
    button.addEventListener("click", () => this.filter(keeps));
    return button;
  }

  stepButton(name, sign, by) {
    const button = h("button", { type: "button", class: "nng-step", "aria-label": `${name} instance` }, sign);
    button.addEventListener("click", () => this.step(by));
    return button;
  }

  tierRow(tier, lines) {
    const scored = lines.filter((line) => !line.withdrawn);
    const feasible = scored.filter((line) => line.feasible).length;
    const name = h("span", { class: "nng-tier" }, `Tier ${tier}`, h("small", {}, `${feasible}/${scored.length}`));
    const cells = h("div", { class: "nng-cells" }, lines.map(({ id }) => this.cells.get(id)));
    return h("div", { class: "nng-tier-row" }, name, cells);
  }

  filter(keeps) {
    this.shown = [...this.lines.values()].filter(keeps);
    this.chips.forEach((chip, at) => chip.setAttribute("aria-pressed", String(FILTERS[at][1] === keeps)));
    const kept = new Set(this.shown.map(({ id }) => id));
    for (const [id, one] of this.cells) one.classList.toggle("nng-faded", !kept.has(id));
    const group = ([tier, lines]) => h("optgroup", { label: `Tier ${tier}` }, lines.map(option));
    put(this.picker, tiers(this.shown).map(group));
    if (this.current !== null && !kept.has(this.current)) this.show(this.shown[0].id);
    this.picker.value = this.current ?? this.shown[0].id;
  }

  /** Draws the instance; one that the filter hides brings all back. */
  show(id) {
    if (!this.shown.some((line) => line.id === id)) this.filter(FILTERS[0][1]);
    const last = this.cells.get(this.current ?? id);
    const one = this.cells.get(id);
    this.current = id;
    last.tabIndex = -1;
    last.removeAttribute("aria-current");
    one.tabIndex = 0;
    one.setAttribute("aria-current", "true");
    this.picker.value = id;
    const { instance, schedule, explanation } = this.describe(id);
    drawGantt(this.chart, instance, schedule, explanation.violations, { total: explanation.violations_total });
  }

  step(by) {
    const at = this.shown.findIndex(({ id }) => id === this.current);
    this.show(this.shown[(at + by + this.shown.length) % this.shown.length].id);
  }

  chosen(event) {
    const id = event.target.closest("[data-id]")?.dataset.id;
    if (id) this.show(id);
  }

  moved(event) {
    const ids = this.shown.map(({ id }) => id);
    const at = ids.indexOf(this.current);
    const last = ids.length - 1;
    const places = { ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: at - 1, ArrowUp: at - 1, Home: 0, End: last };
    const to = places[event.key];
    if (to === undefined) return;
    event.preventDefault();
    this.show(ids[Math.max(0, Math.min(to, last))]);
    this.cells.get(this.current).focus();
  }
}

/** One instance of the overview: a column as high as its share of clean tasks. */
function cell(line) {
  const { id, answered, feasible, clean, tasks } = line;
  const tone = feasible ? "nng-feasible" : answered ? "nng-infeasible" : "nng-null";
  const fill = h("span", { style: `height:${(clean / tasks) * 100}%` });
  const name = words(line);
  const attributes = { class: `nng-cell ${tone}`, "data-id": id, tabindex: -1, title: name, "aria-label": name };
  return h("button", { type: "button", ...attributes }, fill);
}

function option(line) {
  return h("option", { value: line.id }, words(line));
}

function words({ id, answered, feasible, clean, tasks, withdrawn }) {
  const counts = withdrawn ? " · not scored" : "";
  if (!answered) return `${id} · null${counts}`;
  return feasible ? `${id} · feasible${counts}` : `${id} · ${clean} of ${tasks} clean${counts}`;
}

/** @returns {[number, InstanceLine[]][]} */
function tiers(lines) {
  const made = new Map();
  for (const line of lines) made.set(line.tier, [...(made.get(line.tier) ?? []), line]);
  return [...made];
}
