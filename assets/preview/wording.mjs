// Faults of shape become findings. Twin of submissions_schema/shape.py.
//
// Invariant: one finding a (pointer, code); what the id, digest and contract checks say better is left to them.
import { pointer, printable } from "./findings.mjs";
import { faults } from "./shape.mjs";

/**
 * @typedef {import("./findings.mjs").Finding} Finding
 * @typedef {import("./codes.mjs").Codes} Codes
 * @typedef {import("./shape.mjs").Fault} Fault
 * @typedef {(string|number)[]} Path
 */

const SIZES = new Map([
  ["minLength", "E_LENGTH"], ["maxLength", "E_LENGTH"], ["minimum", "E_RANGE"], ["maximum", "E_RANGE"],
]);
const COUNTS = new Map([["minItems", "E_COUNT"], ["maxItems", "E_COUNT"]]);
const CELL_TYPES = new Map([["id", "E_ID_TYPE"], ["label", "E_LABEL_TYPE"]]);

/** Everything that is wrong with the shape of a whole document. */
/** @param {any} document @param {any} schema @param {Codes} codes @returns {Finding[]} */
export function documentFindings(document, schema, codes) {
  return worded(faults(document, schema), [], codes);
}

/** Everything that is wrong with the shape of prediction rows that stand at the path `base`. */
/** @param {any} rows @param {any} schema @param {Path} base @param {Codes} codes @returns {Finding[]} */
export function rowFindings(rows, schema, base, codes) {
  return worded(faults(rows, { type: "array", items: schema.properties.predictions.items }), base, codes);
}

/** @param {Fault[]} found @param {Path} base @param {Codes} codes @returns {Finding[]} */
function worded(found, base, codes) {
  /** @type {Map<string, Finding>} */
  const unique = new Map();
  for (const fault of found) {
    const finding = wordedFault(fault, [...base, ...fault.path], codes);
    const key = finding && `${finding.code} ${finding.where}`;
    if (key && !unique.has(key)) unique.set(key, finding);
  }
  return [...unique.values()];
}

/** @param {Fault} fault @param {Path} path @param {Codes} codes @returns {Finding|null} */
function wordedFault({ keyword, value, schema }, path, codes) {
  const where = pointer(...path);
  switch (keyword) {
    case "type":
      return codes.finding(typeKey(path), where, { found: codes.typeName(value), expected: codes.types[schema.type] });
    case "required":
      return codes.finding("E_MISSING_FIELD", where, { expected: path[path.length - 1] });
    case "additionalProperties":
      return codes.finding("E_EXTRA_FIELD", where, { found: printable(path[path.length - 1]) });
    case "pattern":
      return codes.finding("E_FORMAT", where, { found: printable(value), title: schema.title });
    case "const":
    case "enum":
      return choiceFinding(value, schema, path, codes);
    default:
      return sizeFinding(keyword, value, schema, path, codes);
  }
}

/** @param {any} value @param {any} schema @param {Path} path @param {Codes} codes */
function choiceFinding(value, schema, path, codes) {
  const where = pointer(...path);
  if (where === "/schema" || where === "/suite") return null;
  const found = typeof value === "string" ? printable(value) : codes.typeName(value);
  return codes.finding(choiceKey(path, where), where, { found, expected: (schema.enum ?? ["true"]).join(", ") });
}

/** @param {string} keyword @param {any} value @param {any} schema @param {Path} path @param {Codes} codes */
function sizeFinding(keyword, value, schema, path, codes) {
  const where = pointer(...path);
  const count = COUNTS.get(keyword);
  if (count && where === "/predictions") return null;
  const size = typeof value === "string" ? [...value].length : value;
  const found = count ? value.length : size;
  return codes.finding(`${count ?? SIZES.get(keyword)}.${keyword}`, where, { found, expected: schema[keyword] });
}

/** @param {Path} path */
function typeKey(path) {
  const inRow = typeof path[0] === "number" ? path : path.slice(path[0] === "predictions" ? 1 : path.length);
  if (inRow.length === 1) return "E_ROW_TYPE";
  return (inRow.length === 2 && CELL_TYPES.get(String(inRow[1]))) || "E_TYPE";
}

/** @param {Path} path @param {string} where */
function choiceKey(path, where) {
  if (where === "/agreement") return "E_AGREEMENT";
  if (where === "/architecture/non_neural") return "E_INELIGIBLE.non_neural";
  if (where.startsWith("/architecture/components/")) return "E_INELIGIBLE";
  return path[path.length - 1] === "label" ? "E_LABEL" : "E_VALUE";
}
