// One instance in plain words: which constraint is violated, by which tasks, at what time. Twin of
// evaluator/schedule/explain.py, word for word.
//
// Invariant: sentences are made from the instance and the violations alone; ids in them were checked by the reader.
import { charged, outcome, placedTasks } from "./schedule_outcome.mjs";
import { violations } from "./schedule_violations.mjs";

/**
 * @typedef {import("./schedule_instance.mjs").Instance} Instance
 * @typedef {import("./schedule_instance.mjs").Task} Task
 * @typedef {import("./schedule_instance.mjs").Worker} Worker
 * @typedef {import("./schedule_rows.mjs").Assignment} Assignment
 * @typedef {import("./schedule_violations.mjs").Placed} Placed
 * @typedef {import("./schedule_violations.mjs").Violation} Violation
 * @typedef {(item: Violation, instance: Instance, placed: Placed) => string} Sentence
 * @typedef {{constraint: string, tasks: string[], from: number, to: number, subject: string|null, words: string}}
 *   ExplainedViolation
 * @typedef {{
 *   id: string, tier: number, answered: boolean, feasible: boolean, tasks: number, scheduled: number, clean: number,
 *   unscheduled: string[], charged: string[], violations: ExplainedViolation[], violations_total: number,
 * }} Explanation
 */

/** How many violations of an instance are listed. */
export const MOST = 50;

/**
 * The outcome's integers, every unscheduled task, the first MOST violations in words.
 * @param {Instance} instance @param {Assignment[]|null} schedule @returns {Explanation}
 */
export function explanation(instance, schedule) {
  const placed = placedTasks(schedule);
  const { answered, feasible, tasks, scheduled, clean } = outcome(instance, schedule);
  const found = violations(instance, placed);
  const bad = charged(found);
  const names = [...instance.tasks.keys()];
  return {
    id: instance.id,
    tier: instance.tier,
    answered,
    feasible,
    tasks,
    scheduled,
    clean,
    unscheduled: names.filter((name) => !placed.has(name)),
    charged: names.filter((name) => bad.has(name)),
    violations: found.slice(0, MOST).map((item) => ({
      constraint: item.kind,
      tasks: item.tasks,
      from: item.low,
      to: item.high,
      subject: item.subject || null,
      words: SENTENCES[item.kind](item, instance, placed),
    })),
    violations_total: found.length,
  };
}

/** @type {Record<string, Sentence>} */
const SENTENCES = {
  release({ tasks: [name] }, instance, placed) {
    return `${name} starts at ${startOf(placed, name)}, before its release at ${task(instance, name).release}.`;
  },
  deadline({ tasks: [name] }, instance, placed) {
    const { duration, deadline } = task(instance, name);
    return `${name} ends at ${startOf(placed, name) + duration}, after its deadline at ${deadline}.`;
  },
  skill({ tasks: [name], subject }, instance) {
    return `${name} needs the skill ${task(instance, name).skill}, which ${subject} does not have.`;
  },
  availability({ tasks: [name], low, high, subject }, instance) {
    const windows = worker(instance, subject).windows.map(([from, to]) => `${from} to ${to}`).join(" and ");
    return `${name} runs from ${low} to ${high}, but ${subject} is available only from ${windows}.`;
  },
  no_overlap({ tasks, low, high, subject }) {
    return `${subject} does ${tasks.join(" and ")} at once from ${low} to ${high}.`;
  },
  max_load({ tasks, subject }, instance) {
    const load = tasks.reduce((sum, name) => sum + task(instance, name).duration, 0);
    const most = worker(instance, subject).max_load;
    return `${subject} works ${load} steps on ${listed(tasks)}; at most ${most} are allowed.`;
  },
  precedence({ tasks, high, subject }, instance, placed) {
    const after = tasks[tasks.length - 1];
    const starts = `${after} starts at ${startOf(placed, after)}`;
    if (!placed.has(subject)) return `${starts}, but ${subject}, which must come first, is not scheduled.`;
    const arc = instance.precedence.find(([before, second]) => before === subject && second === after);
    const wait = arc?.[2] ? ` and a wait of ${arc[2]}` : "";
    const end = startOf(placed, subject) + task(instance, subject).duration;
    return `${starts}, but ${subject} ends at ${end}${wait}: ${high} is the earliest.`;
  },
  capacity({ tasks, low, high, subject }, instance) {
    const units = tasks.map((name) => /** @type {number} */ (task(instance, name).demand.get(subject)));
    const use = listed(tasks.map((name, at) => `${name} (${units[at]})`));
    const need = `${use} need ${units.reduce((sum, number) => sum + number, 0)} units`;
    return `${subject} is overloaded from ${low} to ${high}: ${need}, ${instance.capacity.get(subject)} are there.`;
  },
  separate({ tasks, subject }) {
    return `${tasks.join(" and ")} must be done by different workers, but ${subject} does both.`;
  },
};

/** @param {Instance} instance @param {string} name */
function task(instance, name) {
  return /** @type {Task} */ (instance.tasks.get(name));
}

/** @param {Instance} instance @param {string} name */
function worker(instance, name) {
  return /** @type {Worker} */ (instance.workers.get(name));
}

/** @param {Placed} placed @param {string} name */
function startOf(placed, name) {
  return /** @type {Assignment} */ (placed.get(name)).start;
}

/** `a`, `a and b`, `a, b and c`. @param {string[]} parts */
function listed(parts) {
  return parts.length > 1 ? `${parts.slice(0, -1).join(", ")} and ${parts[parts.length - 1]}` : parts[0];
}
