// One suite's form: predictions and disclosures on the left, preview and actions on the right.
// Invariant: between choosing a file and pressing Submit no request is made; whatever goes wrong, the file and the
// answers stay; one press sends once.

import { readSession } from "../board/shell.mjs";
import { mountExplorer } from "../schedule/explorer.mjs";
import { h, put, saveFile } from "./dom.mjs";
import { Draft } from "./draft.mjs";
import { countText } from "./findings_panel.mjs";
import { Form } from "./form.mjs";
import { Intake } from "./intake.mjs";
import { buildPage } from "./page.mjs";
import { Panel } from "./panel.mjs";
import { call, CallFailed } from "./send.mjs";

const CHECK_AFTER = 120; // ms of quiet before the answers are checked again
const KEEP_AFTER = 300; // ms of quiet before they are written down

/** The form of `engine`'s suite, drawn into `root` under `choice`, the switch of suites. */
export class SubmitTab {
  constructor(root, { choice, engine, session }) {
    this.engine = engine;
    this.session = session;
    this.draft = new Draft(engine.suite);
    this.file = null; // {name, bytes, reading}: what came in last and what the reader said
    this.sending = false;
    this.form = new Form(engine.schema, { licences: engine.licences, onchange: () => this.changed() });
    this.intake = new Intake({
      maxBytes: engine.maxBytes,
      onbytes: (name, bytes) => this.take(name, bytes, { fill: true }),
      onclear: () => this.removeFile(),
    });
    this.schedules = h("div", { class: "nns-schedules", hidden: true });
    this.panel = new Panel({
      face: engine.face,
      jump: (where) => this.form.jump(where),
      canJump: (where) => this.form.fieldFor(where) !== null,
      download: () => this.download(),
      submit: () => this.submit(),
    });
    this.page = buildPage(root, {
      choice,
      intake: this.intake,
      schedules: this.schedules,
      form: this.form,
      panel: this.panel,
      clear: () => this.clear(),
    });
    this.showSession();
    this.restore();
    this.hidden = () => this.keep();
    globalThis.addEventListener("pagehide", this.hidden);
  }

  /** The form gives way to another suite's: what was typed is written down. */
  leave() {
    this.keep();
    clearTimeout(this.checking);
    globalThis.removeEventListener("pagehide", this.hidden);
  }

  /** Schedules are drawn, any instance at choice, where the file holds some that could be read. */
  drawSchedules({ view }) {
    const drawn = view?.schedules;
    this.schedules.hidden = !drawn;
    put(this.schedules);
    if (drawn) mountExplorer(this.schedules, drawn);
  }

  restore() {
    const { answers, name, text } = this.draft.read();
    if (answers) this.form.fill(this.form.model.documentOf(answers), { reveal: false });
    if (text !== null) this.take(name, new TextEncoder().encode(text), { fill: false, took: null });
    this.check();
  }

  showSession() {
    this.form.signedIn(this.session.user);
    this.panel.showSession(this.session.user);
  }

  /** Reads what came in and shows its score or its findings. */
  take(name, bytes, { fill, took }) {
    const began = performance.now();
    const reading = this.engine.read(bytes);
    const elapsed = took === undefined ? performance.now() - began : took;
    this.file = { name, bytes, reading };
    this.intake.loaded({
      name,
      rows: reading.predictions?.length ?? null,
      size: bytes.length,
      took: elapsed,
      verdict: verdictOf(reading),
      see: () => this.panel.root.scrollIntoView(),
    });
    this.panel.showReading(reading);
    this.drawSchedules(reading);
    if (fill && reading.disclosures) this.fillFrom(reading.disclosures);
    if (took !== null) this.page.warnUnkept(!this.draft.keepFile(name, reading.text));
    this.panel.clearOutcome();
    this.check();
  }

  fillFrom(disclosures) {
    const before = this.form.model.disclosures();
    this.form.fill(disclosures);
    this.page.offerUndo(() => this.form.fill(before));
  }

  removeFile() {
    this.file = null;
    this.draft.keepFile("", null);
    this.intake.empty();
    this.panel.showReading(null);
    this.drawSchedules({ view: null });
    this.panel.clearOutcome();
    this.page.noUndo();
  }

  clear() {
    this.removeFile();
    this.form.fill({}, { reveal: false });
    clearTimeout(this.keeping);
    this.keeping = null;
    this.draft.clear();
    this.check();
  }

  changed() {
    clearTimeout(this.checking);
    clearTimeout(this.keeping);
    this.checking = setTimeout(() => this.check(), CHECK_AFTER);
    this.keeping = setTimeout(() => this.keep(), KEEP_AFTER);
  }

  keep() {
    if (!this.keeping) return;
    clearTimeout(this.keeping);
    this.keeping = null;
    this.page.warnUnkept(!this.draft.keepAnswers(this.form.model.values));
  }

  disclosures() {
    const answers = this.form.model.disclosures();
    return this.session.user ? { ...answers, submitted_by: this.session.user } : answers;
  }

  check() {
    this.findings = this.engine.disclosureFindings(this.disclosures());
    this.form.show(this.findings);
    return this.findings;
  }

  /** The canonical document, or null after showing what is missing. */
  async document() {
    clearTimeout(this.checking);
    if (!this.file?.reading.predictions) {
      this.panel.needsFile(this.file !== null);
      return null;
    }
    this.form.showAll = true;
    const findings = this.check();
    if (findings.length) {
      this.panel.incomplete(findings, this.form.byGroup(findings));
      return null;
    }
    const built = await this.engine.build(this.disclosures(), this.file.reading);
    if (built.findings.length) {
      this.panel.incomplete(built.findings, this.form.byGroup(built.findings));
      return null;
    }
    return built;
  }

  async download() {
    const built = await this.document();
    if (!built) return;
    saveFile(`${built.sha256}.json`, built.bytes, "application/json");
    this.panel.downloaded(built);
  }

  async submit() {
    if (this.sending) return;
    this.sending = true;
    this.keep();
    this.panel.busy(true);
    try {
      await this.send();
    } finally {
      this.sending = false;
      this.panel.busy(false);
    }
  }

  async send() {
    if (!this.session.user) this.session = await readSession();
    this.showSession();
    const built = await this.document();
    if (!built) return;
    if (!this.session.user) return this.panel.showOutcome({ state: "signed_out" });
    this.panel.showOutcome({ state: "sending" });
    const outcome = await deliver(this.engine.endpoint, built.text);
    if (outcome.state === "signed_out" || outcome.state === "wrong_identity") {
      this.session = { user: null, scopes: [] };
      this.showSession();
    }
    this.panel.showOutcome(outcome);
  }
}

function verdictOf({ view, findings }) {
  return view ? `${view.main} %: see the preview` : `${countText(findings.length)}: see them`;
}

/** Sends the document and always comes back with an outcome. */
async function deliver(endpoint, text) {
  try {
    return JSON.parse(await call(endpoint, [text]));
  } catch (error) {
    if (!(error instanceof CallFailed)) return { state: "failed" };
    if (error.kind === "refused" && error.status === 413) return { state: "invalid", message: "The document is too large." };
    return { state: { offline: "offline", busy: "busy" }[error.kind] ?? "failed" };
  }
}
