// Prediction rows, judged one by one in file order: ids of all of them, shape and names until enough is wrong.
// Twin of submissions_schema/judging.py.
//
// Invariant: at most `rows_per_id` rows an id are looked at, and no further row once those before have `row_findings`
// faults; a finding says how many were judged. A file that is accepted was judged whole.
import { bounded, hasManyFields, nested } from "./bounds.mjs";
import { pointer } from "./findings.mjs";
import { idFindings } from "./rows.mjs";
import { SCHEDULE } from "./schedule_instance.mjs";
import { scheduleFindings } from "./schedule_rows.mjs";
import { shapeFindings } from "./wording.mjs";

/**
 * @typedef {import("./findings.mjs").Finding} Finding
 * @typedef {import("./contract.mjs").Contract} Contract
 */

/**
 * What is wrong with the rows that stand at the path `base`.
 * @param {any[]} rows @param {string[]} base @param {Contract} contract @returns {Finding[]}
 */
export function judgedRows(rows, base, contract) {
  const { codes, suite, rowsSchema } = contract;
  const limit = codes.limits.rows_per_id * suite.items.length;
  const judged = rows.slice(0, limit);
  const ids = idFindings(judged, suite, base, codes);
  const deep = nested(rowsSchema.items);
  /** @type {Finding[]} */
  const found = [];
  for (const [index, row] of judged.entries()) {
    judgeRow(row, deep, [...base, index], contract, found);
    if (found.length >= codes.limits.row_findings && index + 1 < rows.length) {
      const slots = { found: rows.length, judged: index + 1, expected: codes.limits.row_findings };
      return [...ids, ...found, codes.finding("E_COUNT.faults", pointer(...base), slots)];
    }
  }
  if (rows.length > limit) {
    const slots = { found: rows.length, expected: suite.items.length, judged: limit };
    found.push(codes.finding("E_COUNT.rows", pointer(...base), slots));
  }
  return [...ids, ...found];
}

/**
 * @param {any} row @param {boolean} deep whether rows hold lists or objects @param {(string|number)[]} where
 * @param {Contract} contract @param {Finding[]} found what is wrong is added to it
 */
function judgeRow(row, deep, where, contract, found) {
  const { codes, suite, rowsSchema } = contract;
  const mayBeLarge = deep || hasManyFields(row, contract);
  const judged = mayBeLarge ? bounded(row, rowsSchema.items, where, contract, found) : row;
  found.push(...shapeFindings(judged, rowsSchema.items, where, codes));
  if (suite.kind === SCHEDULE) found.push(...scheduleFindings(judged, suite, where, codes));
}
