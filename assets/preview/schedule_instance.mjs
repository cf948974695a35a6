// One scheduling instance as the scorer knows it, read from the served suite data. Twin of
// evaluator/schedule/instance.py.
//
// Invariant: denominators and obligations come from here, never from a prediction. Intervals are half-open
// [start, end).

/**
 * @typedef {{id: string, duration: number, release: number, deadline: number, skill: string,
 *   demand: Map<string, number>}} Task `demand` maps resource ids to units
 * @typedef {{id: string, skills: Set<string>, windows: [number, number][], max_load: number}} Worker
 * @typedef {{
 *   id: string, tier: number, horizon: number, tasks: Map<string, Task>, workers: Map<string, Worker>,
 *   capacity: Map<string, number>, precedence: [string, string, number][], separate: [string, string][],
 *   obligations: number[], label: string, row: any,
 * }} Instance tasks and workers in the order of the row; arcs are (before, after, lag); `obligations` by KINDS;
 *   `label` is the letter that an entry's `labels` has where the instance is solved; `row` is what it was read from
 */

/** The `kind` of a suite whose rows hold schedules. */
export const SCHEDULE = "schedule";

/** The constraint types, in the order of reports. */
export const KINDS = [
  "release", "deadline", "skill", "availability", "no_overlap", "max_load", "precedence", "capacity", "separate",
  "coverage",
];

/** How an entry's `labels`, one letter an instance in suite order, spell an outcome. */
export const LETTERS = { feasible: "1", infeasible: "0", abstained: "-" };

/** @param {any} row of the suite data @returns {Instance} @throws {TypeError} for a row of another form */
export function readInstance(row) {
  const { id, tier, horizon, precedence, separate } = row;
  const tasks = byId(row.tasks, (task) => ({ ...task, demand: new Map(Object.entries(task.demand)) }));
  const workers = byId(row.workers, (worker) => ({ ...worker, skills: new Set(worker.skills) }));
  const capacity = byId(row.resources, (resource) => resource.capacity);
  const named = [...precedence, ...separate].flatMap(([first, second]) => [first, second]);
  const used = row.tasks.flatMap((/** @type {any} */ task) => Object.keys(task.demand));
  if (typeof id !== "string" || tasks.size === 0 || !named.every((name) => tasks.has(name))) fail(id);
  if (!used.every((/** @type {string} */ name) => capacity.has(name))) fail(id);
  const n = tasks.size;
  const obligations = [n, n, n, n, n, workers.size, precedence.length, used.length, separate.length, n];
  const label = LETTERS.feasible;
  return { id, tier, horizon, tasks, workers, capacity, precedence, separate, obligations, label, row };
}

/** @param {any[]} rows @param {(row: any) => any} read @returns {Map<string, any>} */
function byId(rows, read) {
  const made = new Map(rows.map((row) => [row.id, read(row)]));
  if (made.size !== rows.length) throw new TypeError("suite data: an id stands twice in an instance");
  return made;
}

/** @param {any} id @returns {never} */
function fail(id) {
  throw new TypeError(`suite data: the instance ${id} names what it does not have`);
}
