// The preview as this tab uses it: the contract loaded once, files read, answers checked, documents built.
// Invariant: every judgement and every number is the preview's (assets/preview/); this file only chooses and words.

import { buildSubmission, disclosureFindings, loadContract, preview } from "../preview/index.mjs";
import { canonicalText } from "../preview/canonical.mjs";
import { parse } from "../preview/strict_json.mjs";
import { answered as answeredFields, nodeAt, segments } from "./model.mjs";

/** Thrown when a part of the contract did not arrive: the page says so instead of judging by half a contract. */
export class ContractMissing extends Error {
  constructor(part) {
    super(`${part} did not arrive`);
    this.part = part;
  }
}

/** The engine of one suite of suites.mjs, with everything it will ever ask for loaded. */
export async function loadEngine(suite) {
  return new Engine(await loadContract(fetchPart, suite.parts), suite);
}

async function fetchPart(path, part) {
  const response = await fetch(`/nnai/${path}`, { credentials: "same-origin" }).catch(() => null);
  if (!response?.ok) throw new ContractMissing(part);
  return response.json();
}

class Engine {
  constructor(contract, { endpoint, face }) {
    this.contract = contract;
    this.endpoint = endpoint;
    this.face = face;
    this.schema = contract.schema;
    this.suite = contract.suite.corpus;
    this.licences = [...contract.licences].sort();
    this.maxBytes = contract.suite.max_bytes;
  }

  /**
   * What `bytes` hold: {predictions, receipt, view, findings, disclosures, text}. Predictions and view are null for a
   * file that cannot be scored; disclosures are those of a whole submission, for the form to show and judge.
   */
  read(bytes) {
    const text = textOf(bytes);
    const document = this.submissionIn(bytes);
    const shown = preview(bytes, this.contract);
    if (shown.ok) return { ...this.accepted(shown), disclosures: document, text };
    if (document && shown.findings.every(({ where }) => this.formShows(where))) {
      const rows = new TextEncoder().encode(canonicalText({ predictions: document.predictions }));
      const again = preview(rows, this.contract);
      if (again.ok) return { ...this.accepted(again), disclosures: document, text };
    }
    const foreign = shown.findings.some(({ code }) => code === "E_BENCH_ID");
    return { predictions: null, receipt: null, view: null, findings: shown.findings, disclosures: foreign ? null : document, text };
  }

  accepted({ predictions, receipt, ...shown }) {
    return { predictions, receipt, view: this.face.view(shown, this.contract, predictions), findings: [] };
  }

  /** The whole submission in `bytes`, whatever its faults; null when they hold something else. */
  submissionIn(bytes) {
    try {
      const document = parse(bytes, { maxBytes: this.maxBytes });
      const whole = document !== null && typeof document === "object" && ("schema" in document || "suite" in document);
      return whole ? document : null;
    } catch {
      return null;
    }
  }

  /** Whether the form has a field for a finding at `where`, so that the finding is mended there. */
  formShows(where) {
    return answeredFields(this.schema).includes(segments(where)[0]) && nodeAt(this.schema, where) !== undefined;
  }

  /** What is wrong with the form's answers, in report order. */
  disclosureFindings(disclosures) {
    return disclosureFindings(disclosures, this.contract);
  }

  /** The canonical document of answers and a reading: {text, bytes, sha256, path, findings}. */
  build(disclosures, { predictions, receipt }) {
    return buildSubmission(disclosures, predictions, receipt, this.contract);
  }
}

/** The text of a file to keep for a reload; null for bytes that are no text, which no reader accepts anyway. */
function textOf(bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
