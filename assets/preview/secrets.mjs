// Text that must not become public: keys, tokens and e-mail addresses. Twin of submissions_schema/secrets.py.
//
// Invariant: finds what Python finds, because patterns and the way of searching come from secret-patterns.json. A text
// is searched only within the bounds of the schema, so that hostile text cannot make the search slow.
import { pointer } from "./findings.mjs";

/**
 * @typedef {import("./findings.mjs").Finding} Finding
 * @typedef {{where: (string|number)[], text: string}} Place
 */

const UNBOUNDED = 200;
const BEYOND_ASCII = /[^\u0000-\u007f]/gu;
// What Python's str.split() takes for space in ASCII text, which is more than \s.
const LONG_TOKEN = /[^\s\u001c-\u001f]{20}/;
const NOT_SEARCHED = /^(?:predictions|revision|(?:.*_)?sha256)$/;

export class SecretPatterns {
  /** @param {any} table the content of secret-patterns.json */
  constructor(table) {
    /** @type {{name: string, expression: RegExp, longToken: boolean}[]} */
    this.patterns = table.patterns.map((/** @type {any} */ row) => ({
      name: row.name,
      expression: new RegExp(row.pattern, row.ignore_case ? "i" : ""),
      longToken: row.long_token,
    }));
    this.short = this.patterns.filter(({ longToken }) => !longToken);
    this.email = new RegExp(table.email);
  }

  /** The name of the first form of secret that `text` holds, or null. @param {string} text @returns {string|null} */
  secretIn(text) {
    for (const line of lines(text)) {
      const candidates = LONG_TOKEN.test(line) ? this.patterns : this.short;
      const found = candidates.find(({ expression }) => expression.test(line));
      if (found) return found.name;
    }
    return null;
  }

  /** @param {string} text @returns {boolean} */
  emailIn(text) {
    return text.includes("@") && lines(text).some((line) => this.email.test(line));
  }

  /**
   * E_SECRET and E_EMAIL for every text of a bounded document that has its place in the schema.
   * @param {any} document @param {any} schema @param {import("./codes.mjs").Codes} codes @returns {Finding[]}
   */
  findings(document, schema, codes) {
    const found = [];
    for (const { where, text } of texts(document, schema, [])) {
      const name = this.secretIn(text);
      if (name !== null) found.push(codes.finding("E_SECRET", pointer(...where), { found: name }));
      if (this.emailIn(text)) found.push(codes.finding("E_EMAIL", pointer(...where)));
    }
    return found;
  }
}

/** @param {string} text */
function lines(text) {
  return text.replace(BEYOND_ASCII, "~").split(/[\n\r]/);
}

/** @param {any} value @param {any} schema @param {(string|number)[]} where @returns {Generator<Place>} */
function* texts(value, schema, where) {
  if (schema.type === "object" && value !== null && typeof value === "object" && !Array.isArray(value)) {
    for (const [name, part] of Object.entries(schema.properties)) {
      if (NOT_SEARCHED.test(name) || "enum" in part || "const" in part || !Object.hasOwn(value, name)) continue;
      yield* texts(value[name], part, [...where, name]);
    }
  } else if (schema.type === "array" && Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      yield* texts(item, schema.items, [...where, index]);
    }
  } else if (schema.type === "string" && typeof value === "string") {
    const limit = schema.maxLength ?? UNBOUNDED;
    if (value.length <= limit * 2 && [...value].length <= limit) yield { where, text: value };
  }
}
