// The names in schedules, and the one order of rows. Twin of submissions_schema/schedule_findings.py and
// schedule_rows.py.
//
// Invariant: ids are local to the instance and compared exactly; a row whose own id is unknown is not judged further,
// and an assignment with a bad worker or start still counts as the assignment of its task.
import { byCodePoint, canonicalText } from "./canonical.mjs";
import { pointer, printable } from "./findings.mjs";
import { hex, sha256 } from "./sha256.mjs";

/**
 * @typedef {import("./findings.mjs").Finding} Finding
 * @typedef {import("./codes.mjs").Codes} Codes
 * @typedef {import("./schedule_instance.mjs").Instance} Instance
 * @typedef {{task: string, worker: string, start: number}} Assignment
 * @typedef {{id: string, schedule: Assignment[]|null}} ScheduleRow null abstains
 */

/**
 * Duplicate and unknown tasks and unknown workers of the row that stands at the path `where`.
 * @param {any} row @param {import("./suite_data.mjs").Suite} suite @param {(string|number)[]} where
 * @param {Codes} codes @returns {Finding[]}
 */
export function scheduleFindings(row, suite, where, codes) {
  const place = suite.position.get(/** @type {any} */ (field(row, "id")));
  const schedule = field(row, "schedule");
  if (place === undefined || !Array.isArray(schedule)) return [];
  const instance = /** @type {Instance} */ (/** @type {any} */ (suite.items[place]));
  return assignmentFindings(schedule, instance, [...where, "schedule"], codes);
}

/** @param {any[]} schedule @param {Instance} instance @param {(string|number)[]} base @param {Codes} codes */
function assignmentFindings(schedule, { id, tasks, workers }, base, codes) {
  const found = [];
  const seen = new Set();
  /** @param {string} code @param {string} what @param {string} name @param {number} index */
  const named = (code, what, name, index) =>
    codes.finding(code, pointer(...base, index, what), { found: printable(name), expected: id });
  for (const [index, item] of schedule.entries()) {
    const [task, worker] = [field(item, "task"), field(item, "worker")];
    if (typeof task === "string") {
      if (seen.has(task)) found.push(named("E_DUP_TASK", "task", task, index));
      if (!tasks.has(task)) found.push(named("E_UNKNOWN_TASK", "task", task, index));
      seen.add(task);
    }
    if (typeof worker === "string" && !workers.has(worker)) {
      found.push(named("E_UNKNOWN_WORKER", "worker", worker, index));
    }
  }
  return found;
}

/** The row with its assignments in plain order of their tasks. @param {ScheduleRow} row @returns {ScheduleRow} */
export function byTask({ id, schedule }) {
  if (schedule === null) return { id, schedule };
  // Parsed objects have no prototype, which engines keep as slow dictionaries: copies of one shape score faster.
  const items = schedule.map(({ task, worker, start }) => ({ task, worker, start }));
  const inOrder = items.every((item, at) => at === 0 || byCodePoint(items[at - 1].task, item.task) < 0);
  return { id, schedule: inOrder ? items : items.sort((a, b) => byCodePoint(a.task, b.task)) };
}

/**
 * SHA-256 of the canonical JSON array of the rows, spelt out because the general way takes three times as long.
 * @param {ScheduleRow[]} rows sorted as the reader sorts them @returns {string} 64 hexadecimal digits
 */
export function schedulesSha256(rows) {
  const spelt = rows.map(({ id, schedule }) => {
    const items = schedule?.map(
      ({ task, worker, start }) =>
        `{"start":${start},"task":${canonicalText(task)},"worker":${canonicalText(worker)}}`,
    );
    return `{"id":${canonicalText(id)},"schedule":${items ? `[${items.join(",")}]` : null}}`;
  });
  return hex(sha256(new TextEncoder().encode(`[${spelt.join(",")}]`)));
}

/** @param {any} value @param {string} name @returns {unknown} the field of an object, or null */
function field(value, name) {
  const isObject = value !== null && typeof value === "object" && !Array.isArray(value);
  return isObject && Object.hasOwn(value, name) ? value[name] : null;
}
