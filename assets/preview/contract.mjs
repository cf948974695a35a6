// Everything that judging and scoring a file needs, gathered once: the suite with its gold, the published schema, the
// tables of submissions_schema/, the board's current entries.
//
// Invariant: what does not fit together throws here, when the page loads, and never while a file is judged.
import { Codes } from "./codes.mjs";
import { prepareBoard } from "./compare.mjs";
import { SecretPatterns } from "./secrets.mjs";
import { checkSchema } from "./shape.mjs";
import { readSuite } from "./suite_data.mjs";

/**
 * @typedef {{
 *   suite: import("./suite_data.mjs").Suite, schema: any, rowsSchema: any, codes: Codes, hosts: string[],
 *   licences: Set<string>, secrets: SecretPatterns, board: import("./compare.mjs").Board,
 * }} Contract `rowsSchema` judges an array of rows alone, of any length
 */

/** What is loaded, by part: paths below /nnai/. */
export const PARTS = {
  suite: "suite/core-v0.1.json",
  schema: "schema/submission-core-0.1.schema.json",
  codes: "schema/codes.json",
  hosts: "schema/hosts.json",
  licences: "schema/spdx-licences.json",
  secrets: "schema/secret-patterns.json",
  board: "board/core-v0.1.json",
};

/** The same for the scheduling suite. */
export const SCHEDULE_PARTS = {
  ...PARTS,
  suite: "suite/scheduling-v0.2.json",
  schema: "schema/submission-scheduling-0.2.schema.json",
  board: "board/scheduling-v0.2.json",
};

/**
 * @param {(path: string, part: string) => Promise<any>} fetchJson gives the parsed JSON of a path of `paths`
 * @param {typeof PARTS} [paths] PARTS or SCHEDULE_PARTS @returns {Promise<Contract>}
 */
export async function gatherContract(fetchJson, paths = PARTS) {
  const parts = Object.entries(paths).map(async ([part, path]) => [part, await fetchJson(path, part)]);
  return buildContract(Object.fromEntries(await Promise.all(parts)));
}

/** @param {Record<keyof typeof PARTS, any>} data the parsed JSON of every part @returns {Contract} */
export function buildContract({ suite, schema, codes, hosts, licences, secrets, board }) {
  checkSchema(schema);
  if (schema.properties.suite.const !== suite.suite) throw new TypeError("the schema is that of another suite");
  const facts = readSuite(suite);
  const { minItems: _least, maxItems: _most, ...rowsSchema } = schema.properties.predictions;
  return {
    suite: facts,
    schema,
    rowsSchema,
    codes: new Codes(codes),
    hosts: hosts.hosts,
    licences: new Set(licences.ids),
    secrets: new SecretPatterns(secrets),
    board: prepareBoard(board.entries.map(boardEntry), facts),
  };
}

/**
 * What is compared of an entry of the board's JSON (nnai-board/1).
 * @param {any} entry @returns {import("./compare.mjs").BoardEntry}
 */
function boardEntry({ record_sha256, submission, status, state, labels }) {
  return { sha256: record_sha256, name: submission.system.name, status, state, labels };
}
