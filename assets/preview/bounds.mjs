// How much of a hostile document is judged: long lists are cut and swarms of extra fields counted, each with a finding.
// Twin of submissions_schema/bounds.py.
//
// Invariant: the number of findings is bounded by the schema and not by the size of the file; a document within its
// bounds passes unchanged. Nothing cut here is ever accepted: a finding stands for it. Prediction rows have a bound of
// their own, in judging.mjs.
import { pointer } from "./findings.mjs";

/**
 * @typedef {import("./findings.mjs").Finding} Finding
 * @typedef {import("./contract.mjs").Contract} Contract
 * @typedef {(string|number)[]} Path
 */

/**
 * The part of `value` that is judged; findings for what was cut are added to `found`.
 * @param {any} value @param {any} schema @param {Path} where @param {Contract} contract @param {Finding[]} found
 * @returns {any}
 */
export function bounded(value, schema, where, contract, found) {
  if (Array.isArray(value)) {
    return schema.type.includes("array") ? boundedList(value, schema, where, contract, found) : value;
  }
  const isObject = value !== null && typeof value === "object" && schema.type.includes("object");
  return isObject ? boundedObject(value, schema, where, contract, found) : value;
}

/** @param {any} value @param {any} schema @param {Path} where @param {Contract} contract @param {Finding[]} found */
function boundedObject(value, schema, where, contract, found) {
  const { codes } = contract;
  const names = Object.keys(value);
  const known = names.filter((name) => Object.hasOwn(schema.properties, name));
  const extra = names.length - known.length;
  const swarm = extra > codes.limits.extra_fields;
  if (swarm) found.push(codes.finding("E_EXTRA_FIELD.many", pointer(...where), { found: extra }));
  const kept = Object.create(null);
  for (const name of swarm ? known : names) kept[name] = value[name];
  for (const name of known) {
    kept[name] = bounded(value[name], schema.properties[name], [...where, name], contract, found);
  }
  return kept;
}

/** @param {any[]} value @param {any} schema @param {Path} where @param {Contract} contract @param {Finding[]} found */
function boundedList(value, schema, where, contract, found) {
  const { codes } = contract;
  const limit = schema.maxItems ?? value.length;
  if (value.length > limit) {
    const key = schema["x-codes"]?.maxItems ?? "E_COUNT.maxItems";
    found.push(codes.finding(key, pointer(...where), { found: value.length, expected: limit }));
  }
  const deep = nested(schema.items);
  return value.slice(0, limit).map((item, at) => {
    return deep || hasManyFields(item, contract) ? bounded(item, schema.items, [...where, at], contract, found) : item;
  });
}

/**
 * Whether entries may hold lists or objects of their own; of others only one with many fields can be out of bounds.
 * @param {any} schema
 */
export function nested({ properties = {} }) {
  return Object.values(properties).some((/** @type {any} */ part) => "items" in part || "properties" in part);
}

/** Whether an entry has more fields than a swarm needs. @param {any} item @param {Contract} contract */
export function hasManyFields(item, { codes }) {
  return item !== null && typeof item === "object" && Object.keys(item).length > codes.limits.extra_fields;
}
