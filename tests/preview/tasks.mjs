// The work that tests give to the preview modules, the same in node and in Chromium.
//
// Invariant: only calls what assets/preview exports and reports what came back; it decides nothing itself.
import { canonicalText } from "../../assets/preview/canonical.mjs";
import { nearest, standing } from "../../assets/preview/compare.mjs";
import { Rejected } from "../../assets/preview/findings.mjs";
import * as door from "../../assets/preview/index.mjs";
import { score } from "../../assets/preview/scoring.mjs";
import { hex, sha256, sha256Hex } from "../../assets/preview/sha256.mjs";
import { Stream } from "../../assets/preview/stream.mjs";
import { parse } from "../../assets/preview/strict_json.mjs";
import { SCHEDULE_TASKS } from "./schedule_tasks.mjs";

const MAX_BYTES = 2 ** 21;

/** @param {string} base64 */
function bytes(base64) {
  const text = atob(base64);
  const data = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) data[at] = text.charCodeAt(at);
  return data;
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

/** Each file as the reader `read` (readSubmission or readUpload) judges it; accepted ones with their score record. */
function readFiles(/** @type {any} */ { read, contract, files }) {
  const facts = door.buildContract(contract);
  const reader = /** @type {typeof door.readUpload} */ ({ ...door }[read]);
  return files.map((/** @type {string} */ file) => {
    const { ok, findings, predictions, submission } = reader(bytes(file), facts);
    if (!ok) return { findings };
    const report = new TextDecoder().decode(door.reportBytes(score(predictions, facts.suite)));
    return { report, submission: submission && canonicalText(submission) };
  });
}

/** What the page shows of each file, after loading its parts as the page does. */
async function previewFiles(/** @type {any} */ { contract, files }) {
  const facts = await door.loadContract(async (_, part) => contract[part]);
  return files.map((/** @type {string} */ file) => door.preview(bytes(file), facts));
}

/** Disclosures and a predictions file made into the document that is sent. */
async function build(/** @type {any} */ { contract, disclosures, file }) {
  const facts = door.buildContract(contract);
  const shown = door.preview(bytes(file), facts);
  if (!shown.ok) return shown;
  const built = await door.buildSubmission(disclosures, shown.predictions, shown.receipt, facts);
  return { ...built, bytes: undefined };
}

/** What is wrong with each set of form answers. */
function judgeDisclosures(/** @type {any} */ { contract, disclosures }) {
  const facts = door.buildContract(contract);
  return disclosures.map((/** @type {any} */ answers) => door.disclosureFindings(answers, facts));
}

/** Nearest entries and would-be rank of each label vector. */
function compareLabels(/** @type {any} */ { contract, vectors }) {
  const { board } = door.buildContract(contract);
  return vectors.map((/** @type {string} */ labels) => ({
    standing: standing(labels, board),
    nearest: nearest(labels, board, 3),
  }));
}

const TASKS = {
  parseDocuments, digests, draws, readFiles, previewFiles, build, judgeDisclosures, compareLabels,
  ...SCHEDULE_TASKS,
};

/** @param {{task: keyof typeof TASKS}} request @returns {Promise<any>} */
export async function perform(request) {
  return TASKS[request.task](/** @type {any} */ (request));
}
