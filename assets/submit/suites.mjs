// The suites that take submissions: what each loads, where it is sent, how its score is worded.
// Invariant: one suite is on the form at a time; a document is read and sent by the contract of that suite alone.

import { PARTS, SCHEDULE_PARTS } from "../preview/index.mjs";
import { h } from "./dom.mjs";
import { choiceFace } from "./choice_face.mjs";
import { scheduleFace } from "./schedule_face.mjs";

export const SUITES = [
  { corpus: "core-v0.1", title: "Core v0.1", about: "900 multiple-choice questions", parts: PARTS, endpoint: "submit_core", face: choiceFace },
  {
    corpus: "scheduling-v0.2",
    title: "Scheduling v0.2",
    about: "300 scheduling instances",
    parts: SCHEDULE_PARTS,
    endpoint: "submit_scheduling",
    face: scheduleFace,
  },
];

/** The suite that the address names, or the first one. */
export function suiteInAddress(search = location.search) {
  const named = new URLSearchParams(search).get("suite");
  return SUITES.find(({ corpus }) => corpus === named) ?? SUITES[0];
}

/** The two-way switch above the form. `choose(suite)` hears of another choice. */
export function suiteSwitch(chosen, choose) {
  const buttons = SUITES.map((suite) => {
    const pressed = String(suite === chosen);
    const button = h("button", { type: "button", "data-suite": suite.corpus, "aria-pressed": pressed }, suite.title, h("small", {}, suite.about));
    button.addEventListener("click", () => suite !== chosen && choose(suite));
    return button;
  });
  return h("div", { class: "nns-suites", role: "group", "aria-label": "Suite to submit to" }, buttons);
}
