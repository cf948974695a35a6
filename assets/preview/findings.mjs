// Findings: what can be wrong with data, as values. The JavaScript side of records/findings.py.
//
// Invariant: a finding is three strings (code, where, message); a Rejected carries at least one finding and is
// thrown only for faults of the data, never for faults of the page or the programmer.

/** @typedef {{code: string, where: string, message: string}} Finding */

/** How many findings a report prints; the total is always printed beside them. */
export const SHOWN = 50;

/** Data was refused; `findings` say why. Thrown once, with everything that was found. */
export class Rejected extends Error {
  /** @param {Finding[]} findings one or more */
  constructor(findings) {
    if (findings.length === 0) throw new RangeError("a rejection needs at least one finding");
    super(`${findings[0].code} at ${findings[0].where || "the document"}: ${findings[0].message}`);
    this.findings = findings;
  }
}

/**
 * @param {string} code
 * @param {string} where JSON pointer, "" for the whole document
 * @param {string} message
 * @returns {Finding}
 */
export function finding(code, where, message) {
  return { code, where, message };
}

/**
 * The JSON pointer (RFC 6901) of a path of keys and indices.
 * @param {...(string|number)} parts
 */
export function pointer(...parts) {
  return parts.map((part) => "/" + String(part).replaceAll("~", "~0").replaceAll("/", "~1")).join("");
}

/**
 * A JSON value as short ASCII text, spelled as Python's ascii() spells it, so that messages agree in both languages.
 * @param {unknown} value @param {number} [limit] longest text, in characters
 */
export function printable(value, limit = 60) {
  const text = spelled(value);
  return text.length <= limit ? text : text.slice(0, limit - 3) + "...";
}

/** @param {any} value @returns {string} */
function spelled(value) {
  if (value === null) return "None";
  if (value === true) return "True";
  if (value === false) return "False";
  if (typeof value === "string") return quoted(value);
  if (typeof value === "number") return String(value);
  if (Array.isArray(value)) return `[${value.map(spelled).join(", ")}]`;
  return `{${Object.keys(value).map((key) => `${quoted(key)}: ${spelled(value[key])}`).join(", ")}}`;
}

/** @param {string} text */
function quoted(text) {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  let out = quote;
  for (const char of text) out += escaped(char, quote);
  return out + quote;
}

const NAMED = new Map([["\\", "\\\\"], ["\n", "\\n"], ["\r", "\\r"], ["\t", "\\t"]]);

/** @param {string} char one code point @param {string} quote */
function escaped(char, quote) {
  if (char === quote) return "\\" + char;
  const named = NAMED.get(char);
  if (named) return named;
  const point = /** @type {number} */ (char.codePointAt(0));
  if (point >= 0x20 && point < 0x7f) return char;
  const hex = point.toString(16);
  if (point < 0x100) return "\\x" + hex.padStart(2, "0");
  return point < 0x10000 ? "\\u" + hex.padStart(4, "0") : "\\U" + hex.padStart(8, "0");
}
