// The work that tests give to the preview modules, the same in node and in Chromium.
//
// Invariant: only calls what assets/preview exports and reports what came back; it decides nothing itself.
import { canonicalText } from "../../assets/preview/canonical.mjs";
import { Rejected } from "../../assets/preview/findings.mjs";
import { hex, sha256, sha256Hex } from "../../assets/preview/sha256.mjs";
import { Stream } from "../../assets/preview/stream.mjs";
import { parse } from "../../assets/preview/strict_json.mjs";

const MAX_BYTES = 2 ** 21;

/** @param {string} base64 */
function bytes(base64) {
  return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
}

/** @param {() => any} work */
function verdict(work) {
  try {
    return { value: work() };
  } catch (error) {
    if (!(error instanceof Rejected)) throw error;
    return { findings: error.findings };
  }
}

/** Canonical text of each document, or the findings that refuse it. */
function parseDocuments(/** @type {{documents: string[]}} */ { documents }) {
  return documents.map((document) => verdict(() => canonicalText(parse(bytes(document), { maxBytes: MAX_BYTES }))));
}

/** Digests of each byte string: by the platform, and by the fallback. */
async function digests(/** @type {{documents: string[]}} */ { documents }) {
  const digest = async (/** @type {string} */ text) => [await sha256Hex(bytes(text)), hex(sha256(bytes(text)))];
  return Promise.all(documents.map(digest));
}

/** Draws of keyed streams, as decimal text because they exceed 2^53. */
function draws(/** @type {{paths: string[][], below: number, size: number}} */ { paths, below, size }) {
  return paths.map((path) => {
    const stream = new Stream(path);
    const raw = Array.from({ length: 9 }, () => String(stream.u64()));
    const bounded = Array.from({ length: 9 }, () => String(stream.below(below)));
    return { raw, bounded, shuffled: stream.shuffled(Array.from({ length: size }, (_, index) => index)) };
  });
}

const TASKS = { parseDocuments, digests, draws };

/** @param {{task: keyof typeof TASKS}} request @returns {Promise<any>} */
export async function perform(request) {
  return TASKS[request.task](/** @type {any} */ (request));
}
