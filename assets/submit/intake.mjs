// Where predictions come in: choose, drop or paste. Invariant: bytes go to `onbytes` and nowhere else; no request
// is made here, and the same file can be chosen twice.

import { h, put } from "./dom.mjs";

/** "41 KB" in decimal units, as file managers show it. */
export function sizeText(bytes) {
  if (bytes < 1000) return `${bytes} bytes`;
  return bytes < 1e6 ? `${Math.round(bytes / 1000)} KB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

/** The predictions card. `onbytes(name, bytes)` gets what came in; larger files than `maxBytes` are cut one byte
 * past the limit, which is enough for the reader to refuse them and keeps the page responsive. */
export class Intake {
  constructor({ maxBytes, onbytes, onclear }) {
    this.maxBytes = maxBytes;
    this.onbytes = onbytes;
    this.picker = h("input", { type: "file", accept: ".json,application/json", id: "nns-file", class: "nns-offscreen" });
    this.picker.addEventListener("click", () => (this.picker.value = ""));
    this.picker.addEventListener("change", () => this.take(this.picker.files[0]));
    this.state = h("div", { class: "nns-drop-state" });
    this.pasted = h("textarea", { id: "nns-paste", class: "nns-mono", rows: 5, spellcheck: "false", autocomplete: "off" });
    this.paste = this.pasteBox();
    this.remove = h("button", { type: "button", class: "nns-quiet", hidden: true }, "Remove this file");
    this.remove.addEventListener("click", onclear);
    this.zone = h("div", { class: "nns-drop" }, this.state, this.ways());
    this.root = h("div", {}, this.zone, this.paste, this.remove);
    this.listen();
    this.empty();
  }

  ways() {
    const choose = h("label", { for: "nns-file", class: "nns-link" }, "choose");
    const paste = h("button", { type: "button", class: "nns-link", "aria-controls": "nns-paste-box" }, "paste");
    paste.addEventListener("click", () => {
      this.paste.hidden = !this.paste.hidden;
      if (!this.paste.hidden) this.pasted.focus();
    });
    return h("p", { class: "nns-ways" }, this.picker, (this.lead = h("span", {}, "Drop a file")), ", ", choose, " or ", paste);
  }

  pasteBox() {
    const use = h("button", { type: "button", class: "nns-button" }, "Read pasted text");
    use.addEventListener("click", () => {
      this.paste.hidden = true;
      const text = this.pasted.value;
      this.pasted.value = "";
      this.onbytes("pasted text", new TextEncoder().encode(text));
    });
    return h(
      "div",
      { class: "nns-paste", id: "nns-paste-box", hidden: true },
      h("label", { for: "nns-paste" }, "Predictions as JSON"),
      this.pasted,
      use,
    );
  }

  listen() {
    const over = (on) => (event) => {
      event.preventDefault();
      this.zone.classList.toggle("nns-over", on);
    };
    this.zone.addEventListener("dragenter", over(true));
    this.zone.addEventListener("dragover", over(true));
    this.zone.addEventListener("dragleave", over(false));
    this.zone.addEventListener("drop", (event) => {
      over(false)(event);
      const file = event.dataTransfer.files[0];
      if (file) return this.take(file);
      const text = event.dataTransfer.getData("text/plain");
      if (text) this.onbytes("dropped text", new TextEncoder().encode(text));
    });
  }

  async take(file) {
    if (!file) return;
    this.reading(file.name);
    try {
      const bytes = new Uint8Array(await file.slice(0, this.maxBytes + 1).arrayBuffer());
      this.onbytes(file.name, bytes);
    } catch {
      this.failed(file.name);
    }
  }

  empty() {
    put(this.state, h("span", { class: "nns-muted" }, "A predictions array, {\"predictions\": […]}, or a whole submission"));
    this.after("Drop a file", false);
  }

  reading(name) {
    put(this.state, h("strong", {}, name), " · reading …");
  }

  failed(name) {
    put(this.state, h("strong", {}, name), " · the browser could not read this file; choose it again");
    this.after("Drop another file", true);
  }

  /** Shows what was read: rows (null when the file was refused), size, and milliseconds (null after a reload).
   * Where the preview stands below the form, `verdict` says it here too, and leads there by `see()`. */
  loaded({ name, rows, size, took, verdict, see }) {
    const facts = [rows === null ? "not accepted" : `${rows} predictions`, sizeText(size)];
    facts.push(took === null ? "kept from your last visit" : `read in ${took < 1 ? "under 1" : Math.round(took)} ms`);
    const lead = h("button", { type: "button", class: "nns-link nns-strong nns-narrow" }, verdict);
    lead.addEventListener("click", see);
    put(this.state, h("strong", {}, name), ` · ${facts.join(" · ")}`, lead);
    this.zone.classList.toggle("nns-refused", rows === null);
    this.after("Drop another file", true);
  }

  after(lead, filled) {
    this.lead.textContent = lead;
    this.remove.hidden = !filled;
    if (!filled) this.zone.classList.remove("nns-refused");
  }
}
