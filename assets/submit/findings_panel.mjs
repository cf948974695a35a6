// Draws findings: how many, each with its place and message, and all of them as text.
// Invariant: at most 50 are drawn, the total is always said, and the copied text holds every one.

import { copyButton, h } from "./dom.mjs";

const SHOWN = 50;

/** "/predictions/12/label" as people read it; the pointer itself stands beside. */
function placeOf({ where }) {
  return where === "" ? "whole file" : where;
}

/** All findings as plain text, one a line. */
export function findingsText(findings) {
  return findings.map((f) => `${f.code}\t${placeOf(f)}\t${f.message}`).join("\n") + "\n";
}

/** A list of findings under `heading`. `jump(where)` is offered for places the form shows. */
export function findingsPanel(heading, findings, { canJump = () => false, jump = () => {} } = {}) {
  const shown = findings.slice(0, SHOWN).map((finding) => {
    const place = h("span", { class: "nns-place" }, placeOf(finding));
    const go = h("button", { type: "button", class: "nns-link nns-place" }, placeOf(finding));
    go.addEventListener("click", () => jump(finding.where));
    return h(
      "li",
      {},
      h("div", { class: "nns-finding-head" }, h("code", {}, finding.code), canJump(finding.where) ? go : place),
      h("div", {}, finding.message),
    );
  });
  const more = findings.length > SHOWN ? `The first ${SHOWN} of ${findings.length} are listed.` : null;
  return h(
    "div",
    { class: "nns-findings" },
    heading && h("p", { class: "nns-findings-count" }, heading),
    h("ol", { tabindex: "0", "aria-label": "Findings" }, shown),
    more && h("p", { class: "nns-muted" }, more),
    copyButton("Copy findings as text", () => findingsText(findings)),
  );
}

/** "1 finding", "7 findings". */
export function countText(count, noun = "finding") {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
