// Strict JSON in: one document becomes plain values, or one finding says why not. Twin of records/strict_json.py.
//
// Invariant: same verdict, code and value as Python for every byte string. Order: the checks of text.mjs, depth,
// syntax (duplicate keys when their object closes, constants and numbers as they are met), what follows the document,
// lone surrogates. JSON.parse cannot serve: it rounds integers and lets the last of two equal keys win.
// Objects have no prototype, so `__proto__` is a key like any other.
import { Rejected, finding, printable } from "./findings.mjs";
import { decode } from "./text.mjs";

export const MAX_DEPTH = 8;
const LARGEST_DIGITS = "9007199254740992";
const ESCAPES = new Map([
  ['"', '"'], ["\\", "\\"], ["/", "/"], ["b", "\b"], ["f", "\f"], ["n", "\n"], ["r", "\r"], ["t", "\t"],
]);
const CONSTANTS = ["NaN", "Infinity", "-Infinity"];
/** @type {[string, boolean|null][]} */
const WORDS = [["true", true], ["false", false], ["null", null]];
const INTEGER = /-?(?:0|[1-9][0-9]*)/y;
const REMAINDER = /(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const PLAIN = /[^"\\\u0000-\u001f]*/y;
const HEX = /[0-9a-fA-F]{4}/y;

/**
 * The value of one JSON document: null, booleans, integers within ±2^53, strings, arrays, objects without prototype.
 * @param {Uint8Array} data @param {{maxBytes: number, maxDepth?: number}} limits
 * @returns {any} @throws {Rejected} with exactly one finding whose `where` is ""
 */
export function parse(data, { maxBytes, maxDepth = MAX_DEPTH }) {
  const text = decode(data, { maxBytes });
  checkDepth(text, maxDepth);
  const reader = new Reader(text);
  reader.space();
  const value = reader.value();
  reader.space();
  if (reader.at < text.length) {
    fail("E_JSON_EXTRA", `something follows the document at ${place(text, reader.at)}; one JSON document is expected`);
  }
  if (text.includes("\\u")) checkSurrogates(value);
  return value;
}

/** One pass over a text. Recursion is bounded: `checkDepth` has run before. */
class Reader {
  /** @param {string} text */
  constructor(text) {
    this.text = text;
    this.at = 0;
  }

  space() {
    for (; ; this.at += 1) {
      const unit = this.text.charCodeAt(this.at);
      if (unit !== 0x20 && unit !== 0x0a && unit !== 0x0d && unit !== 0x09) return;
    }
  }

  /** @returns {any} */
  value() {
    const first = this.text[this.at];
    if (first === '"') return this.string();
    if (first === "{") return this.object();
    if (first === "[") return this.array();
    if (first >= "0" && first <= "9") return this.number();
    for (const [word, value] of WORDS) {
      if (this.text.startsWith(word, this.at)) {
        this.at += word.length;
        return value;
      }
    }
    const constant = CONSTANTS.find((word) => this.text.startsWith(word, this.at));
    if (constant) fail("E_CONST", `${constant} is not JSON`);
    return this.number();
  }

  number() {
    const digits = this.match(INTEGER);
    if (digits === null) this.broken("expecting value");
    const rest = this.match(REMAINDER);
    if (rest) {
      const shown = printable(digits + rest, 30);
      fail("E_NUMBER", `the number ${shown} is not an integer; no field holds fractions or exponents`);
    }
    const size = digits.replace("-", "");
    if (size.length > 16 || (size.length === 16 && size > LARGEST_DIGITS)) {
      fail("E_NUMBER", `the integer ${printable(digits, 30)} lies beyond 2^53; JSON readers would round it`);
    }
    return Number(digits) + 0; // -0 + 0 is 0
  }

  string() {
    this.at += 1;
    let out = this.match(PLAIN) ?? "";
    for (; ;) {
      const next = this.text[this.at];
      if (next === '"') {
        this.at += 1;
        return out;
      }
      if (next !== "\\") this.broken(next === undefined ? "unterminated string" : "invalid control character");
      out += this.escape() + (this.match(PLAIN) ?? "");
    }
  }

  escape() {
    const letter = this.text[this.at + 1];
    this.at += 2;
    if (letter === "u") {
      const hex = this.match(HEX);
      return hex === null ? this.broken("invalid \\uXXXX escape") : String.fromCharCode(parseInt(hex, 16));
    }
    return ESCAPES.get(letter) ?? this.broken("invalid \\escape");
  }

  array() {
    /** @type {any[]} */
    const out = [];
    this.at += 1;
    this.space();
    if (this.take("]")) return out;
    for (; ;) {
      out.push(this.value());
      this.space();
      if (this.take("]")) return out;
      if (!this.take(",")) this.broken("expecting ',' delimiter");
      this.space();
    }
  }

  object() {
    const out = Object.create(null);
    /** @type {string|undefined} */
    let twice;
    this.at += 1;
    this.space();
    if (this.take("}")) return out;
    for (; ;) {
      if (this.text[this.at] !== '"') this.broken("expecting property name enclosed in double quotes");
      const key = this.string();
      if (key in out) twice ??= key;
      this.space();
      if (!this.take(":")) this.broken("expecting ':' delimiter");
      this.space();
      out[key] = this.value();
      this.space();
      if (this.take("}")) break;
      if (!this.take(",")) this.broken("expecting ',' delimiter");
      this.space();
    }
    if (twice !== undefined) fail("E_DUP_KEY", `the key ${printable(twice)} stands twice in one object`);
    return out;
  }

  /** @param {string} char */
  take(char) {
    if (this.text[this.at] !== char) return false;
    this.at += 1;
    return true;
  }

  /** @param {RegExp} sticky @returns {string|null} */
  match(sticky) {
    sticky.lastIndex = this.at;
    const found = sticky.exec(this.text);
    if (found === null) return null;
    this.at += found[0].length;
    return found[0];
  }

  /** @param {string} why @returns {never} */
  broken(why) {
    return fail("E_JSON", `not JSON at ${place(this.text, this.at)}: ${why}`);
  }
}

/**
 * Refuse deep nesting before anything recursive runs; brackets inside strings do not count.
 * @param {string} text @param {number} limit
 */
function checkDepth(text, limit) {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charCodeAt(at);
    if (char === 0x22) {
      at = endOfString(text, at);
    } else if (char === 0x7b || char === 0x5b) {
      depth += 1;
      if (depth > limit) fail("E_DEPTH", `nested deeper than ${limit} at ${place(text, at)}`);
    } else if (char === 0x7d || char === 0x5d) {
      depth = Math.max(0, depth - 1);
    }
  }
}

/** @param {string} text @param {number} start at the opening quote @returns {number} index of the closing one */
function endOfString(text, start) {
  let at = start + 1;
  for (; at < text.length; at += 1) {
    const char = text.charCodeAt(at);
    if (char === 0x22) return at;
    if (char === 0x5c) at += 1;
  }
  return at;
}

/** @param {any} root */
function checkSurrogates(root) {
  const stack = [root];
  while (stack.length > 0) {
    const item = stack.pop();
    if (typeof item === "string") {
      if (!/\p{Surrogate}/u.test(item)) continue;
      fail("E_SURROGATE", `the string ${printable(item)} holds half of a surrogate pair`);
    } else if (item !== null && typeof item === "object") {
      // One by one: a spread of a million keys would overflow the call stack.
      for (const key of Object.keys(item)) stack.push(key, item[key]);
    }
  }
}

/** @param {string} text @param {number} position */
function place(text, position) {
  const before = text.slice(0, position);
  const start = before.lastIndexOf("\n") + 1;
  return `line ${before.split("\n").length}, column ${[...before.slice(start)].length + 1}`;
}

/** @param {string} code @param {string} message @returns {never} */
function fail(code, message) {
  throw new Rejected([finding(code, "", message)]);
}
