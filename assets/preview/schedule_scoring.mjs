// The score of schedules on the scheduling suite, and its record (nnai-schedule-score/1). Twin of
// evaluator/schedule/scoring.py and summary.py.
//
// Primary: full feasibility, the share of instances whose schedule holds every task and violates nothing. Secondary:
// partial credit, the mean of clean tasks over all tasks. Invariant: integers first, rates exact with denominators from
// the instances; what has no denominator is null, never 0 or 1; withdrawn instances are judged and not counted; equal
// predictions give equal bytes in both languages.
import { canonicalBytes } from "./canonical.mjs";
import { KINDS } from "./schedule_instance.mjs";
import { outcome } from "./schedule_outcome.mjs";
import { counted } from "./report.mjs";
import { schedulesSha256 } from "./schedule_rows.mjs";
import { fraction } from "./scoring.mjs";
import { percent, percentOfDouble, wilson } from "./statistics.mjs";

/**
 * @typedef {import("./suite_data.mjs").Suite} Suite
 * @typedef {import("./scoring.mjs").Fraction} Fraction
 * @typedef {import("./schedule_instance.mjs").Instance} Instance
 * @typedef {import("./schedule_outcome.mjs").Outcome} Outcome
 * @typedef {import("./schedule_rows.mjs").ScheduleRow} ScheduleRow
 * @typedef {{instance: Instance, outcome: Outcome}} Judged
 * @typedef {{suite: Suite, predictions_sha256: string, judged: Judged[]}} ScheduleScore `judged` in suite order
 */

const SCHEMA = "nnai-schedule-score/1";
export const SCHEDULE_SCORER = "nnai-schedule-scorer/1";

/**
 * @param {ScheduleRow[]} predictions of `readUpload` or `readSubmission`: sorted by id, complete @param {Suite} suite
 * @returns {ScheduleScore}
 */
export function scoreSchedules(predictions, suite) {
  const instances = /** @type {Instance[]} */ (/** @type {any} */ (suite.items));
  const judged = instances.map((instance) => {
    const place = /** @type {number} */ (suite.place.get(instance.id));
    return { instance, outcome: outcome(instance, predictions[place].schedule) };
  });
  return { suite, predictions_sha256: schedulesSha256(predictions), judged };
}

/** @param {ScheduleScore} score @returns {any} the score record as plain JSON values */
export function scheduleRecord({ suite, predictions_sha256, judged: all }) {
  const judged = all.filter(({ instance }) => !suite.withdrawn.has(instance.id));
  return {
    schema: SCHEMA,
    scorer: SCHEDULE_SCORER,
    suite: suite.suite,
    test_sha256: suite.test_sha256,
    suite_digest: suite.suite_digest,
    predictions_sha256,
    tiers: suite.tiers.map((tier) => ({ tier, ...summary(ofTier(judged, tier)) })),
    total: summary(judged),
    ...counted(suite),
  };
}

/** @param {ScheduleScore} score @returns {Uint8Array} the record in canonical JSON, without a final newline */
export function scheduleReportBytes(score) {
  return canonicalBytes(scheduleRecord(score));
}

/**
 * The `preview` object of a submission: what this browser computed. Review recomputes and compares. It is over all
 * instances, withdrawn ones too: no later withdrawal may make it look wrong.
 * @param {ScheduleScore} score
 */
export function scheduleReceipt({ suite, predictions_sha256, judged }) {
  const counts = suite.tiers.map((tier) => {
    const part = ofTier(judged, tier);
    const [correct, answered] = [count(part, ({ feasible }) => feasible), count(part, (one) => one.answered)];
    return { category: "scheduling", tier, correct, answered, total: part.length };
  });
  return { scorer: SCHEDULE_SCORER, predictions_sha256, counts };
}

/** Integers, exact rationals as "n/d", per cents and interval bounds as text. @param {Judged[]} judged */
function summary(judged) {
  const total = judged.length;
  const answered = count(judged, (one) => one.answered);
  const feasible = count(judged, (one) => one.feasible);
  const [tasks, scheduled] = [count(judged, (one) => one.tasks), count(judged, (one) => one.scheduled)];
  const broken = count(judged, (one) => one.broken);
  const bounds = total > 0 ? wilson(feasible, total).map((end) => percentOfDouble(end)) : [null, null];
  return {
    total,
    answered,
    feasible,
    tasks,
    scheduled,
    clean: count(judged, (one) => one.clean),
    violations: broken,
    ...rate("feasibility", quotient(feasible, total)),
    wilson_low_percent: bounds[0],
    wilson_high_percent: bounds[1],
    ...rate("partial_credit", total > 0 ? partialCredit(judged) : null),
    ...rate("coverage", quotient(answered, total)),
    ...rate("task_coverage", quotient(scheduled, tasks)),
    ...rate("clean_rate", quotient(count(judged, (one) => one.clean), scheduled)),
    ...rate("answered_only", quotient(feasible, answered)),
    ...rate("violations_per_task", quotient(broken, tasks)),
    constraints: KINDS.map((kind, at) => constraint(kind, at, judged)),
  };
}

/** The mean over all instances of clean tasks over all tasks of the instance. @param {Judged[]} judged */
function partialCredit(judged) {
  /** @type {Map<number, number>} */
  const clean = new Map();
  for (const { outcome: one } of judged) clean.set(one.tasks, (clean.get(one.tasks) ?? 0) + one.clean);
  let [numerator, denominator] = [0n, 1n];
  for (const [tasks, sum] of clean) {
    numerator = numerator * BigInt(tasks) + BigInt(sum) * denominator;
    denominator *= BigInt(tasks);
  }
  return fraction(numerator, denominator * BigInt(judged.length));
}

/** The obligations of one constraint type. @param {string} kind @param {number} at @param {Judged[]} judged */
function constraint(kind, at, judged) {
  const [violated, open] = [count(judged, (one) => one.violated[at]), count(judged, (one) => one.open[at])];
  const owed = judged.map(({ instance }) => instance.obligations[at]);
  const obligations = owed.reduce((sum, m) => sum + m, 0);
  const satisfied = obligations - violated - open;
  const instances = owed.filter((m) => m > 0).length;
  const met = count(judged, (one) => one.met[at]);
  return {
    constraint: kind,
    obligations,
    satisfied,
    violated,
    not_evaluated: open,
    instances,
    instances_met: met,
    ...rate("micro", quotient(satisfied, obligations)),
    ...rate("macro", quotient(met, instances)),
  };
}

/** @param {Judged[]} judged @param {number} tier */
function ofTier(judged, tier) {
  return judged.filter(({ instance }) => instance.tier === tier);
}

/** @param {Judged[]} judged @param {(outcome: Outcome) => number|boolean} number @returns {number} the sum */
function count(judged, number) {
  return judged.reduce((sum, one) => sum + Number(number(one.outcome)), 0);
}

/** @param {number} over @param {number} under @returns {Fraction|null} null where there is no denominator */
function quotient(over, under) {
  return under > 0 ? fraction(over, under) : null;
}

/** @param {string} name @param {Fraction|null} value */
function rate(name, value) {
  return {
    [name]: value && `${value.numerator}/${value.denominator}`,
    [`${name}_percent`]: value && percent(value.numerator, value.denominator),
  };
}
