// The browser-side preview: one door for the page and for the tests. Nothing here draws, stores or sends.
//
// Invariant: after `loadContract`, judging and scoring ask for nothing; a file is shown with its score or with all its
// findings, never with both. Reader and scorer are the deliberate second implementation of submissions_schema/ and
// evaluator/, proven equal on shared case files.
import { canonicalText } from "./canonical.mjs";
import { gatherContract } from "./contract.mjs";
import { labelVector, nearest, standing } from "./compare.mjs";
import { readSubmission, readUpload, DOCUMENT_SCHEMA } from "./reading.mjs";
import { receipt, scoreRecord } from "./report.mjs";
import { SCHEDULE } from "./schedule_instance.mjs";
import { probe, scheduleView } from "./schedule_view.mjs";
import { score, tally } from "./scoring.mjs";
import { sha256Hex } from "./sha256.mjs";
import { aboveChance } from "./statistics.mjs";
import { wholeSuite } from "./suite_data.mjs";

export { PARTS, SCHEDULE_PARTS, buildContract } from "./contract.mjs";
export { SHOWN } from "./findings.mjs";
export { disclosureFindings, readSubmission, readUpload } from "./reading.mjs";
export { reportBytes } from "./report.mjs";
export { scheduleReportBytes } from "./schedule_scoring.mjs";
export { explainInstance } from "./schedule_view.mjs";

/**
 * @typedef {import("./contract.mjs").Contract} Contract
 * @typedef {import("./findings.mjs").Finding} Finding
 * @typedef {{id: string, label: string}} Prediction
 * @typedef {{
 *   predictions: Prediction[], submission: any, record: any,
 *   chance: {verdict: "above"|"near"|"below", note: string},
 *   rank: {best: number, worst: number, of: number}, nearest: import("./compare.mjs").Nearness[], receipt: any,
 * }} View `record` is the score record nnai-score/1: counts; categories, tiers and total with per cents as text
 * @typedef {import("./schedule_view.mjs").ScheduleView & {submission: any}} OfSchedules
 * @typedef {{ok: true, findings: [], total: 0} & (View|OfSchedules)} Shown
 * @typedef {{ok: false, findings: Finding[], total: number}} Refused
 */

/**
 * What the page loads once, when it opens.
 * @param {(path: string, part: string) => Promise<any>} fetchJson gives the parsed JSON of a path of `paths`
 * @param {typeof import("./contract.mjs").PARTS} [paths] PARTS (the default) or SCHEDULE_PARTS: one form, one suite
 * @returns {Promise<Contract>} @throws {TypeError} when the parts do not fit together
 */
export async function loadContract(fetchJson, paths) {
  const contract = await gatherContract(fetchJson, paths);
  const { suite } = contract;
  // Scoring what the suite must accept proves that the parts fit, and has the engine warm before a file is chosen.
  const rows = suite.kind === SCHEDULE ? probe(suite) : suite.items.map(({ id, label }) => ({ id, label }));
  const shown = preview(new TextEncoder().encode(JSON.stringify(rows)), contract);
  if (!shown.ok || !fits(shown.record.total, suite.scored.length)) throw new TypeError("the suite's gold is not its own");
  return contract;
}

/** Every label of gold is right, and every task of a probe is scheduled. @param {any} total @param {number} scored */
function fits(total, scored) {
  return "correct" in total ? total.correct === scored : total.scheduled === total.tasks;
}

/**
 * Everything the Submit page draws of a file: its findings in report order, or its score.
 * @param {Uint8Array} bytes @param {Contract} contract @returns {Shown|Refused}
 */
export function preview(bytes, contract) {
  const { ok, findings, total, predictions, submission } = readUpload(bytes, contract);
  if (!ok) return { ok, findings, total };
  const draw = contract.suite.kind === SCHEDULE ? scheduleView : view;
  return { ok, findings, total, ...draw(/** @type {any[]} */ (predictions), contract), submission };
}

/** @param {Prediction[]} predictions @param {Contract} contract */
function view(predictions, { suite, board }) {
  const scored = score(predictions, suite);
  const { correct, total } = tally(scored);
  const digest = scored.predictions_sha256;
  const { verdict, note } = aboveChance(correct, total);
  const labels = labelVector(predictions, suite);
  return {
    predictions,
    record: scoreRecord(scored),
    chance: { verdict, note },
    rank: standing(labels, board),
    nearest: nearest(labels, board),
    receipt: receipt(suite.withdrawn.size > 0 ? score(predictions, wholeSuite(suite), digest) : scored),
  };
}

/**
 * The document that Download hands out and Submit sends: disclosures, the suite's facts, predictions, receipt.
 * @param {any} disclosures every field of the schema but schema, suite, test_sha256, predictions and preview
 * @param {Prediction[]} predictions of `preview` @param {any} receipt of `preview` @param {Contract} contract
 * @returns {Promise<{text: string, bytes: Uint8Array, sha256: string, path: string, findings: Finding[]}>}
 *   canonical text, its digest and its place in the data set; `findings` of the strict reader over these very bytes
 */
export async function buildSubmission(disclosures, predictions, receipt, contract) {
  const { suite, test_sha256 } = contract.suite;
  const facts = { schema: DOCUMENT_SCHEMA, suite, test_sha256, predictions, preview: receipt };
  const text = canonicalText({ ...disclosures, ...facts });
  const bytes = new TextEncoder().encode(text);
  const sha256 = await sha256Hex(bytes);
  const { findings } = readSubmission(bytes, contract);
  return { text, bytes, sha256, path: `submissions/${suite}/${sha256}.json`, findings };
}
