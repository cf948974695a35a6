// One field of the form: label, help, control and the place of its findings, made from its schema node.
// Invariant: every control has a label, a described-by help and error, and reports its pointer to the registry.

import { h } from "./dom.mjs";
import { FIELDS } from "./layout.mjs";
import { nodeAt, segments, shapeOf } from "./model.mjs";

const AREA_FROM = 500; // a text of this many characters or more is written on several lines
const CHIPS_UP_TO = 4; // more choices than this are a select

/** The id of the control at `pointer`. */
export function controlId(pointer) {
  return "nns" + pointer.replaceAll("/", "-");
}

/** Builds whatever stands at `pointer`: an object's fields, a list, a declaration or one control. */
export function build(form, pointer) {
  const node = nodeAt(form.model.schema, pointer);
  if (!node) throw new Error(`the layout names ${pointer}, which the schema does not have`);
  if (node.type === "array") return list(form, pointer, node);
  if (node.type !== "object") return control(form, pointer, node);
  if (node.properties.status) return declaration(form, pointer, node);
  const inner = h("div", { class: "nns-grid" }, children(form, pointer, node));
  if (segments(pointer).length === 1) return inner;
  return h("fieldset", { class: "nns-part" }, h("legend", {}, node.title), help(pointer, node.description), inner);
}

function children(form, pointer, node) {
  return Object.keys(node.properties).map((name) => build(form, `${pointer}/${name}`));
}

function help(pointer, text) {
  return h("p", { class: "nns-help", id: controlId(pointer) + "-help" }, text);
}

function errorPlace(form, pointer, field) {
  const place = h("p", { class: "nns-error", id: controlId(pointer) + "-error" });
  form.register(pointer, { field, place });
  return place;
}

function described(pointer) {
  return `${controlId(pointer)}-help ${controlId(pointer)}-error`;
}

function isRequired(form, pointer) {
  const parts = segments(pointer);
  const name = parts.pop();
  const parent = nodeAt(form.model.schema, parts.map((part) => "/" + part).join(""));
  return parent.required?.includes(name) ?? true;
}

function control(form, pointer, node) {
  if (node.const === true) return confirmation(form, pointer, node);
  if (node.type === "boolean") return chips(form, pointer, node, [true, false], ["Yes", "No"]);
  if (node.enum && node.enum.length <= CHIPS_UP_TO) return chips(form, pointer, node, node.enum, node.enum);
  const entry = node.enum ? select(form, pointer, node) : input(form, pointer, node);
  return labelled(form, pointer, node, entry);
}

function frame(pointer, tag, extra = "") {
  const width = FIELDS[shapeOf(pointer)]?.width ?? "full";
  return h(tag, { class: `nns-field nns-${width} ${extra}`, "data-pointer": pointer });
}

function optional(form, pointer) {
  return isRequired(form, pointer) ? null : h("span", { class: "nns-optional" }, "optional");
}

function labelled(form, pointer, node, entry) {
  const field = frame(pointer, "div");
  const label = h("label", { for: controlId(pointer) }, node.title, optional(form, pointer));
  field.append(label, help(pointer, node.description), entry, errorPlace(form, pointer, field));
  return field;
}

function input(form, pointer, node) {
  const look = FIELDS[shapeOf(pointer)] ?? {};
  const area = node.maxLength >= AREA_FROM;
  const entry = h(area ? "textarea" : "input", {
    id: controlId(pointer),
    name: pointer,
    type: area ? null : "text",
    inputmode: node.type === "integer" ? "numeric" : look.type,
    class: look.mono ? "nns-mono" : null,
    placeholder: look.placeholder,
    list: look.list ? `nns-${look.list}` : null,
    rows: area ? 3 : null,
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: area ? "true" : "false",
    "aria-describedby": described(pointer),
    "aria-required": String(isRequired(form, pointer)),
  });
  entry.value = form.model.get(pointer) ?? "";
  entry.addEventListener("input", () => form.model.set(pointer, entry.value));
  entry.addEventListener("blur", () => form.touch(pointer));
  return entry;
}

function select(form, pointer, node) {
  const entry = h("select", {
    id: controlId(pointer),
    name: pointer,
    "aria-describedby": described(pointer),
    "aria-required": "true",
  });
  entry.append(h("option", { value: "" }, "Choose …"), ...node.enum.map((choice) => h("option", { value: choice }, choice)));
  entry.value = form.model.get(pointer) ?? "";
  entry.addEventListener("change", () => {
    form.model.set(pointer, entry.value);
    form.touch(pointer);
  });
  return entry;
}

