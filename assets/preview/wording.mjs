// Faults of shape become findings. Twin of submissions_schema/shape.py.
//
// Invariant: one finding a (pointer, code). Which code a keyword has is written in the schema (x-codes) where it is not
// the usual one of this table; null there leaves the judgement to the id, digest and contract checks.
import { pointer, printable } from "./findings.mjs";
import { faults } from "./shape.mjs";

/**
 * @typedef {import("./findings.mjs").Finding} Finding
 * @typedef {import("./codes.mjs").Codes} Codes
 * @typedef {import("./shape.mjs").Fault} Fault
 */

/** @type {Record<string, string>} */
const USUAL = {
  type: "E_TYPE",
  additionalProperties: "E_EXTRA_FIELD",
  required: "E_MISSING_FIELD",
  enum: "E_VALUE",
  const: "E_VALUE",
  pattern: "E_FORMAT",
  minLength: "E_LENGTH.minLength",
  maxLength: "E_LENGTH.maxLength",
  minimum: "E_RANGE.minimum",
  maximum: "E_RANGE.maximum",
  minItems: "E_COUNT.minItems",
  maxItems: "E_COUNT.maxItems",
};

/**
 * Everything that is wrong with the shape of a value that stands at the path `base`.
 * @param {any} value @param {any} schema @param {(string|number)[]} base @param {Codes} codes @returns {Finding[]}
 */
export function shapeFindings(value, schema, base, codes) {
  const found = faults(value, schema);
  return found.length === 0 ? [] : worded(found, base, codes);
}

/** @param {Fault[]} found @param {(string|number)[]} base @param {Codes} codes @returns {Finding[]} */
function worded(found, base, codes) {
  /** @type {Map<string, Finding>} */
  const unique = new Map();
  for (const fault of found) {
    const declared = fault.schema["x-codes"]?.[fault.keyword];
    if (declared === null) continue;
    const where = pointer(...base, ...fault.path);
    const finding = codes.finding(declared ?? USUAL[fault.keyword], where, slots(fault, codes));
    const key = `${finding.code} ${finding.where}`;
    if (!unique.has(key)) unique.set(key, finding);
  }
  return [...unique.values()];
}

/** @param {Fault} fault @param {Codes} codes @returns {Record<string, string|number>} what the wording may name */
function slots({ keyword, path, value, schema }, codes) {
  const name = String(path[path.length - 1]);
  switch (keyword) {
    case "required":
      return { expected: name };
    case "additionalProperties":
      return { found: printable(name) };
    case "type":
      return { found: codes.typeName(value), expected: typeNames(schema.type, codes) };
    case "pattern":
      return { found: printable(value), title: schema.title };
    case "enum":
    case "const":
      return {
        found: typeof value === "string" ? printable(value) : codes.typeName(value),
        expected: (schema.enum ?? ["true"]).join(", "),
      };
    default:
      return { found: size(value), expected: schema[keyword] };
  }
}

/** @param {string|string[]} types @param {Codes} codes @returns {string} */
function typeNames(types, codes) {
  return [types].flat().map((type) => codes.types[type]).join(" or ");
}

/** Characters (code points), entries, or the number itself. @param {any} value @returns {number} */
function size(value) {
  if (typeof value === "string") return [...value].length;
  return Array.isArray(value) ? value.length : value;
}
