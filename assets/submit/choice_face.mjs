// How a score of labels is worded for the panel. Invariant: every number is the preview's; this file only chooses and words.

import { percent } from "../preview/statistics.mjs";

const CHANCE = 25; // per cent: four options
const DESCRIPTIVE = 5; // fewer scored tasks describe and support no claim

export const choiceFace = {
  example: '[\n  {"id": "nb1-te-ded-1-000", "label": "B"},\n  {"id": "nb1-te-ded-1-001", "label": "ABSTAIN"},\n  …\n]',
  lead: "Your score appears here as soon as a predictions file is chosen: one row for each of the 900 test questions, in any order.",
  rule: "Labels are A, B, C, D or ABSTAIN. An abstention counts as wrong and lowers the coverage.",
  view({ record, chance, rank, nearest }, { suite }) {
    const { total } = record;
    return {
      main: total.macro_accuracy_percent,
      label: "macro accuracy",
      low: total.wilson_low_percent,
      high: total.wilson_high_percent,
      chance: CHANCE,
      facts: [
        [`${total.correct} of ${total.total} correct`, `${total.wilson_low_percent} – ${total.wilson_high_percent} %`],
        ...scoredFact(suite),
        ["Coverage", `${total.coverage_percent} %`],
        ["Accuracy on answered", total.answered_only_percent === null ? "none answered" : `${total.answered_only_percent} %`],
        ["Would rank", rankText(rank)],
        ["Against chance", chance.note.replace(/\.$/, "")],
        ...nearestFact(nearest[0]),
      ],
      table: {
        caption: "Accuracy in per cent by category and tier",
        head: ["Category", "Tier 1", "2", "3", "All"],
        rows: suite.categories.map(({ id, name }) => category(record, id, name)),
      },
      receipt: `sha256:${record.predictions_sha256}`,
    };
  },
};

/** How many tasks the score is over, where some are withdrawn from it. */
export function scoredFact({ items, scored, withdrawn }) {
  if (withdrawn.size === 0) return [];
  const title = `Answered and not counted: ${[...withdrawn].join(", ")}`;
  return [["Tasks scored", `${scored.length} of ${items.length}`, title]];
}

/** The name of a part of the suite, with a remark where too few of its tasks are scored for a claim. */
export function partTitle(name, scored) {
  if (scored === 0) return `${name} (none scored)`;
  return scored < DESCRIPTIVE ? `${name} (descriptive only)` : name;
}

/** "3 of 12", "1 – 4 of 12". */
export function rankText({ best, worst, of }) {
  return best === worst ? `${best} of ${of}` : `${best} – ${worst} of ${of}`;
}

/** One heat cell: the whole per cent of `over` in `under`, and a dash where nothing is scored. */
export function cell(over, under) {
  if (under === 0) return { percent: "–", share: 0, title: "no task is scored" };
  return { percent: percent(over, under, 0), share: over / under, title: `${over} of ${under}` };
}

function nearestFact(entry) {
  if (!entry?.answered) return [];
  const { name, equal, answered, equalWrong, bothWrong } = entry;
  const detail = `${equal} of ${answered} answers equal; of ${bothWrong} that both got wrong, ${equalWrong} equal`;
  return [["Nearest entry", `${name}: ${percent(equal, answered, 0)} % equal`, detail]];
}

function category(record, id, title) {
  const sums = new Map();
  for (const { category: name, tier, correct, total } of record.counts) {
    if (name !== id) continue;
    const sum = sums.get(tier) ?? { correct: 0, total: 0 };
    sums.set(tier, { correct: sum.correct + correct, total: sum.total + total });
  }
  const cells = record.tiers.map(({ tier }) => sums.get(tier) ?? { correct: 0, total: 0 });
  const { correct, total } = record.categories.find((row) => row.category === id);
  return {
    title: partTitle(title, total),
    cells: cells.map((sum) => cell(sum.correct, sum.total)),
    all: total === 0 ? "–" : percent(correct, total, 1),
  };
}
