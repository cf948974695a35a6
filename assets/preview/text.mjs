// Bytes that anybody may have written become text, or one finding says why not.
//
// Invariant: same checks, order and codes as `decode` in records/strict_json.py: size, empty, compressed, UTF-16/32
// mark, one UTF-8 mark dropped, NUL, strict UTF-8. Nothing is replaced by U+FFFD.
import { Rejected, finding } from "./findings.mjs";

const WIDE_MARKS = [[0xff, 0xfe], [0xfe, 0xff], [0x00, 0x00, 0xfe, 0xff]];
const COMPRESSED = [
  { name: "gzip", magic: [0x1f, 0x8b] },
  { name: "zip", magic: [0x50, 0x4b, 0x03, 0x04] },
  { name: "zip", magic: [0x50, 0x4b, 0x05, 0x06] },
  { name: "zstd", magic: [0x28, 0xb5, 0x2f, 0xfd] },
];
const MARK = [0xef, 0xbb, 0xbf];

/**
 * The text of a UTF-8 file; one leading byte-order mark is dropped.
 * @param {Uint8Array} data @param {{maxBytes: number}} limits
 * @returns {string} @throws {Rejected} with one finding
 */
export function decode(data, { maxBytes }) {
  if (data.length > maxBytes) fail("E_TOO_LARGE", `${data.length} bytes; at most ${maxBytes} are read`);
  if (data.length === 0) fail("E_EMPTY", "the file has 0 bytes; a JSON document is expected");
  const packed = COMPRESSED.find(({ magic }) => startsWith(data, magic));
  if (packed) fail("E_COMPRESSED", `this is a ${packed.name} file; send the JSON itself`);
  if (WIDE_MARKS.some((mark) => startsWith(data, mark))) {
    fail("E_BOM", "this is UTF-16 or UTF-32 text; save it as UTF-8");
  }
  const body = startsWith(data, MARK) ? data.subarray(MARK.length) : data;
  const nul = body.indexOf(0);
  if (nul >= 0) fail("E_NUL", `a NUL byte at byte ${nul}; UTF-8 text is expected`);
  try {
    // ignoreBOM keeps a second mark in the text, where the parser refuses it as Python does.
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return fail("E_UTF8", "the file is not UTF-8; save it as UTF-8");
  }
}

/** @param {Uint8Array} data @param {number[]} magic */
function startsWith(data, magic) {
  return magic.every((byte, index) => data[index] === byte);
}

/** @param {string} code @param {string} message @returns {never} */
function fail(code, message) {
  throw new Rejected([finding(code, "", message)]);
}
