// What the page shows of a file of schedules: record, rank, receipt, one line an instance; and any instance explained.
//
// Invariant: nothing is computed here that the scorer does not compute; the rank compares which instances are solved.
import { scoredLetters, standing } from "./compare.mjs";
import { explanation } from "./schedule_explain.mjs";
import { LETTERS } from "./schedule_instance.mjs";
import { scheduleReceipt, scheduleRecord, scoreSchedules } from "./schedule_scoring.mjs";

/**
 * @typedef {import("./suite_data.mjs").Suite} Suite
 * @typedef {import("./schedule_instance.mjs").Instance} Instance
 * @typedef {import("./schedule_rows.mjs").Assignment} Assignment
 * @typedef {import("./schedule_rows.mjs").ScheduleRow} ScheduleRow
 * @typedef {{id: string, tier: number, answered: boolean, feasible: boolean, tasks: number, scheduled: number,
 *   clean: number, violations: number, withdrawn?: true}} InstanceLine `withdrawn` where it does not count
 * @typedef {{
 *   predictions: ScheduleRow[], record: any, rank: {best: number, worst: number, of: number}, receipt: any,
 *   instances: InstanceLine[],
 * }} ScheduleView `record` is the score record nnai-schedule-score/1; `instances` are in suite order
 */

/**
 * @param {ScheduleRow[]} predictions as read for the contract's suite
 * @param {{suite: Suite, board: import("./compare.mjs").Board}} contract @returns {ScheduleView}
 */
export function scheduleView(predictions, { suite, board }) {
  const scored = scoreSchedules(predictions, suite);
  const letters = scored.judged.map(({ outcome: { answered, feasible } }) => {
    if (!answered) return LETTERS.abstained;
    return feasible ? LETTERS.feasible : LETTERS.infeasible;
  });
  return {
    predictions,
    record: scheduleRecord(scored),
    rank: standing(scoredLetters(letters.join(""), suite), board),
    receipt: scheduleReceipt(scored),
    instances: scored.judged.map((one) => line(one, suite)),
  };
}

/**
 * One instance of a file for drawing: its row, its assignments (null: abstained), what is wrong with them in words.
 * @param {ScheduleRow[]} predictions sorted by id, complete @param {Suite} suite @param {string} id
 * @returns {{instance: any, schedule: Assignment[]|null, explanation: import("./schedule_explain.mjs").Explanation}}
 * @throws {RangeError} when the suite has no such instance
 */
export function explainInstance(predictions, suite, id) {
  const [at, place] = [suite.position.get(id), suite.place.get(id)];
  if (at === undefined || place === undefined) throw new RangeError(`${suite.suite} has no instance ${id}`);
  const instance = /** @type {Instance} */ (/** @type {any} */ (suite.items[at]));
  const { schedule } = predictions[place];
  return { instance: instance.row, schedule, explanation: explanation(instance, schedule) };
}

/**
 * Rows that every reader of this suite accepts: each task at its release, done by the first worker.
 * @param {Suite} suite @returns {ScheduleRow[]}
 */
export function probe(suite) {
  const instances = /** @type {Instance[]} */ (/** @type {any} */ (suite.items));
  return instances.map(({ id, tasks, workers }) => {
    const [worker] = workers.keys();
    return { id, schedule: [...tasks.values()].map(({ id: task, release: start }) => ({ task, worker, start })) };
  });
}

/** @param {import("./schedule_scoring.mjs").Judged} judged @param {Suite} suite @returns {InstanceLine} */
function line({ instance: { id, tier }, outcome: { answered, feasible, tasks, scheduled, clean, broken } }, suite) {
  const standing = suite.withdrawn.has(id) ? { withdrawn: /** @type {const} */ (true) } : {};
  return { id, tier, answered, feasible, tasks, scheduled, clean, violations: broken, ...standing };
}
