// Finding codes, their order, wording and limits, from submissions_schema/codes.json. Twin of its codes.py.
//
// Invariant: both languages take stage, order and message from that one table; no wording stands in code.
import { byCodePoint } from "./canonical.mjs";
import { finding } from "./findings.mjs";

/** @typedef {import("./findings.mjs").Finding} Finding */

const INDEX = /^(?:0|[1-9][0-9]{0,8})$/;

/** The table in use: makes findings from message keys and puts findings in their order. */
export class Codes {
  /** @param {any} table the content of codes.json */
  constructor(table) {
    this.messages = table.messages;
    this.types = table.types;
    /** @type {{extra_fields: number, rows_per_id: number, row_findings: number}} */
    this.limits = table.limits;
    /** @type {Map<string, number>} */
    this.stageOf = new Map();
    table.stages.forEach((/** @type {{codes: string[]}} */ { codes }, /** @type {number} */ place) => {
      for (const code of codes) this.stageOf.set(code, place);
    });
  }

  /**
   * @param {string} key a code, or code.variant @param {string} where
   * @param {Record<string, string|number>} [slots] @returns {Finding}
   */
  finding(key, where, slots = {}) {
    const wording = this.messages[key];
    if (wording === undefined) throw new TypeError(`no message ${key}`);
    const message = wording.replace(/\{(\w+)\}/g, (/** @type {string} */ _, /** @type {string} */ slot) => {
      if (!Object.hasOwn(slots, slot)) throw new TypeError(`the message ${key} lacks ${slot}`);
      return String(slots[slot]);
    });
    return finding(key.split(".", 1)[0], where, message);
  }

  /** What a JSON value is, in words. @param {any} value @returns {string} */
  typeName(value) {
    if (value === null) return this.types.null;
    if (Array.isArray(value)) return this.types.array;
    return this.types[typeof value === "number" ? "integer" : typeof value];
  }

  /** A new array in report order: stage, pointer with indices as numbers, code. @param {Finding[]} findings */
  sorted(findings) {
    const keyed = findings.map((item) => ({ item, stage: this.stage(item), segments: segments(item.where) }));
    keyed.sort(
      (a, b) => a.stage - b.stage || compareSegments(a.segments, b.segments) || byCodePoint(a.item.code, b.item.code),
    );
    return keyed.map(({ item }) => item);
  }

  /** @param {Finding} item @returns {number} */
  stage({ code }) {
    const place = this.stageOf.get(code);
    if (place === undefined) throw new TypeError(`no stage has the code ${code}`);
    return place;
  }
}

/** @param {string} where @returns {(string|number)[]} */
function segments(where) {
  return where.split("/").slice(1).map((text) => (INDEX.test(text) ? Number(text) : text));
}

/** @param {(string|number)[]} left @param {(string|number)[]} right */
function compareSegments(left, right) {
  const shorter = Math.min(left.length, right.length);
  for (let at = 0; at < shorter; at += 1) {
    const difference = compareSegment(left[at], right[at]);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}

/** Numbers come before names. @param {string|number} left @param {string|number} right @returns {number} */
function compareSegment(left, right) {
  if (typeof left === "number" && typeof right === "number") return left - right;
  if (typeof left === "string" && typeof right === "string") return byCodePoint(left, right);
  return typeof left === "number" ? -1 : 1;
}
