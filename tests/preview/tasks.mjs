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

/** Draws of keyed streams in the form of tests/cases/stream/vectors.json. */
function draws(/** @type {{vectors: any[]}} */ { vectors }) {
  const letters = [..."abcdefghijklmnopqrstuvwxyz"];
  return vectors.map(({ path, below }) => {
    const raw = new Stream(path);
    const bounded = new Stream(path);
    return {
      path,
      u64: Array.from({ length: 10 }, () => raw.u64().toString(16).padStart(16, "0")),
      below: below.map((/** @type {{n: string}} */ { n }) => ({ n, result: String(bounded.below(BigInt(n))) })),
      shuffled_10: new Stream(path).shuffled([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]),
      sample_3_of_26: new Stream(path).sample(letters, 3),
    };
  });
}

const TASKS = { parseDocuments, digests, draws };

/** @param {{task: keyof typeof TASKS}} request @returns {Promise<any>} */
export async function perform(request) {
  return TASKS[request.task](/** @type {any} */ (request));
}
