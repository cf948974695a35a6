// Draws one schedule: a Gantt chart with its violations marked, and the same in words beside it.
//
// Invariant: the words say everything that the picture shows, so the picture is one image to a screen reader; text
// enters through text nodes only; nothing is fetched. Styles stand in assets/style/40-schedule.css.
import { h, put, svg } from "../submit/dom.mjs";
import { chart, extent } from "./chart.mjs";

const LETTERS = {
  release: "early", deadline: "late", skill: "skill", availability: "away", no_overlap: "overlap", max_load: "load",
  precedence: "order", capacity: "capacity", separate: "separate",
};

/**
 * @param {Element} container its content is replaced
 * @param {any} instance a row of the suite data (/nnai/suite/scheduling-v0.2.json)
 * @param {import("./chart.mjs").Assignment[]|null} schedule null: the system abstained
 * @param {import("./chart.mjs").Violation[]} violations as `explanation` lists them
 * @param {{total?: number}} [more] how many violations there are, where only the first are given
 */
export function drawGantt(container, instance, schedule, violations, { total = violations.length } = {}) {
  const drawn = chart(instance, schedule, violations);
  const charged = new Set(violations.flatMap(({ tasks }) => tasks));
  const scheduled = instance.tasks.length - drawn.unscheduled.length;
  const counts = `${scheduled} of ${instance.tasks.length} tasks scheduled, ${scheduled - charged.size} clean`;
  const verdict = verdictOf(schedule, drawn.unscheduled.length, total);
  const figure = h("figure", { class: "nng" });
  const select = selection(figure, drawn.end);
  const facts = `tier ${instance.tier}, ${instance.horizon} steps · ${schedule ? counts : "nothing scheduled"}`;
  const label = `${instance.id}: ${verdict.words}; ${counts}. The same follows in words.`;
  figure.append(
    h(
      "figcaption",
      { class: "nng-caption" },
      h("strong", {}, instance.id),
      h("span", { class: `nng-chip nng-${verdict.tone}` }, verdict.words),
      h("span", { class: "nng-muted" }, facts),
    ),
    picture(drawn, label, charged, select, instance),
    h(
      "div",
      { class: "nng-words" },
      wordsPart(violations, total, select),
      missingPart(drawn, schedule),
    ),
    tasksPart(instance, drawn, select),
  );
  put(container, figure);
}

/** @param {any} schedule @param {number} missing @param {number} total */
function verdictOf(schedule, missing, total) {
  if (schedule === null) return { tone: "neutral", words: "null" };
  if (total > 0) return { tone: "bad", words: `not feasible: ${total} violation${total > 1 ? "s" : ""}` };
  return missing > 0 ? { tone: "warn", words: "incomplete" } : { tone: "good", words: "feasible" };
}

/** Marks tasks and a stretch of time in the picture; the same button again, or Escape, takes the mark away. */
function selection(figure, end) {
  let current = null;
  const show = (button, tasks, from, to) => {
    current?.setAttribute("aria-pressed", "false");
    current = current === button ? null : button;
    current?.setAttribute("aria-pressed", "true");
    figure.classList.toggle("nng-selecting", current !== null);
    for (const bar of figure.querySelectorAll(".nng-bar")) {
      bar.classList.toggle("nng-lit", current !== null && tasks.includes(bar.dataset.task));
    }
    const band = figure.querySelector(".nng-band");
    const { left, width } = extent(from, to, end);
    band.hidden = current === null || width === 0;
    band.style.left = `${left}%`;
    band.style.width = `${width}%`;
  };
  figure.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && current !== null) show(current, [], 0, 0);
  });
  return show;
}

function picture(drawn, label, charged, select, instance) {
  const lanes = drawn.lanes.map((lane, at) => laneRow(lane, at + 2, charged));
  const strips = drawn.strips.map((strip, at) => stripRow(strip, at + 2 + lanes.length));
  const rows = lanes.length + strips.length;
  const marks = drawn.ticks.map((at) => h("span", { style: `left:${(at / drawn.end) * 100}%` }, at));
  const root = h(
    "div",
    { class: "nng-picture", role: "img", "aria-label": label, style: `--steps:${drawn.end}` },
    h("span", { class: "nng-head" }),
    h("div", { class: "nng-axis" }, marks),
    [...lanes, ...strips].flat(),
    h(
      "div",
      { class: "nng-over", style: `grid-row:2 / span ${rows}` },
      past(drawn),
      h("div", { class: "nng-band", hidden: true }),
      arrowLayer(drawn),
    ),
  );
  root.addEventListener("click", (event) => {
    const name = event.target.closest(".nng-bar")?.dataset.task;
    const task = instance.tasks.find(({ id }) => id === name);
    if (task) select(taskButton(root.parentElement, name), [name], task.release, task.deadline);
  });
  return root;
}

/** A bar is chosen like its row, so that both stand for one choice. */
function taskButton(figure, name) {
  return [...figure.querySelectorAll(".nng-task")].find((button) => button.textContent === name);
}

function past({ past: behind }) {
  return behind && h("div", { class: "nng-past", style: placed(behind) });
}

/** `row` is the line of the grid: the layer of marks spans all of them. */
function laneRow({ worker, load, most, closed, bars, height }, row, charged) {
  const over = load > most;
  return [
    labelOf(worker, `${load}/${most}`, over, row),
    h(
      "div",
      { class: "nng-lane", style: `grid-row:${row};height:${height}px` },
      closed.map((gap) => h("span", { class: "nng-closed", style: placed(gap) })),
      bars.map((bar) => barOf(bar, charged)),
    ),
  ];
}