function chips(form, pointer, node, choices, words, parent = null) {
  const field = frame(pointer, "div");
  const row = h("div", {
    class: "nns-chips",
    role: "radiogroup",
    "aria-labelledby": controlId(pointer) + "-label",
    "aria-describedby": described(pointer),
    "aria-required": String(isRequired(form, pointer)),
  });
  choices.forEach((choice, at) => {
    const id = `${controlId(pointer)}${at ? `-${at}` : ""}`;
    const radio = h("input", { type: "radio", id, name: controlId(pointer), value: words[at] });
    radio.checked = form.model.get(pointer) === choice;
    radio.addEventListener("change", () => {
      form.model.set(pointer, choice);
      form.touch(pointer);
    });
    const tone = choice === "unknown" ? "nns-chip nns-unknown" : "nns-chip";
    row.append(h("span", { class: tone }, radio, h("label", { for: id }, words[at])));
  });
  field.append(
    h("div", { class: "nns-label", id: controlId(pointer) + "-label" }, (parent ?? node).title),
    help(pointer, (parent ?? node).description),
    row,
    errorPlace(form, pointer, field),
  );
  return field;
}

function confirmation(form, pointer, node) {
  const field = frame(pointer, "div", "nns-confirm");
  const box = h("input", { type: "checkbox", id: controlId(pointer), "aria-describedby": described(pointer) });
  box.checked = form.model.get(pointer) === true;
  box.addEventListener("change", () => {
    form.model.set(pointer, box.checked ? true : undefined);
    form.touch(pointer);
  });
  field.append(
    h("div", {}, box, h("label", { for: controlId(pointer) }, node.title)),
    help(pointer, node.description.replace(/^True( states)?: *(.)/, (_, _states, first) => first.toUpperCase())),
    errorPlace(form, pointer, field),
  );
  return field;
}

// An answer with an explanation or a list of files: the second part shows once there is something to say.
function declaration(form, pointer, node) {
  const status = node.properties.status;
  const second = Object.keys(node.properties).find((name) => name !== "status");
  const box = h("div", { class: "nns-declaration" });
  const answer = chips(form, `${pointer}/status`, status, status.enum, status.enum, node);
  const detail = h("div", { class: "nns-detail" }, build(form, `${pointer}/${second}`));
  const show = () => {
    const said = form.model.get(`${pointer}/status`);
    detail.hidden = ["", "none", "unknown"].includes(said ?? "") && !form.model.get(`${pointer}/${second}`).length;
  };
  answer.addEventListener("change", show);
  show();
  box.append(answer, detail);
  return box;
}

function list(form, pointer, node) {
  const field = frame(pointer, "fieldset", "nns-list");
  const rows = h("div", { class: "nns-rows" });
  const word = node.items.title.toLowerCase();
  const add = h("button", { type: "button", class: "nns-quiet nns-add" }, `Add a ${word}`);
  const draw = () => {
    form.forget(pointer + "/");
    rows.replaceChildren(...form.model.get(pointer).map((_, at) => listRow(form, pointer, node, at, draw, add)));
    add.disabled = form.model.get(pointer).length >= node.maxItems;
  };
  add.addEventListener("click", () => {
    form.model.add(pointer);
    draw();
    rows.lastElementChild.querySelector("input, select, textarea").focus();
  });
  field.append(h("legend", {}, node.title), help(pointer, node.description), rows, add, errorPlace(form, pointer, field));
  draw();
  return field;
}

function listRow(form, pointer, node, at, draw, add) {
  const here = `${pointer}/${at}`;
  const remove = h(
    "button",
    { type: "button", class: "nns-quiet", "aria-label": `Remove ${node.items.title.toLowerCase()} ${at + 1}` },
    "Remove",
  );
  remove.addEventListener("click", () => {
    form.model.remove(pointer, at);
    form.untouch(pointer + "/");
    draw();
    add.focus();
  });
  const row = h("fieldset", { class: "nns-row", "data-pointer": here });
  const place = errorPlace(form, here, row);
  row.append(
    h("legend", {}, `${node.items.title} ${at + 1}`),
    remove,
    h("div", { class: "nns-grid" }, children(form, here, node.items)),
    place,
  );
  return row;
}
