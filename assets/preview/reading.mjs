// The strict reader: bytes that anybody may have written become predictions or a submission, or all findings say why
// not. Twin of submissions_schema/reader.py, in its order.
//
// Invariant: findings equal Python's in code, place and message once the JSON parses; nothing is trimmed, case-folded,
// normalised, truncated or repaired.
import { bounded } from "./bounds.mjs";
import { Rejected, pointer, printable } from "./findings.mjs";
import { judgedRows } from "./judging.mjs";
import { ruleFindings } from "./rules.mjs";
import { SCHEDULE } from "./schedule_instance.mjs";
import { byTask } from "./schedule_rows.mjs";
import { parse } from "./strict_json.mjs";
import { shapeFindings } from "./wording.mjs";

/**
 * @typedef {import("./findings.mjs").Finding} Finding
 * @typedef {import("./contract.mjs").Contract} Contract
 * @typedef {{id: string, label: string}} Prediction or, for a suite of schedules, a ScheduleRow of schedule_rows.mjs
 * @typedef {{ok: true, predictions: Prediction[], submission: any, findings: [], total: 0}} Accepted `predictions`
 *   sorted by id; `submission` is the document with its rows so sorted, or null
 * @typedef {{ok: false, predictions: null, submission: null, findings: Finding[], total: number}} Refused
 * @typedef {Accepted|Refused} Reading
 */

export const DOCUMENT_SCHEMA = "nnai-submission/1";

/** One whole submission. @param {Uint8Array} data @param {Contract} contract @returns {Reading} */
export function readSubmission(data, contract) {
  return reading(() => {
    const document = parse(data, { maxBytes: contract.suite.max_bytes });
    if (!isObject(document)) refuse([topType("E_TOP_TYPE", document, contract)], contract);
    return submission(document, contract);
  });
}

/**
 * A bare array of rows, {"predictions": rows}, or a whole submission (an object with `schema` or `suite`).
 * @param {Uint8Array} data @param {Contract} contract @returns {Reading}
 */
export function readUpload(data, contract) {
  return reading(() => {
    const document = parse(data, { maxBytes: contract.suite.max_bytes });
    if (Array.isArray(document)) return accepted(rows(document, [], [], contract), null);
    if (!isObject(document)) refuse([topType("E_TOP_TYPE.upload", document, contract)], contract);
    if (Object.hasOwn(document, "schema") || Object.hasOwn(document, "suite")) return submission(document, contract);
    return accepted(wrappedRows(document, contract), null);
  });
}

/**
 * What is wrong with the disclosures of a form: a document without schema, suite, test_sha256 and predictions.
 * @param {any} disclosures @param {Contract} contract @returns {Finding[]} in report order
 */
export function disclosureFindings(disclosures, contract) {
  const { suite, test_sha256 } = contract.suite;
  const document = { ...disclosures, schema: DOCUMENT_SCHEMA, suite, test_sha256, predictions: null };
  /** @type {Finding[]} */
  const found = [];
  found.push(...shapeAndRules(bounded(document, contract.schema, [], contract, found), contract));
  return contract.codes.sorted(found.filter(({ where }) => where !== "/predictions"));
}

/** @param {() => Accepted} work @returns {Reading} */
function reading(work) {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Rejected)) throw error;
    const { findings } = error;
    return { ok: false, predictions: null, submission: null, findings, total: findings.length };
  }
}

/** @param {any} document @param {Contract} contract @returns {Accepted} */
function submission(document, contract) {
  checkContract(document, contract);
  /** @type {Finding[]} */
  const found = [];
  const { predictions } = document;
  const hasRows = Array.isArray(predictions);
  const frame = hasRows ? Object.assign(Object.create(null), document, { predictions: [] }) : document;
  const judged = bounded(frame, contract.schema, [], contract, found);
  found.push(...shapeAndRules(judged, contract));
  if (hasRows) found.push(...judgedRows(predictions, ["predictions"], contract));
  refuse(found, contract);
  const sorted = sortedRows(predictions, contract);
  return accepted(sorted, { ...judged, predictions: sorted });
}

/** @param {any} document @param {Contract} contract @returns {Finding[]} all but rows */
function shapeAndRules(document, contract) {
  const { codes, schema, secrets, suite } = contract;
  const found = shapeFindings(document, schema, [], codes);
  const { test_sha256: sha } = document;
  if (typeof sha === "string" && sha !== suite.test_sha256) {
    found.push(codes.finding("E_TEST_SHA", "/test_sha256", { found: printable(sha, 80), expected: suite.test_sha256 }));
  }
  found.push(...ruleFindings(document, contract), ...secrets.findings(document, schema, codes));
  return found;
}

/** @param {any} document @param {Contract} contract */
function checkContract({ schema, suite }, contract) {
  const { codes } = contract;
  if (typeof schema === "string" && schema !== DOCUMENT_SCHEMA) {
    const slots = { found: printable(schema), expected: DOCUMENT_SCHEMA };
    refuse([codes.finding("E_SCHEMA_ID", "/schema", slots)], contract);
  }
  const expected = contract.suite.suite;
  if (typeof suite === "string" && suite !== expected) {
    refuse([codes.finding("E_BENCH_ID", "/suite", { found: printable(suite), expected })], contract);
  }
}

/** @param {any} document @param {Contract} contract @returns {Prediction[]} */
function wrappedRows(document, contract) {
  const { codes } = contract;
  const extra = Object.keys(document).filter((name) => name !== "predictions");
  const swarm = extra.length > codes.limits.extra_fields;
  const found = swarm
    ? [codes.finding("E_EXTRA_FIELD.many", "", { found: extra.length })]
    : extra.map((name) => codes.finding("E_EXTRA_FIELD", pointer(name), { found: printable(name) }));
  if (!Object.hasOwn(document, "predictions")) {
    found.push(codes.finding("E_MISSING_FIELD", "/predictions", { expected: "predictions" }));
    refuse(found, contract);
  }
  return rows(document.predictions, ["predictions"], found, contract);
}

/**
 * @param {any} value @param {string[]} base @param {Finding[]} before @param {Contract} contract
 * @returns {Prediction[]}
 */
function rows(value, base, before, contract) {
  const { codes, rowsSchema } = contract;
  const judged = Array.isArray(value) ? judgedRows(value, base, contract) : shapeFindings(value, rowsSchema, base, codes);
  refuse([...before, ...judged], contract);
  return sortedRows(value, contract);
}

/**
 * Rows that hold every id of the suite once, sorted by id: put in place, which is cheaper than comparing.
 * @param {Prediction[]} value @param {Contract} contract @returns {Prediction[]}
 */
function sortedRows(value, { suite }) {
  /** @type {Prediction[]} */
  const sorted = new Array(value.length);
  const rows = /** @type {Prediction[]} */ (suite.kind === SCHEDULE ? /** @type {any[]} */ (value).map(byTask) : value);
  for (const row of rows) sorted[/** @type {number} */ (suite.place.get(row.id))] = row;
  return sorted;
}

/** @param {Prediction[]} predictions @param {any} submission @returns {Accepted} */
function accepted(predictions, submission) {
  return { ok: true, predictions, submission, findings: [], total: 0 };
}

/** @param {Finding[]} findings @param {Contract} contract */
function refuse(findings, { codes }) {
  if (findings.length > 0) throw new Rejected(codes.sorted(findings));
}

/** @param {string} key @param {any} document @param {Contract} contract */
function topType(key, document, { codes }) {
  return codes.finding(key, "", { found: codes.typeName(document) });
}

/** @param {any} value */
function isObject(value) {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}
