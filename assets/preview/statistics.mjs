// Statistics of the preview: one door to the exact tests, and the Wilson interval. Twin of evaluator/statistics/.
//
// Invariant: every function gives what its Python twin gives, to the last bit or digit.

export { percent, percentOfDouble } from "./percent.mjs";
export { aboveChance, mcnemar, pText } from "./statistics_exact.mjs";
export { correctness, family, rankAmong } from "./statistics_rank.mjs";
export { expected, pValue, similarity, zScore } from "./statistics_similarity.mjs";

const Z95 = 1.959963984540054;
const Z95_SQUARED = Z95 * Z95;

/**
 * The 95 per cent Wilson interval of `correct` of `total`, each end in 0..1; [0, 1] without trials.
 * @param {number} correct @param {number} total @returns {[number, number]} low and high
 */
export function wilson(correct, total) {
  if (!Number.isSafeInteger(correct) || !Number.isSafeInteger(total) || correct < 0 || correct > total) {
    throw new RangeError(`expected 0 <= correct <= total, got ${correct} and ${total}`);
  }
  if (total === 0) return [0, 1];
  // The order of operations is the twin's: it decides the last bit.
  const spread = Z95 * Math.sqrt((correct * (total - correct)) / total + Z95_SQUARED / 4);
  const middle = correct + Z95_SQUARED / 2;
  const width = total + Z95_SQUARED;
  return [correct === 0 ? 0 : (middle - spread) / width, correct === total ? 1 : (middle + spread) / width];
}
