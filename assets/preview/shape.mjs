// A walker over the published JSON Schema: what does not have the right shape, and where.
//
// Invariant: the schema file is the only source of shape, in both languages. A keyword that this walker does not know
// throws, so that the schema cannot silently outgrow it. Codes and words come from wording.mjs.

/** @typedef {{keyword: string, path: (string|number)[], value: any, schema: any}} Fault
 *  `path` leads to the fault (for a missing or extra field: to that field), `schema` is the schema that was broken */

const ANNOTATIONS = new Set(["$schema", "$id", "$comment", "title", "description", "x-codes"]);
const KEYWORDS = new Set([
  "type", "const", "enum", "pattern", "minLength", "maxLength", "minimum", "maximum", "minItems", "maxItems", "items",
  "required", "properties", "additionalProperties",
]);
/** @type {Record<string, (value: any) => boolean>} */
const TYPES = {
  object: (value) => value !== null && typeof value === "object" && !Array.isArray(value),
  array: (value) => Array.isArray(value),
  string: (value) => typeof value === "string",
  integer: (value) => typeof value === "number",
  boolean: (value) => typeof value === "boolean",
  null: (value) => value === null,
};
/** @type {Record<string, (value: any, bound: any) => boolean>} faults, by keyword, of a value of the right type */
const BROKEN = {
  const: (value, bound) => value !== bound,
  enum: (value, bound) => !bound.includes(value),
  pattern: (value, bound) => !expression(bound).test(value),
  minLength: (value, bound) => value.length < bound * 2 && [...value].length < bound,
  maxLength: (value, bound) => value.length > bound && [...value].length > bound,
  minimum: (value, bound) => value < bound,
  maximum: (value, bound) => value > bound,
  minItems: (value, bound) => value.length < bound,
  maxItems: (value, bound) => value.length > bound,
};
/** @typedef {{parent: Trail|null, step: string|number}} Trail the way to a value, written out only for faults */
/** @typedef {{keyword: string, broken: (value: any, bound: any) => boolean, bound: any}} Check */
/** @type {Map<string, RegExp>} */
const expressions = new Map();
/** @type {WeakMap<any, Check[]>} */
const checksOf = new WeakMap();

/**
 * Every fault of `value`, in document order. A value of the wrong type has no other fault and is not entered.
 * @param {any} value a value of strict_json.mjs @param {any} schema as `checkSchema` accepted it
 * @returns {Fault[]}
 */
export function faults(value, schema) {
  /** @type {Fault[]} */
  const found = [];
  visit(value, schema, null, found);
  return found;
}

/** @param {any} schema @throws {TypeError} when the schema says something that `faults` would not hear */
export function checkSchema(schema) {
  for (const keyword of Object.keys(schema)) {
    if (!KEYWORDS.has(keyword) && !ANNOTATIONS.has(keyword)) throw new TypeError(`unknown schema keyword ${keyword}`);
  }
  for (const type of [schema.type].flat()) {
    if (!Object.hasOwn(TYPES, type)) throw new TypeError(`unknown schema type ${type}`);
    if (type === "object" && schema.additionalProperties !== false) throw new TypeError("an open object");
  }
  for (const child of Object.values(schema.properties ?? {})) checkSchema(child);
  if (schema.items) checkSchema(schema.items);
}

/** @param {any} value @param {any} schema @param {Trail|null} trail @param {Fault[]} found */
function visit(value, schema, trail, found) {
  const type = typeOf(value, schema.type);
  if (type === undefined) {
    found.push({ keyword: "type", path: steps(trail), value, schema });
    return;
  }
  if (type === "null") return;
  for (const { keyword, broken, bound } of checks(schema)) {
    if (broken(value, bound)) found.push({ keyword, path: steps(trail), value, schema });
  }
  if (type === "object") visitFields(value, schema, trail, found);
  if (type === "array") {
    for (let at = 0; at < value.length; at += 1) visit(value[at], schema.items, { parent: trail, step: at }, found);
  }
}

/** Which of the types that a schema allows `value` has. @param {any} value @param {string|string[]} types */
function typeOf(value, types) {
  if (typeof types === "string") return TYPES[types](value) ? types : undefined;
  return types.find((type) => TYPES[type](value));
}

/** @param {any} object @param {any} schema @param {Trail|null} trail @param {Fault[]} found */
function visitFields(object, schema, trail, found) {
  for (const name of schema.required ?? []) {
    if (Object.hasOwn(object, name)) continue;
    found.push({ keyword: "required", path: [...steps(trail), name], value: undefined, schema });
  }
  for (const name of Object.keys(object)) {
    if (Object.hasOwn(schema.properties, name)) {
      visit(object[name], schema.properties[name], { parent: trail, step: name }, found);
    } else {
      found.push({ keyword: "additionalProperties", path: [...steps(trail), name], value: object[name], schema });
    }
  }
}

/** @param {Trail|null} trail @returns {(string|number)[]} */
function steps(trail) {
  const path = [];
  for (let at = trail; at !== null; at = at.parent) path.push(at.step);
  return path.reverse();
}

/** The checks that a schema node asks for, looked up once a node. @param {any} schema @returns {Check[]} */
function checks(schema) {
  let made = checksOf.get(schema);
  if (!made) {
    const keywords = Object.keys(BROKEN).filter((keyword) => Object.hasOwn(schema, keyword));
    made = keywords.map((keyword) => ({ keyword, broken: BROKEN[keyword], bound: schema[keyword] }));
    checksOf.set(schema, made);
  }
  return made;
}

/** @param {string} pattern */
function expression(pattern) {
  let made = expressions.get(pattern);
  if (!made) expressions.set(pattern, (made = new RegExp(pattern, "u")));
  return made;
}
