// The sticky panel: score or findings of the file, the two actions, and what became of them.
// Invariant: a bad file never shows a number; every change is announced in one live region.

import { copyButton, h, put } from "./dom.mjs";
import { countText, findingsPanel, findingsText } from "./findings_panel.mjs";
import { outcomePanel } from "./outcome_panel.mjs";
import { scorePanel } from "./score_panel.mjs";
import { signInLink } from "./signin.mjs";

/** The panel with its two buttons. */
export class Panel {
  constructor({ face, jump, canJump, download, submit }) {
    this.face = face;
    this.links = { jump, canJump, signIn: signInLink };
    this.body = h("div", { class: "nns-body" });
    this.result = h("div", { class: "nns-result" });
    this.live = h("p", { class: "nns-offscreen", role: "status", "aria-live": "polite" });
    this.downloadButton = h("button", { type: "button", class: "nns-button", "data-action": "download" }, "Download JSON");
    this.submitButton = h("button", { type: "button", class: "nns-primary", "data-action": "submit" }, "Submit as PR");
    this.downloadButton.addEventListener("click", download);
    this.submitButton.addEventListener("click", submit);
    this.tag = h("span", { class: "nns-tag" }, "not on the board");
    this.who = h("p", { class: "nns-small" });
    this.root = h(
      "aside",
      { class: "nns-card nns-panel", "aria-labelledby": "nns-preview-title" },
      h("h2", { class: "nns-title", id: "nns-preview-title" }, "Preview", this.tag),
      this.body,
      h("div", { class: "nns-actions" }, this.downloadButton, this.submitButton),
      this.result,
      this.who,
      this.live,
    );
    this.showReading(null);
  }

  say(text) {
    this.live.textContent = text;
  }

  showSession(user) {
    const opens = "Submit opens a public pull request under your name";
    const rest = "A maintainer reviews it; nothing is ranked automatically.";
    const how = user ? `, ${user}. ` : ". You can fill everything in, preview and download signed out. ";
    put(this.who, opens + how + rest);
  }

  /** The empty state, the findings, or the score of what was read. */
  showReading(reading) {
    this.tag.hidden = !reading?.view;
    if (!reading) return put(this.body, emptyState(this.face));
    if (!reading.view) {
      const heading = `${countText(reading.findings.length)}: this file cannot be scored`;
      put(this.body, findingsPanel(heading, reading.findings, this.links));
      return this.say(heading);
    }
    put(this.body, h("p", { class: "nns-lead" }, "Same scorer as the review, proved on shared cases."), scorePanel(reading.view));
    this.say(`${reading.view.label}: ${reading.view.main} per cent. ${reading.view.facts[0].slice(0, 2).join(", ")}.`);
  }

  needsFile(refused) {
    const message = refused ? "This file cannot be scored; its findings are above." : "Choose, drop or paste a predictions file first.";
    this.notice("warn", "Predictions are missing", message);
  }

  /** Which answers are missing or wrong: by group, with a way to the first of each; the rest as a list. */
  incomplete(findings, groups) {
    const placed = groups.flatMap((group) => group.findings);
    const rest = findings.filter((finding) => !placed.includes(finding));
    const heading = `${countText(findings.length, "answer")} to fix`;
    this.notice(
      "warn",
      heading,
      "Nothing was sent.",
      h("ul", { class: "nns-groups" }, groups.map((group) => this.groupLine(group))),
      rest.length ? findingsPanel(null, rest, this.links) : null,
      copyButton("Copy findings as text", () => findingsText(findings)),
    );
  }

  groupLine({ title, findings }) {
    const go = h("button", { type: "button", class: "nns-link" }, title);
    go.addEventListener("click", () => this.links.jump(findings[0].where));
    return h("li", {}, go, h("span", {}, `${findings.length} to fix`));
  }

  downloaded({ sha256, path }) {
    const text = `${sha256.slice(0, 12)}….json holds exactly what Submit would send. You can also open the pull request by hand, with this path:`;
    this.notice("good", "Downloaded", text, h("code", {}, path), copyButton("Copy the path", () => path));
  }

  notice(tone, title, text, ...more) {
    const box = h("div", { class: `nns-outcome nns-${tone}` }, h("p", { class: "nns-outcome-title" }, title), h("p", {}, text), more);
    put(this.result, box);
    this.say(`${title}. ${text}`);
    box.scrollIntoView({ block: "nearest" });
  }

  showOutcome(outcome) {
    const box = outcomePanel(outcome, this.links);
    put(this.result, box);
    this.say(box.querySelector(".nns-outcome-title").textContent + ". " + (outcome.message ?? ""));
    box.scrollIntoView({ block: "nearest" });
  }

  clearOutcome() {
    put(this.result);
  }

  busy(on) {
    this.submitButton.disabled = on;
    this.submitButton.textContent = on ? "Sending …" : "Submit as PR";
  }
}

function emptyState({ lead, example, rule }) {
  return h("div", { class: "nns-empty" }, h("p", {}, lead), h("pre", {}, example), h("p", {}, rule));
}
