// The facts of a suite as the page serves them (/nnai/suite/<corpus>.json, written by evaluator/browser_data.py):
//
//   {"suite": "nnai-bench-0.1", "corpus": "core-v0.1", "title": …, "test_sha256": …, "suite_digest": …,
//    "max_bytes": 2097152, "categories": [{"id": …, "name": …, "families": [id, …]}, …],
//    "items": [[id, index of its category, tier, family, label], …]}      in suite order
//
// or, for schedules (evaluator/schedule/browser_data.py), "kind": "schedule" and "instances": the rows of the corpus
// without text, in suite order; its items are the instances of schedule_instance.mjs.
//
// Invariant: a Suite has every item once; a file of another form throws, because that is the site's fault.
import { SCHEDULE, readInstance } from "./schedule_instance.mjs";

/**
 * @typedef {{id: string, category: string, tier: number, family: string, label: string}} Item
 * @typedef {{id: string, name: string, families: string[]}} Category
 * @typedef {{
 *   suite: string, corpus: string, title: string, test_sha256: string, suite_digest: string, max_bytes: number,
 *   kind?: "schedule", categories: Category[], tiers: number[], items: Item[], position: Map<string, number>,
 *   place: Map<string, number>,
 * }} Suite `position` gives an id's place in suite order, `place` its place among the sorted ids
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
  return { ...data, items, position, place, tiers };
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
