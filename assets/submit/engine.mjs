// The preview as this tab uses it: the contract loaded once, files read, answers checked, documents built.
// Invariant: every judgement and every number is the preview's (assets/preview/); this file only chooses and words.

import { buildSubmission, disclosureFindings, loadContract, preview } from "../preview/index.mjs";
import { canonicalText } from "../preview/canonical.mjs";
import { percent } from "../preview/statistics.mjs";
import { parse } from "../preview/strict_json.mjs";
import { answered as answeredFields, nodeAt, segments } from "./model.mjs";

const CHANCE = 25; // per cent: four options

/** Thrown when a part of the contract did not arrive: the page says so instead of judging by half a contract. */
export class ContractMissing extends Error {
  constructor(part) {
    super(`${part} did not arrive`);
    this.part = part;
  }
}

/** The engine, with everything it will ever ask for loaded. */
export async function loadEngine() {
  return new Engine(await loadContract(fetchPart));
}

async function fetchPart(path, part) {
  const response = await fetch(`/nnai/${path}`, { credentials: "same-origin" }).catch(() => null);
  if (!response?.ok) throw new ContractMissing(part);
  return response.json();
}

class Engine {
  constructor(contract) {
    this.contract = contract;
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
    return { predictions: null, receipt: null, view: null, findings: shown.findings, disclosures: document, text };
  }

  accepted({ predictions, receipt, ...shown }) {
    return { predictions, receipt, view: this.view(shown), findings: [] };
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

  view({ record, chance, rank, nearest }) {
    const { total } = record;
    return {
      macro: total.macro_accuracy_percent,
      low: total.wilson_low_percent,
      high: total.wilson_high_percent,
      chance: CHANCE,
      facts: [
        [`${total.correct} of ${total.total} correct`, `${total.wilson_low_percent} – ${total.wilson_high_percent} %`],
        ["Coverage", `${total.coverage_percent} %`],
        ["Accuracy on answered", total.answered_only_percent === null ? "none answered" : `${total.answered_only_percent} %`],
        ["Would rank", rankText(rank)],
        ["Against chance", chance.note.replace(/\.$/, "")],
        ...nearestFact(nearest[0]),
      ],
      categories: this.contract.suite.categories.map(({ id, name }) => category(record, id, name)),
      receipt: `sha256:${record.predictions_sha256}`,
    };
  }
}

function rankText({ best, worst, of }) {
  return best === worst ? `${best} of ${of}` : `${best} – ${worst} of ${of}`;
}

function nearestFact(entry) {
  if (!entry?.answered) return [];
  const { name, equal, answered, equalWrong, bothWrong } = entry;
  const detail = `${equal} of ${answered} answers equal; of ${bothWrong} that both got wrong, ${equalWrong} equal`;
  return [["Nearest entry", `${name}: ${percent(equal, answered, 0)} % equal`, detail]];
}

function category(record, id, title) {
  const cells = new Map();
  for (const { category: name, tier, correct, total } of record.counts) {
    if (name !== id) continue;
    const sum = cells.get(tier) ?? { correct: 0, total: 0 };
    cells.set(tier, { correct: sum.correct + correct, total: sum.total + total });
  }
  const tiers = [...cells.entries()].sort(([a], [b]) => a - b);
  const { correct, total } = record.categories.find((row) => row.category === id);
  return { title, tiers: tiers.map(([, cell]) => tierCell(cell)), all: percent(correct, total, 1) };
}

function tierCell({ correct, total }) {
  return { percent: percent(correct, total, 0), share: correct / total, correct, total };
}

/** The text of a file to keep for a reload; null for bytes that are no text, which no reader accepts anyway. */
function textOf(bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
