// The geometry of a Gantt chart: lanes, bars, resource use and arrows of one schedule. Pure; gantt.mjs draws it.
//
// Invariant: nothing is judged here: what is violated comes in, and every scheduled task gets exactly one bar. Times
// are steps; `left` and `width` are per cents of the time axis, `top` and `height` are pixels.

/**
 * @typedef {{task: string, worker: string, start: number}} Assignment
 * @typedef {{constraint: string, tasks: string[], from: number, to: number, subject: string|null, words: string}}
 *   Violation as `explanation` lists it
 * @typedef {{left: number, width: number}} Extent
 * @typedef {Extent & {task: string, worker: string, start: number, end: number, top: number, kinds: string[],
 *   beyond: boolean}} Bar `kinds` are the constraints it violates; `beyond`: it runs past the end of the axis
 * @typedef {{worker: string, load: number, most: number, skills: string[], closed: Extent[], bars: Bar[], top: number,
 *   height: number}} Lane `closed` is where the worker is not available
 * @typedef {Extent & {use: number, over: boolean}} Stretch
 * @typedef {{resource: string, capacity: number, scale: number, stretches: Stretch[], top: number,
 *   height: number}} Strip
 * @typedef {{before: string, after: string, x1: number, x2: number, y1: number, y2: number}} Arrow
 * @typedef {{
 *   end: number, ticks: number[], past: Extent|null, lanes: Lane[], strips: Strip[], arrows: Arrow[],
 *   unscheduled: string[], height: number,
 * }} Chart `end` is where the axis ends, `past` the part of it behind the horizon
 */

export const ROW = 26;
const [PADDING, STRIP] = [5, 46];
// A start may be anything up to 9999: behind a fifth of the horizon a bar is cut, so that the rest stays readable.
const BEYOND = 1.2;

/**
 * @param {any} instance a row of the suite data @param {Assignment[]|null} schedule @param {Violation[]} violations
 * @returns {Chart}
 */
export function chart(instance, schedule, violations) {
  const placed = new Map((schedule ?? []).map((item) => [item.task, item]));
  /** @type {any[]} */
  const tasks = instance.tasks;
  const runs = tasks.flatMap((task) => run(task, placed.get(task.id)));
  const last = Math.max(instance.horizon, ...runs.map((one) => one.end));
  const end = Math.min(last, Math.ceil(instance.horizon * BEYOND));
  /** @type {any[]} */
  const workers = instance.workers;
  const lanes = stacked(workers.map((worker) => lane(worker, runs, violations, end)), 0);
  /** @type {any[]} */
  const resources = instance.resources;
  const strips = stacked(resources.map((resource) => strip(resource, runs, end)), bottom(lanes));
  return {
    end,
    ticks: ticks(end),
    past: end > instance.horizon ? extent(instance.horizon, end, end) : null,
    lanes,
    strips,
    arrows: arrows(lanes, violations),
    unscheduled: tasks.map(({ id }) => id).filter((id) => !placed.has(id)),
    height: bottom([...lanes, ...strips]),
  };
}

/** Where [from, to) stands on an axis of `end` steps. @param {number} from @param {number} to @param {number} end */
export function extent(from, to, end) {
  const [low, high] = [Math.min(from, end), Math.min(to, end)];
  return { left: (low / end) * 100, width: ((high - low) / end) * 100 };
}

/** @param {any} task @param {Assignment|undefined} assignment */
function run({ id, duration, demand }, assignment) {
  if (assignment === undefined) return [];
  const { worker, start } = assignment;
  return [{ task: id, worker, start, end: start + duration, demand }];
}

