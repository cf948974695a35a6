// The facts of a suite as the page serves them (/nnai/suite/<corpus>.json, written by evaluator/browser_data.py):
//
//   {"suite": "nnai-bench-0.1", "corpus": "core-v0.1", "title": …, "test_sha256": …, "suite_digest": …,
//    "max_bytes": 2097152, "categories": [{"id": …, "name": …, "families": [id, …]}, …],
//    "items": [[id, index of its category, tier, family, label], …]}      in suite order
//
// or, for schedules (evaluator/schedule/browser_data.py), "kind": "schedule" and "instances": the rows of the corpus
// without text, in suite order; its items are the instances of schedule_instance.mjs. Where tasks are withdrawn from the
// score, "withdrawn" lists their ids: a file answers them all the same, and only the score leaves them out.
//
// Invariant: a Suite has every item once and scores at least one; a file of another form throws, because that is the
// site's fault.
import { SCHEDULE, readInstance } from "./schedule_instance.mjs";

/**
 * @typedef {{id: string, category: string, tier: number, family: string, label: string}} Item
 * @typedef {{id: string, name: string, families: string[]}} Category
 * @typedef {{
 *   suite: string, corpus: string, title: string, test_sha256: string, suite_digest: string, max_bytes: number,
 *   kind?: "schedule", categories: Category[], tiers: number[], items: Item[], position: Map<string, number>,
 *   place: Map<string, number>, withdrawn: Set<string>, scored: Item[],
 * }} Suite `position` gives an id's place in suite order, `place` its place among the sorted ids; `scored` are the items
 *   that count
 */

const TEXTS = ["suite", "corpus", "title", "test_sha256", "suite_digest"];

/** @param {any} data the served JSON @returns {Suite} @throws {TypeError} */
export function readSuite(data) {
  for (const name of TEXTS) if (typeof data?.[name] !== "string") throw new TypeError(`suite data: ${name} is no text`);
  if (!Number.isSafeInteger(data.max_bytes)) throw new TypeError("suite data: max_bytes is no integer");
  const items = data.kind === SCHEDULE ? data.instances.map(readInstance) : readItems(data);
  const position = new Map(items.map((/** @type {Item} */ item, /** @type {number} */ at) => [item.id, at]));
  if (position.size !== items.length || items.length === 0) throw new TypeError("suite data: an id stands twice");
  const sorted = [...position.keys()].sort();
  const place = new Map(sorted.map((id, at) => [id, at]));
  const tiers = [...new Set(items.map((/** @type {Item} */ item) => item.tier))].sort();
  return withdrawing({ ...data, items, position, place, tiers }, new Set(data.withdrawn ?? []));
}

/** The suite as it is when every task counts: what a receipt is about. @param {Suite} suite @returns {Suite} */
export function wholeSuite(suite) {
  return suite.withdrawn.size > 0 ? withdrawing(suite, new Set()) : suite;
}

/** @param {any} suite @param {Set<string>} withdrawn @returns {Suite} @throws {TypeError} */
function withdrawing(suite, withdrawn) {
  for (const id of withdrawn) if (!suite.position.has(id)) throw new TypeError("suite data: an unknown id is withdrawn");
  const scored = suite.items.filter((/** @type {Item} */ { id }) => !withdrawn.has(id));
  if (scored.length === 0) throw new TypeError("suite data: no task is scored");
  return { ...suite, withdrawn, scored };
}

/** @param {any} data @returns {Item[]} */
function readItems({ items, categories }) {
  return items.map((/** @type {any[]} */ row) => readItem(row, categories));
}

/** @param {any[]} row @param {Category[]} categories @returns {Item} */
function readItem([id, index, tier, family, label], categories) {
  const category = categories[index]?.id;
  if (typeof id !== "string" || typeof category !== "string" || typeof label !== "string") {
    throw new TypeError("suite data: an item is [id, category index, tier, family, label]");
  }
  return { id, category, tier, family, label };
}
