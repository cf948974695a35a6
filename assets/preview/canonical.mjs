// The one byte form of a JSON value: sorted keys, no spaces, ASCII escapes, integers only.
//
// Invariant: byte for byte what records/canonical.py writes. Keys are ordered by code point (JavaScript compares
// UTF-16 units by itself); escapes are lower-case hexadecimal.

const PLAIN = /^[ !#-[\]-~]*$/;

/** @param {any} value @returns {string} ASCII text without a final newline @throws {TypeError} for what has no form */
export function canonicalText(value) {
  if (typeof value === "string") return quoted(value);
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "number") return integer(value);
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(",")}]`;
  if (typeof value !== "object") throw new TypeError(`${typeof value} has no canonical form`);
  let fields = "";
  for (const key of sortedKeys(value)) fields += `${fields && ","}${quoted(key)}:${canonicalText(value[key])}`;
  return `{${fields}}`;
}

/** @param {any} value @returns {Uint8Array} */
export function canonicalBytes(value) {
  return new TextEncoder().encode(canonicalText(value));
}

/**
 * Order of two strings by code point: surrogates, which stand for the highest points, move behind U+E000-U+FFFF.
 * @param {string} left @param {string} right @returns {number}
 */
export function byCodePoint(left, right) {
  const shorter = Math.min(left.length, right.length);
  for (let at = 0; at < shorter; at += 1) {
    const difference = rank(left.charCodeAt(at)) - rank(right.charCodeAt(at));
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}

/** @param {any} object */
function sortedKeys(object) {
  const keys = Object.keys(object);
  const sorted = keys.every((key, at) => at === 0 || byCodePoint(keys[at - 1], key) < 0);
  return sorted ? keys : keys.sort(byCodePoint);
}

/** @param {number} unit */
function rank(unit) {
  if (unit < 0xd800) return unit;
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}

/** @param {string} text */
function quoted(text) {
  if (PLAIN.test(text)) return `"${text}"`;
  const hex = (/** @type {string} */ unit) => unit.charCodeAt(0).toString(16).padStart(4, "0");
  return JSON.stringify(text).replace(/[\u007f-\uffff]/g, (unit) => `\\u${hex(unit)}`);
}

/** @param {number} value */
function integer(value) {
  if (!Number.isInteger(value) || Math.abs(value) > 2 ** 53) {
    throw new TypeError(`${value} has no canonical form; integers within 2^53 are expected`);
  }
  return String(value + 0);
}
