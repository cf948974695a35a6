// Rules across fields: what the schema cannot say about source, licences, track, disclosures and exposure.
// Twin of submissions_schema/rules.py, in its order.
//
// Invariant: a rule reads whatever part of the document has the right shape and says nothing about the rest. Rules
// return findings; they never repair, print or stop.
import { pointer, printable } from "./findings.mjs";

/**
 * @typedef {import("./findings.mjs").Finding} Finding
 * @typedef {{codes: import("./codes.mjs").Codes, hosts: string[], licences: Set<string>}} Tables
 * @typedef {(string|number)[]} Path
 */

const URL = /^https:\/\/([A-Za-z0-9.-]+)\/([A-Za-z0-9._~/@%+-]*)$/;
const PUBLIC_HOST = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/;
const OWN_LICENCE = /^LicenseRef-[A-Za-z0-9.-]+$/;
const LOCAL_TEXTS = new Set(["corpus", "index"]);
const ANSWERS = [
  ["provenance", "neural_assistance"],
  ["test_exposure", "items"],
  ["test_exposure", "labels"],
  ["test_exposure", "generator_details"],
  ["test_exposure", "tuning_across_test_runs"],
];
const RULES = [sourceRule, homepageRule, licenceRule, trackRule, disclosureRule, authoredCodeRule, exposureRule];

/** @param {any} document @param {Tables} tables @returns {Finding[]} */
export function ruleFindings(document, tables) {
  return RULES.flatMap((rule) => [...rule(document, tables)]);
}

/**
 * The source is a repository on an allowed public host.
 * @param {any} document @param {Tables} tables @returns {Generator<Finding>}
 */
function* sourceRule(document, { codes, hosts }) {
  const match = URL.exec(text(document, "source", "url") ?? "");
  if (match === null) return;
  const [, host, path] = match;
  if (!hosts.includes(host)) {
    yield codes.finding("E_URL_HOST", "/source/url", { found: printable(host), expected: hosts.join(", ") });
  }
  const segments = path.replace(/\/$/, "").split("/");
  if (segments.length < 2 || segments.some((segment) => ["", ".", ".."].includes(segment))) {
    yield codes.finding("E_URL_HOST.path", "/source/url");
  }
}

/**
 * A homepage stands on a public host name: no address literal, no port, no trailing dot.
 * @param {any} document @param {Tables} tables @returns {Generator<Finding>}
 */
function* homepageRule(document, { codes }) {
  const match = URL.exec(text(document, "system", "homepage") ?? "");
  if (match !== null && !PUBLIC_HOST.test(match[1])) {
    yield codes.finding("E_URL_HOST.homepage", "/system/homepage", { found: printable(match[1]) });
  }
}

/**
 * Licences are SPDX ids in their exact spelling, or LicenseRef-name.
 * @param {any} document @param {Tables} tables @returns {Generator<Finding>}
 */
function* licenceRule(document, { codes, licences }) {
  /** @type {Path[]} */
  const places = [["source", "licence"]];
  for (const index of (list(document, "resources") ?? []).keys()) places.push(["resources", index, "licence"]);
  for (const place of places) {
    const licence = text(document, ...place);
    if (licence === null || licences.has(licence) || OWN_LICENCE.test(licence)) continue;
    yield codes.finding("E_LICENCE", pointer(...place), { found: printable(licence) });
  }
}

/**
 * closed-book uses neither corpus nor index; offline-retrieval names at least one.
 * @param {any} document @param {Tables} tables @returns {Generator<Finding>}
 */
function* trackRule(document, { codes }) {
  const track = text(document, "track");
  const resources = list(document, "resources");
  if (resources === null) return;
  const kinds = resources.map((_, index) => text(document, "resources", index, "kind"));
  if (track === "closed-book") {
    for (const [index, kind] of kinds.entries()) {
      if (kind === null || !LOCAL_TEXTS.has(kind)) continue;
      yield codes.finding("E_TRACK_RESOURCES.closed_book", pointer("resources", index), { found: kind });
    }
  } else if (track === "offline-retrieval" && !kinds.some((kind) => kind !== null && LOCAL_TEXTS.has(kind))) {
    yield codes.finding("E_TRACK_RESOURCES.offline_retrieval", "/resources");
  }
}

/**
 * An answer that discloses something says what.
 * @param {any} document @param {Tables} tables @returns {Generator<Finding>}
 */
function* disclosureRule(document, { codes }) {
  for (const place of ANSWERS) {
    const status = text(document, ...place, "status");
    const explanation = text(document, ...place, "text");
    if ((status === "disclosed" || status === "declared") && explanation !== null && /^[ \n]*$/.test(explanation)) {
      yield codes.finding("E_DISCLOSURE.text", pointer(...place, "text"), { found: status });
    }
  }
}

/**
 * Declared authored code names its files; the answer none names no file.
 * @param {any} document @param {Tables} tables @returns {Generator<Finding>}
 */
function* authoredCodeRule(document, { codes }) {
  const status = text(document, "provenance", "authored_code", "status");
  const files = list(document, "provenance", "authored_code", "files");
  if (files === null) return;
  const where = "/provenance/authored_code/files";
  if (status === "declared" && files.length === 0) yield codes.finding("E_DISCLOSURE.files_missing", where);
  if (status === "none" && files.length > 0) yield codes.finding("E_DISCLOSURE.files_extra", where);
}

/**
 * The two flags of test exposure agree with the four answers.
 * @param {any} document @param {Tables} tables @returns {Generator<Finding>}
 */
function* exposureRule(document, { codes }) {
  const answer = (/** @type {string} */ name) => text(document, "test_exposure", name, "status");
  const [items, labels, tuning] = [answer("items"), answer("labels"), answer("tuning_across_test_runs")];
  const adapted = at(document, "test_exposure", "test_adapted");
  if (adapted === true && [items, labels, tuning].every((status) => status === "none")) {
    yield codes.finding("E_EXPOSURE.adapted_unexplained", "/test_exposure/test_adapted");
  }
  if (adapted === false && [labels, tuning].includes("declared")) {
    yield codes.finding("E_EXPOSURE.not_adapted", "/test_exposure/test_adapted");
  }
  if (at(document, "test_exposure", "template_informed") === true && answer("generator_details") === "none") {
    yield codes.finding("E_EXPOSURE.template_unexplained", "/test_exposure/template_informed");
  }
}

/** The value at `path`, or undefined. @param {any} document @param {Path} path @returns {any} */
function at(document, ...path) {
  let value = document;
  for (const step of path) {
    if (value === null || typeof value !== "object" || !Object.hasOwn(value, step)) return undefined;
    value = value[step];
  }
  return value;
}

/** @param {any} document @param {Path} path @returns {string|null} the text at `path` */
function text(document, ...path) {
  const value = at(document, ...path);
  return typeof value === "string" ? value : null;
}

/** @param {any} document @param {Path} path @returns {any[]|null} the list at `path` */
function list(document, ...path) {
  const value = at(document, ...path);
  return Array.isArray(value) ? value : null;
}
