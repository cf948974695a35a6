// The disclosure form: groups as accordions with counters, findings beside their fields.
// Invariant: a finding is shown at its own field or at the nearest field above it; none is dropped.

import { h } from "./dom.mjs";
import { build } from "./fields.mjs";
import { GROUPS, SOMETIMES } from "./layout.mjs";
import { answered, Model, nodeAt } from "./model.mjs";

/** The form over `schema`. `onchange()` after every answer. */
export class Form {
  constructor(schema, { licences = [], onchange }) {
    this.schema = schema;
    this.onchange = onchange;
    this.model = new Model(schema, () => this.onchange());
    this.places = new Map();
    this.touched = new Set();
    this.showAll = false;
    this.user = null;
    this.groups = GROUPS.map((group) => this.group(group));
    const options = licences.map((id) => h("option", { value: id }));
    this.root = h("div", { class: "nns-form" }, h("datalist", { id: "nns-licences" }, options), this.groups.map((g) => g.root));
    this.checkLayout();
    this.redraw();
  }

  checkLayout() {
    const shown = GROUPS.flatMap((group) => group.parts).map((part) => part.slice(1));
    const lost = answered(this.schema).filter((name) => !shown.includes(name));
    if (lost.length) throw new Error(`no group of the form shows ${lost.join(", ")}`);
  }

  group({ id, title, parts: named }) {
    const parts = named.filter((part) => !SOMETIMES.has(part) || nodeAt(this.schema, part) !== undefined);
    const nodes = parts.map((part) => nodeAt(this.schema, part));
    const count = h("span", { class: "nns-count" });
    const body = h("div", { class: "nns-group-body" });
    const objects = nodes.every((node) => node.type === "object" && !node.properties.status);
    const name = title ?? nodes[0].title;
    const root = h(
      "details",
      { class: "nns-group", "data-group": id, open: id === GROUPS[0].id },
      h("summary", {}, h("span", { class: "nns-group-title" }, name), count),
      body,
    );
    return { id, title: name, parts, nodes, objects, root, body, count };
  }

  /** Builds every field again from the model. */
  redraw() {
    this.places.clear();
    for (const group of this.groups) {
      const parts = group.parts.map((pointer, at) => {
        const node = group.nodes[at];
        const intro = node.type === "object" ? h("p", { class: "nns-intro" }, node.description) : null;
        const heading = group.objects && group.parts.length > 1 ? h("h4", {}, node.title) : null;
        return h("section", { class: "nns-section" }, heading, intro, build(this, pointer));
      });
      group.body.replaceChildren(...parts);
    }
    this.signedIn(this.user);
  }

  /** A signed-in name takes the place of the typed one, which comes back after signing out. */
  signedIn(user = null) {
    this.user = user;
    const control = this.places.get("/submitted_by").field.querySelector("input");
    control.readOnly = user !== null;
    control.value = user ?? this.model.get("/submitted_by");
  }

  /** Replaces the answers with a document's and shows their findings. */
  fill(document, { reveal = true } = {}) {
    this.model.fill(document);
    this.touched.clear();
    this.showAll = reveal;
    this.redraw();
    this.onchange();
  }

  register(pointer, place) {
    this.places.set(pointer, place);
  }

  /** Drops the places under a prefix, before a list draws its rows again. */
  forget(prefix) {
    for (const pointer of this.places.keys()) if (pointer.startsWith(prefix)) this.places.delete(pointer);
  }

  touch(pointer) {
    if (this.touched.has(pointer)) return;
    this.touched.add(pointer);
    this.onchange();
  }

  untouch(prefix) {
    for (const pointer of this.touched) if (pointer.startsWith(prefix)) this.touched.delete(pointer);
  }

  /** The pointer of the field that shows a finding at `where`; null when no field does. */
  fieldFor(where) {
    for (let at = where; at; at = at.slice(0, at.lastIndexOf("/"))) if (this.places.has(at)) return at;
    return null;
  }

  /** Puts each finding beside its field (touched ones, or all after a try to send) and counts per group. */
  show(findings) {
    const byField = new Map();
    for (const finding of findings) {
      const field = this.fieldFor(finding.where);
      if (field) byField.set(field, [...(byField.get(field) ?? []), finding]);
    }
    for (const [pointer, { field, place }] of this.places) {
      const visible = this.showAll || this.touched.has(pointer);
      const here = visible ? (byField.get(pointer) ?? []) : [];
      place.replaceChildren(...here.map((finding) => h("span", {}, beside(finding))));
      field.classList.toggle("nns-bad", here.length > 0);
      for (const control of field.querySelectorAll(":scope > input, :scope > textarea, :scope > select, :scope > div > input, :scope > .nns-chips")) {
        control.setAttribute("aria-invalid", String(here.length > 0));
      }
    }
    for (const group of this.groups) this.countGroup(group, findings);
  }

  /** The groups that have findings, in reading order: {title, findings in field order}. */
  byGroup(findings) {
    const order = [...this.places.keys()];
    const at = (finding) => order.indexOf(this.fieldFor(finding.where));
    return this.groups
      .map((group) => ({ title: group.title, findings: findings.filter((f) => this.fieldFor(f.where) && owns(group, f.where)) }))
      .filter((group) => group.findings.length)
      .map((group) => ({ ...group, findings: group.findings.toSorted((a, b) => at(a) - at(b)) }));
  }

  countGroup(group, findings) {
    const mine = findings.filter((finding) => owns(group, finding.where));
    const seen = this.showAll || [...this.touched].some((at) => group.parts.some((part) => at.startsWith(part)));
    const state = mine.length === 0 ? "done" : seen ? "fix" : "open";
    group.count.className = `nns-count nns-${state}`;
    group.count.textContent =
      state === "done" ? "complete ✓" : state === "fix" ? `${mine.length} to fix` : `${mine.length} to fill`;
  }

  /** Opens the group of `where`, brings its field into view and puts the focus there. */
  jump(where) {
    const at = this.fieldFor(where);
    if (!at) return false;
    const { field } = this.places.get(at);
    field.closest("details").open = true;
    for (let part = field; part; part = part.parentElement) if (part.hidden) part.hidden = false;
    field.scrollIntoView({ block: "center" });
    (field.querySelector("input, select, textarea, button") ?? field).focus({ preventScroll: true });
    return true;
  }
}

function owns(group, where) {
  return group.parts.some((part) => where === part || where.startsWith(part + "/"));
}

// Beside its own field a missing answer needs no field name.
function beside({ code, message }) {
  return code === "E_MISSING_FIELD" ? "an answer is needed" : message;
}
