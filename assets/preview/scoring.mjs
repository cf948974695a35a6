// The score of predictions on a suite: integer counts, and exact fractions made from them. Twin of evaluator/score.py.
//
// Invariant: nothing is rounded here; ABSTAIN is wrong; withdrawn items are not counted; the order of rows has no effect.
import { canonicalBytes } from "./canonical.mjs";
import { hex, sha256 } from "./sha256.mjs";
import { wilson, wilsonOfMean } from "./statistics.mjs";

/**
 * @typedef {import("./suite_data.mjs").Suite} Suite
 * @typedef {{numerator: bigint, denominator: bigint}} Fraction in lowest terms
 * @typedef {{correct: number, answered: number, total: number}} Tally
 * @typedef {Tally & {category: string, tier: number, family: string}} Count
 * @typedef {{suite: Suite, predictions_sha256: string, counts: Count[]}} Score counts in suite order
 */

export const SCORER = "nnai-scorer/1";
export const ABSTAIN = "ABSTAIN";

/**
 * @param {{id: string, label: string}[]} predictions of `readUpload` or `readSubmission`: sorted by id, complete
 * @param {Suite} suite @param {string} [digest] of the predictions, where it is known @returns {Score}
 */
export function score(predictions, suite, digest = predictionsSha256(predictions)) {
  const sums = emptyCounts(suite);
  for (const { id, label } of predictions) {
    if (suite.withdrawn.has(id)) continue;
    const item = suite.items[/** @type {number} */ (suite.position.get(id))];
    const count = /** @type {Count} */ (sums.get(cellKey(item)));
    if (label === item.label) count.correct += 1;
    if (label !== ABSTAIN) count.answered += 1;
    count.total += 1;
  }
  const counts = [...sums.values()].filter(({ total }) => total > 0);
  return { suite, predictions_sha256: digest, counts };
}

/** @param {{id: string, label: string}[]} predictions sorted by id @returns {string} 64 hexadecimal digits */
export function predictionsSha256(predictions) {
  return hex(sha256(canonicalBytes(predictions)));
}

/**
 * The sums over the counts that match; with no argument, over the whole suite.
 * @param {Score} score @param {{category?: string, tier?: number}} [part] @returns {Tally}
 */
export function tally({ counts }, { category, tier } = {}) {
  const sum = { correct: 0, answered: 0, total: 0 };
  for (const count of counts) {
    if (category !== undefined && count.category !== category) continue;
    if (tier !== undefined && count.tier !== tier) continue;
    sum.correct += count.correct;
    sum.answered += count.answered;
    sum.total += count.total;
  }
  return sum;
}

/** The mean of the category accuracies on all scored items, not rounded before averaging. @param {Score} score */
export function macro(score) {
  const parts = scoredCategories(score);
  let [numerator, denominator] = [0n, 1n];
  for (const { correct, total } of parts) {
    numerator = numerator * BigInt(total) + BigInt(correct) * denominator;
    denominator *= BigInt(total);
  }
  return fraction(numerator, denominator * BigInt(parts.length));
}

/** @param {Score} score @returns {[number, number]} the 95 % Wilson interval of its macro accuracy, both ends in 0..1 */
export function macroInterval(score) {
  return wilsonOfMean(scoredCategories(score));
}

/** The categories with scored items, in suite order: one without has no accuracy. @param {Score} score */
function scoredCategories(score) {
  return score.suite.categories.map(({ id }) => tally(score, { category: id })).filter(({ total }) => total > 0);
}

/** @param {Tally} part @returns {[number, number]} the 95 % Wilson interval of its accuracy, both ends in 0..1 */
export function interval({ correct, total }) {
  return wilson(correct, total);
}

/** @param {number|bigint} numerator 0 or more @param {number|bigint} denominator above 0 @returns {Fraction} */
export function fraction(numerator, denominator) {
  const [over, under] = [BigInt(numerator), BigInt(denominator)];
  let [a, b] = [over, under];
  while (b > 0n) [a, b] = [b, a % b];
  return { numerator: over / a, denominator: under / a };
}

/** @param {Suite} suite @returns {Map<string, Count>} by category, then tier, then family */
function emptyCounts({ categories, tiers }) {
  const sums = new Map();
  for (const { id: category, families } of categories) {
    for (const tier of tiers) {
      for (const family of families) {
        const count = { category, tier, family, correct: 0, answered: 0, total: 0 };
        sums.set(cellKey(count), count);
      }
    }
  }
  return sums;
}

/** @param {{category: string, tier: number, family: string}} cell */
function cellKey({ category, tier, family }) {
  return `${category} ${tier} ${family}`;
}
