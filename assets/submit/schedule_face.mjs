// How a score of schedules is worded for the panel. Invariant: every number is the preview's; this file only chooses and
// words; partial credit and diagnostics stand beside feasibility and never in front of it.

import { explainInstance } from "../preview/index.mjs";
import { cell, partTitle, rankText, scoredFact } from "./choice_face.mjs";

export const scheduleFace = {
  example: '[\n  {"id": "sch-te-1-000", "schedule": [\n    {"task": "T1", "worker": "W2", "start": 5}, …\n  ]},\n  {"id": "sch-te-1-001", "schedule": null},\n  …\n]',
  lead: "Your score appears here as soon as a predictions file is chosen: one row for each of the 300 test instances, in any order.",
  rule: "A schedule gives tasks a worker and a start; tasks may be left out, and null abstains. Both count as not feasible.",
  view({ record, rank, instances }, { suite }, predictions) {
    const { total } = record;
    return {
      main: total.feasibility_percent,
      label: "feasible",
      low: total.wilson_low_percent,
      high: total.wilson_high_percent,
      chance: null,
      facts: [
        [`${total.feasible} of ${total.total} feasible`, `${total.wilson_low_percent} – ${total.wilson_high_percent} %`],
        ["Partial credit", `${total.partial_credit_percent} %`, "The mean of clean tasks over all tasks; it never ranks"],
        ...scoredFact(suite),
        ["Coverage", `${total.coverage_percent} %`],
        ["Tasks scheduled", `${total.scheduled} of ${total.tasks}`],
        ["Violations", String(total.violations)],
        ["Would rank", rankText(rank)],
      ],
      table: {
        caption: "Feasible schedules and partial credit in per cent by tier",
        head: ["Tier", "Feasible", "Partial"],
        rows: record.tiers.map((part) => ({
          title: partTitle(`Tier ${part.tier}`, part.total),
          cells: [cell(part.feasible, part.total)],
          all: part.partial_credit_percent ?? "–",
        })),
      },
      receipt: `sha256:${record.predictions_sha256}`,
      schedules: { instances, describe: (id) => explainInstance(predictions, suite, id) },
    };
  },
};
