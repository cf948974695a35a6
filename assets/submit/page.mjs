// The tab's frame: cards, notes about what is kept, and the two-step Clear. Invariant: no state of the submission
// lives here. The question is asked in the page, because a framed page may not open dialogs.

import { h, put } from "./dom.mjs";

/** Fills `root`; returns the notes the tab can show. */
export function buildPage(root, { choice, intake, schedules, form, panel, clear }) {
  const undo = h("p", { class: "nns-small", role: "status", hidden: true });
  const unkept = h(
    "p",
    { class: "nns-small", role: "alert", hidden: true },
    "This browser does not keep the file or the answers: a reload would lose them. Download the JSON to be safe.",
  );
  const predictions = card(1, "Predictions", "Scored in this browser. Nothing is sent until you press Submit.", [intake.root, schedules, undo]);
  const lead = "Every answer is public. “Unknown” is allowed, always visible, and never looks better than an honest answer.";
  const disclosures = card(2, "Disclosures", lead, [form.root, clearRow(clear), unkept]);
  root.classList.add("nnai-submit");
  put(root, h("div", { class: "nns-left" }, choice, predictions, disclosures), panel.root);
  return {
    warnUnkept: (lost) => (unkept.hidden = !lost),
    noUndo: () => (undo.hidden = true),
    offerUndo: (restore) => {
      const back = h("button", { type: "button", class: "nns-quiet" }, "Undo");
      back.addEventListener("click", () => {
        undo.hidden = true;
        restore();
      });
      put(undo, "The form was filled from this file. ", back);
      undo.hidden = false;
    },
  };
}

function card(number, title, lead, content) {
  const id = `nns-title-${number}`;
  return h(
    "section",
    { class: "nns-card", "aria-labelledby": id },
    h("h2", { class: "nns-title", id }, h("span", { class: "nns-number", "aria-hidden": "true" }, number), title),
    h("p", { class: "nns-lead" }, lead),
    content,
  );
}

function clearRow(clear) {
  const ask = h("button", { type: "button", class: "nns-quiet" }, "Clear the form");
  const yes = h("button", { type: "button", class: "nns-quiet" }, "Yes, clear everything");
  const no = h("button", { type: "button", class: "nns-quiet" }, "Keep");
  const note = h("span", {}, "Kept in this browser only. On a shared computer, clear it when you are done.");
  const row = h("div", { class: "nns-foot" }, note, ask);
  const back = () => {
    put(row, note, ask);
    ask.focus();
  };
  ask.addEventListener("click", () => {
    put(row, h("span", { role: "alert" }, "Clear the file and every answer?"), yes, no);
    no.focus();
  });
  yes.addEventListener("click", () => {
    clear();
    back();
  });
  no.addEventListener("click", back);
  return row;
}

/** Says which part of the contract is missing, and offers to load again. */
export function loadingFailed(root, choice, part, again) {
  const retry = h("button", { type: "button", class: "nns-button" }, "Load again");
  retry.addEventListener("click", again);
  root.classList.add("nnai-submit");
  put(
    root,
    choice,
    h(
      "section",
      { class: "nns-card", role: "alert" },
      h("h2", { class: "nns-title" }, "This tab could not be loaded"),
      h("p", { class: "nns-lead" }, `${part ?? "A part of the page"} did not arrive. What you typed earlier is kept.`),
      retry,
    ),
  );
}
