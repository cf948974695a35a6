// The form's values and their two translations: into the disclosures of a submission, and back from a document.
// Invariant: what was typed is what is sent; nothing is trimmed, folded or guessed, and a field left empty is absent.

import { STARTED, WRITTEN } from "./layout.mjs";

const INTEGER = /^-?(0|[1-9][0-9]*)$/;

/** "/a/b~1c" -> ["a", "b/c"]. */
export function segments(pointer) {
  return pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** The schema node that describes `pointer`; undefined where the schema has none. */
export function nodeAt(schema, pointer) {
  let node = schema;
  for (const part of segments(pointer)) {
    node = node?.type === "array" ? node.items : node?.properties?.[part];
  }
  return node;
}

/** `pointer` with list positions as *, the spelling of the layout table. */
export function shapeOf(pointer) {
  return pointer.replace(/\/\d+(?=\/|$)/g, "/*");
}

/** The fields of the schema's root that the visitor answers. */
export function answered(schema) {
  return Object.keys(schema.properties).filter((name) => !WRITTEN.includes(name));
}

/** The part of a document that `node` describes, from form values: numbers read, empty answers left out. */
export function toDocument(node, value) {
  if (node.type === "object") {
    const out = {};
    for (const [name, child] of Object.entries(node.properties)) {
      const part = toDocument(child, value?.[name]);
      if (part !== undefined) out[name] = part;
    }
    return out;
  }
  if (node.type === "array") return (value ?? []).map((row) => toDocument(node.items, row));
  if (node.type === "boolean") return value === true || value === false ? value : undefined;
  if (node.type === "integer") return readInteger(value);
  return value || (node.minLength === 0 ? "" : undefined);
}

function readInteger(text) {
  if (text === undefined || text === "") return undefined;
  return INTEGER.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : text;
}

/** Form values from the part of a document (of any shape at all) that `node` describes. */
export function fromDocument(node, part) {
  if (node.type === "object") {
    const out = {};
    const known = part !== null && typeof part === "object" && !Array.isArray(part);
    for (const [name, child] of Object.entries(node.properties)) {
      out[name] = fromDocument(child, known && Object.hasOwn(part, name) ? part[name] : undefined);
    }
    return out;
  }
  if (node.type === "array") return Array.isArray(part) ? part.map((row) => fromDocument(node.items, row)) : [];
  if (node.type === "boolean") return typeof part === "boolean" ? part : undefined;
  if (node.type === "integer" && ["number", "bigint"].includes(typeof part)) return String(part);
  return typeof part === "string" ? part : "";
}

/** The values behind the form, by pointer. `onchange(pointer)` hears of every change. */
export class Model {
  constructor(schema, onchange) {
    this.schema = schema;
    this.onchange = onchange;
    this.fill({});
  }

  /** Replaces every answer with those of `document`. */
  fill(document) {
    this.values = {};
    for (const name of answered(this.schema)) {
      this.values[name] = fromDocument(this.schema.properties[name], document?.[name]);
    }
    for (const pointer of STARTED) if (!this.get(pointer).length) this.get(pointer).push(this.blank(pointer));
  }

  /** An empty row of the list at `pointer`. */
  blank(pointer) {
    return fromDocument(nodeAt(this.schema, pointer).items, undefined);
  }

  /** The document part of kept values, which may have any shape. */
  documentOf(values) {
    return Object.fromEntries(
      answered(this.schema).map((name) => {
        const node = this.schema.properties[name];
        return [name, toDocument(node, fromDocument(node, values?.[name]))];
      }),
    );
  }

  get(pointer) {
    return segments(pointer).reduce((value, part) => value?.[part], this.values);
  }

  set(pointer, value) {
    const parts = segments(pointer);
    const last = parts.pop();
    parts.reduce((holder, part) => holder[part], this.values)[last] = value;
    this.onchange(pointer);
  }

  add(pointer) {
    this.get(pointer).push(this.blank(pointer));
    this.onchange(pointer);
  }

  remove(pointer, index) {
    this.get(pointer).splice(index, 1);
    this.onchange(pointer);
  }

  /** The disclosures as they stand in a submission document. */
  disclosures() {
    const out = {};
    for (const name of answered(this.schema)) {
      const part = toDocument(this.schema.properties[name], this.values[name]);
      if (part !== undefined) out[name] = part;
    }
    return out;
  }
}
