// Draws what became of a submission: one face for each state that sending can reach.
// Invariant: every state says what happened, what is kept, and what to do next; server text goes through text nodes
// and only https or same-origin addresses become links.

import { h } from "./dom.mjs";
import { countText, findingsPanel } from "./findings_panel.mjs";

const KEPT = "Your file and answers are kept.";
const NEXT = [
  "A maintainer checks the file, the source and the disclosures; nothing is ranked automatically.",
  "Questions and the decision appear as comments on the pull request.",
  "An accepted entry shows on the board as self-reported.",
];

/** state -> [tone, title, what to do]. Unknown states are drawn as "failed". */
const FACES = {
  sending: ["note", "Sending …", "The server scores the file again and opens a pull request under your name."],
  sent: ["good", "Pull request opened", null],
  already_open: ["good", "Already submitted", "These exact bytes are in an open pull request. No second one was opened."],
  already_accepted: ["good", "Already on the board", "These exact bytes were accepted earlier. No pull request was opened."],
  signed_out: ["warn", "Sign in to submit", `You are signed out, or your sign-in has expired. ${KEPT}`],
  wrong_identity: ["warn", "Sign in again", `The sign-in and the account do not agree. ${KEPT}`],
  missing_scope: ["warn", "Permission missing", `Sign in again and allow “write discussions”: it opens the pull request. ${KEPT}`],
  invalid: ["bad", "The server found a problem", `${KEPT} Nothing was sent to the hub.`],
  rate_limited: ["warn", "Too many submissions", KEPT],
  hub_busy: ["warn", "The hub asks to wait", KEPT],
  hub_unreachable: ["bad", "The hub cannot be reached", `${KEPT} No pull request was found; try again later, it stays one.`],
  hub_refused: ["bad", "The hub refused", KEPT],
  uncertain: ["warn", "Sent, but not confirmed", `${KEPT} Press Submit again: it looks first and never opens a second one.`],
  busy: ["warn", "Many visitors at once", `${KEPT} Try again in a moment.`],
  offline: ["bad", "No connection to this page's server", `${KEPT} Submit again when it is back: it never opens a second pull request.`],
  failed: ["bad", "Something failed on the server", `${KEPT} Submit again: it looks first and never opens a second pull request.`],
};

const SIGN_IN = new Set(["signed_out", "wrong_identity", "missing_scope"]);

/** The face of `outcome` {state, message?, url?, findings?, retry_after?}. `signIn()` makes a fresh sign-in link. */
export function outcomePanel(outcome, { signIn, canJump, jump }) {
  const [tone, title, advice] = FACES[outcome.state] ?? FACES.failed;
  const box = h("div", { class: `nns-outcome nns-${tone}`, "data-state": outcome.state }, h("p", { class: "nns-outcome-title" }, title));
  if (outcome.message) box.append(h("p", {}, outcome.message));
  if (advice) box.append(h("p", {}, advice));
  if (outcome.retry_after) box.append(h("p", {}, `Try again in ${waitText(outcome.retry_after)}.`));
  const link = safeLink(outcome);
  if (link) box.append(h("p", {}, link));
  if (outcome.state === "sent") box.append(h("ol", {}, NEXT.map((step) => h("li", {}, step))));
  if (SIGN_IN.has(outcome.state)) box.append(signIn());
  if (outcome.findings?.length) {
    box.append(findingsPanel(countText(outcome.findings.length), outcome.findings, { canJump, jump }));
  }
  return box;
}

function waitText(seconds) {
  return seconds < 90 ? countText(Math.ceil(seconds), "second") : countText(Math.ceil(seconds / 60), "minute");
}

function safeLink({ url, state }) {
  if (!url) return null;
  const target = new URL(url, location.href);
  if (target.protocol !== "https:" && target.origin !== location.origin) return null;
  const text = state === "already_accepted" ? "Open the entry" : "Open the pull request";
  return h("a", { href: target.href, target: "_blank", rel: "noopener noreferrer", class: "nns-link nns-strong" }, text);
}
