// What one schedule is worth: scheduled and clean tasks, feasibility, and the obligations of each constraint type. Twin
// of evaluator/schedule/outcome.py.
//
// Invariant: obligations are counted by the instance's data alone and split into satisfied, violated and not evaluated,
// so that a constraint type which an instance lacks can neither help nor hurt.
import { KINDS } from "./schedule_instance.mjs";
import { violations } from "./schedule_violations.mjs";

/**
 * @typedef {import("./schedule_instance.mjs").Instance} Instance
 * @typedef {import("./schedule_rows.mjs").Assignment} Assignment
 * @typedef {import("./schedule_violations.mjs").Placed} Placed
 * @typedef {import("./schedule_violations.mjs").Violation} Violation
 * @typedef {{
 *   answered: boolean, feasible: boolean, tasks: number, scheduled: number, clean: number, broken: number,
 *   violated: number[], open: number[], met: number[],
 * }} Outcome `broken` counts violations; `violated` and `open` (not evaluated) obligations by KINDS, `met` 1 for each
 *   type that the instance has with neither of the two
 */

const [NO_OVERLAP, CAPACITY, COVERAGE] = ["no_overlap", "capacity", "coverage"].map((kind) => KINDS.indexOf(kind));

/** @param {Assignment[]|null} schedule @returns {Placed} */
export function placedTasks(schedule) {
  /** @type {Placed} */
  const placed = new Map();
  for (const item of schedule ?? []) placed.set(item.task, item);
  return placed;
}

/**
 * Judge assignments of known tasks to known workers, each task at most once; null is ABSTAIN.
 * @param {Instance} instance @param {Assignment[]|null} schedule @returns {Outcome}
 */
export function outcome(instance, schedule) {
  const placed = placedTasks(schedule);
  const found = violations(instance, placed);
  const [tasks, scheduled] = [instance.tasks.size, placed.size];
  const violated = violatedCounts(found, tasks - scheduled);
  const open = openCounts(instance, placed);
  return {
    answered: schedule !== null,
    feasible: found.length === 0 && scheduled === tasks,
    tasks,
    scheduled,
    clean: scheduled - charged(found).size,
    broken: found.length,
    violated,
    open,
    met: instance.obligations.map((m, kind) => Number(m > 0 && violated[kind] === 0 && open[kind] === 0)),
  };
}

/** The tasks that violations are charged to. @param {Violation[]} found @returns {Set<string>} */
export function charged(found) {
  const names = new Set();
  for (const { tasks } of found) for (const task of tasks) names.add(task);
  return names;
}

/**
 * A task that overlaps, and a task's use of an overloaded resource, is one violated obligation however often.
 * @param {Violation[]} found @param {number} missing
 */
function violatedCounts(found, missing) {
  const counts = KINDS.map(() => 0);
  counts[COVERAGE] = missing;
  if (found.length === 0) return counts;
  const overlapping = new Set();
  const overloaded = new Set();
  for (const { kind, tasks, subject } of found) {
    if (kind === "no_overlap") tasks.forEach((task) => overlapping.add(task));
    else if (kind === "capacity") tasks.forEach((task) => overloaded.add(JSON.stringify([task, subject])));
    else counts[KINDS.indexOf(kind)] += 1;
  }
  counts[NO_OVERLAP] = overlapping.size;
  counts[CAPACITY] = overloaded.size;
  return counts;
}

/**
 * Obligations with an unscheduled anchor; a worker without a task is open until every task is scheduled.
 * @param {Instance} instance @param {Placed} placed
 */
function openCounts({ tasks, workers, precedence, separate }, placed) {
  const missing = tasks.size - placed.size;
  if (missing === 0) return KINDS.map(() => 0);
  const busy = new Set([...placed.values()].map(({ worker }) => worker));
  let uses = 0;
  for (const [name, { demand }] of tasks) if (!placed.has(name)) uses += demand.size;
  return [
    missing, missing, missing, missing, missing,
    workers.size - busy.size,
    precedence.filter(([, after]) => !placed.has(after)).length,
    uses,
    separate.filter(([first, second]) => !placed.has(first) || !placed.has(second)).length,
    0,
  ];
}