/** @param {any} worker @param {any[]} runs @param {Violation[]} violations @param {number} end @returns {Lane} */
function lane({ id, skills, windows, max_load }, runs, violations, end) {
  const own = runs.filter(({ worker }) => worker === id).sort((a, b) => a.start - b.start || b.end - a.end);
  /** @type {number[]} */
  const busyUntil = [];
  const bars = own.map(({ task, start, end: stop }) => {
    const free = busyUntil.findIndex((until) => until <= start);
    const row = free < 0 ? busyUntil.length : free;
    busyUntil[row] = stop;
    const kinds = violations.filter(({ tasks }) => tasks.includes(task)).map(({ constraint }) => constraint);
    // A bar that starts behind the axis keeps a step of width at its end.
    const place = extent(Math.min(start, end - 1), Math.max(stop, Math.min(start, end - 1) + 1), end);
    const top = PADDING + row * ROW;
    return { task, worker: id, start, end: stop, ...place, top, kinds: [...new Set(kinds)], beyond: stop > end };
  });
  const load = own.reduce((sum, { start, end: stop }) => sum + stop - start, 0);
  const height = PADDING * 2 + Math.max(1, busyUntil.length) * ROW;
  return { worker: id, load, most: max_load, skills, closed: gaps(windows, end), bars, top: 0, height };
}

/** What lies between the windows. @param {[number, number][]} windows @param {number} end @returns {Extent[]} */
function gaps(windows, end) {
  const edges = [0, ...windows.flat(), end];
  const pairs = edges.flatMap((low, at) => (at % 2 === 0 ? [[low, edges[at + 1]]] : []));
  return pairs.filter(([low, high]) => low < high).map(([low, high]) => extent(low, high, end));
}

/** The use of a resource over time. @param {any} resource @param {any[]} runs @param {number} end @returns {Strip} */
function strip({ id, capacity }, runs, end) {
  const users = runs.filter(({ demand }) => Object.hasOwn(demand, id));
  const edges = [...new Set(users.flatMap(({ start, end: stop }) => [start, stop]))].sort((a, b) => a - b);
  const stretches = edges.slice(0, -1).map((low, at) => {
    const running = users.filter((one) => one.start <= low && low < one.end);
    const use = running.reduce((sum, { demand }) => sum + demand[id], 0);
    return { ...extent(low, edges[at + 1], end), use, over: use > capacity };
  });
  const drawn = stretches.filter(({ use, width }) => use > 0 && width > 0);
  const scale = Math.max(capacity, ...drawn.map(({ use }) => use));
  return { resource: id, capacity, scale, stretches: drawn, top: 0, height: STRIP };
}

/** An arrow for each broken precedence between two bars. @param {Lane[]} lanes @param {Violation[]} violations */
function arrows(lanes, violations) {
  const bars = new Map();
  for (const { bars: own, top } of lanes) for (const bar of own) bars.set(bar.task, { bar, top: top + bar.top });
  return violations.flatMap(({ constraint, tasks: [before, after] }) => {
    const [one, other] = [bars.get(before), bars.get(after)];
    if (constraint !== "precedence" || one === undefined || other === undefined) return [];
    const [x1, x2] = [one.bar.left + one.bar.width, other.bar.left];
    return [{ before, after, x1, x2, y1: middle(one.top), y2: middle(other.top) }];
  });
}

/** @param {number} top of a bar */
function middle(top) {
  return top + ROW / 2;
}

/**
 * The same, one under another.
 * @template {{top: number, height: number}} T @param {T[]} parts @param {number} from @returns {T[]}
 */
function stacked(parts, from) {
  let top = from;
  return parts.map((part) => {
    const placed = { ...part, top };
    top += part.height;
    return placed;
  });
}

/** @param {{top: number, height: number}[]} parts */
function bottom(parts) {
  return Math.max(0, ...parts.map(({ top, height }) => top + height));
}

/** @param {number} end @returns {number[]} 0 and every few steps, at most eight marks */
function ticks(end) {
  const every = [1, 2, 3, 4, 6, 12, 24].find((size) => end / size <= 8) ?? 48;
  return Array.from({ length: Math.floor(end / every) + 1 }, (_, at) => at * every);
}