function labelOf(name, used, over, row) {
  const share = h("small", { class: over ? "nng-over-load" : null }, used);
  return h("div", { class: "nng-label", style: `grid-row:${row}` }, h("b", {}, name), share);
}

function barOf(bar, charged) {
  const bad = charged.has(bar.task);
  const why = bar.kinds.map((kind) => LETTERS[kind]).join(", ");
  const [letter, number] = [bar.task.slice(0, 1), bar.task.slice(1)];
  return h(
    "span",
    {
      class: `nng-bar${bad ? " nng-violating" : ""}${bar.beyond ? " nng-beyond" : ""}`,
      "data-task": bar.task,
      title: `${bar.task}: ${bar.worker}, ${bar.start} to ${bar.end}${why ? ` (${why})` : ""}`,
      style: `${placed(bar)};top:${bar.top}px`,
    },
    h("span", { class: "nng-name" }, h("i", {}, letter), number),
  );
}

function stripRow({ resource, capacity, scale, stretches, height }, row) {
  const steps = stretches.map(({ use, over, ...where }) => {
    const style = `${placed(where)};height:${(use / scale) * 80}%`;
    return h("span", { class: over ? "nng-use nng-overuse" : "nng-use", style });
  });
  const line = h("span", { class: "nng-capacity", style: `bottom:${(capacity / scale) * 80}%` });
  const most = Math.max(0, ...stretches.map(({ use }) => use));
  return [
    labelOf(resource, `${most}/${capacity}`, most > capacity, row),
    h("div", { class: "nng-lane nng-strip", style: `grid-row:${row};height:${height}px` }, steps, line),
  ];
}

/** Lines take per cents, so the picture follows its width without being drawn again. */
function arrowLayer({ arrows, height }) {
  const percent = (value) => `${value}%`;
  return svg(
    "svg",
    { class: "nng-arrows", width: "100%", height },
    arrows.flatMap(({ x1, x2, y1, y2 }) => [
      svg("line", { x1: percent(x1), y1, x2: percent(x2), y2 }),
      svg("circle", { cx: percent(x2), cy: y2, r: 3.5 }),
    ]),
  );
}

function wordsPart(violations, total, select) {
  if (total === 0) return null;
  const items = violations.map(({ constraint, tasks, from, to, words }) => {
    const kind = h("b", {}, constraint.replace("_", " "));
    const button = h("button", { type: "button", class: "nng-violation", "aria-pressed": "false" }, kind, " ", words);
    button.addEventListener("click", () => select(button, tasks, from, to));
    return h("li", {}, button);
  });
  const rest = total - violations.length;
  return h(
    "section",
    {},
    h("h4", {}, `${total} violation${total > 1 ? "s" : ""}`),
    h("ul", { class: "nng-list" }, items),
    rest > 0 ? h("p", { class: "nng-muted" }, `and ${rest} more`) : null,
  );
}

function missingPart({ unscheduled }, schedule) {
  if (schedule === null) return h("p", {}, "This instance was answered with null: no schedule was given.");
  if (unscheduled.length === 0) return null;
  return h("p", {}, h("b", {}, "Not scheduled: "), unscheduled.join(", "));
}

/** Every task with its assignment and its bounds, and the rules between them: closed until asked for. */
function tasksPart(instance, drawn, select) {
  const bars = new Map(drawn.lanes.flatMap(({ bars: own }) => own.map((bar) => [bar.task, bar])));
  const rows = instance.tasks.map((task) => taskRow(task, bars.get(task.id), select));
  const head = ["Task", "Worker", "Runs", "May run", "Needs"].map((text) => h("th", { scope: "col" }, text));
  const table = h("table", { class: "nng-tasks" }, h("thead", {}, h("tr", {}, head)), h("tbody", {}, rows));
  const parts = h("div", { class: "nng-parts" }, table, rules(instance));
  return h("details", { class: "nng-more" }, h("summary", {}, "All tasks and rules"), parts);
}

function taskRow(task, bar, select) {
  const { id, release, deadline, skill, demand } = task;
  const button = h("button", { type: "button", class: "nng-task", "aria-pressed": "false" }, id);
  button.addEventListener("click", () => select(button, [id], release, deadline));
  const units = Object.entries(demand).map(([resource, count]) => `${count} ${resource}`);
  const [worker, runs] = bar ? [bar.worker, `${bar.start} to ${bar.end}`] : ["–", "–"];
  const facts = [worker, runs, `${release} to ${deadline}`, [skill, ...units].join(", ")];
  const cells = facts.map((text) => h("td", {}, text));
  const look = bar?.kinds.length ? "nng-row-bad" : null;
  return h("tr", { class: look }, h("th", { scope: "row" }, button), cells);
}

/** What joins tasks, and who may do what. */
function rules({ precedence, separate, workers, resources }) {
  const lines = [
    ...workers.map(({ id, skills, windows, max_load }) => {
      const when = windows.map(([low, high]) => `${low} to ${high}`).join(" and ");
      return `${id}: ${skills.join(", ")}; ${when}; at most ${max_load} steps`;
    }),
    ...resources.map(({ id, capacity }) => `${id}: ${capacity} units`),
    ...precedence.map(([before, after, lag]) => `${before} before ${after}${lag ? `, with a wait of ${lag}` : ""}`),
    ...separate.map((pair) => `${pair.join(" and ")}: different workers`),
  ];
  return h("ul", { class: "nng-rules" }, lines.map((text) => h("li", {}, text)));
}

function placed({ left, width }) {
  return `left:${left}%;width:${width}%`;
}
