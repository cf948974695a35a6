// The id set of the prediction rows: every test id once, and nothing else. Twin of submissions_schema/rows.py.
//
// Invariant: rows join to the suite by id alone; a row with a bad label still counts as the row of its id.
import { pointer, printable } from "./findings.mjs";

/**
 * Duplicate, unknown and missing ids of the rows that stand at the path `base`.
 * @param {any[]} rows @param {import("./suite_data.mjs").Suite} suite @param {string[]} base
 * @param {import("./codes.mjs").Codes} codes @returns {import("./findings.mjs").Finding[]}
 */
export function idFindings(rows, suite, base, codes) {
  const found = [];
  const seen = new Set();
  for (const [index, row] of rows.entries()) {
    const id = row !== null && typeof row === "object" && Object.hasOwn(row, "id") ? row.id : null;
    if (typeof id !== "string") continue;
    const again = seen.has(id);
    const known = suite.position.has(id);
    seen.add(id);
    if (known && !again) continue;
    const [where, shown] = [pointer(...base, index, "id"), printable(id)];
    if (again) found.push(codes.finding("E_DUP_ID", where, { found: shown }));
    if (!known) found.push(codes.finding("E_UNKNOWN_ID", where, { found: shown, expected: suite.suite }));
  }
  for (const { id } of suite.items) {
    if (!seen.has(id)) found.push(codes.finding("E_MISSING_ID", pointer(...base), { expected: id }));
  }
  return found;
}
