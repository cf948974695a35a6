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
  return total === 0 ? [0, 1] : bounds(correct, total);
}

/**
 * The 95 per cent Wilson interval of the mean of the parts' rates, each end in 0..1. Parts of several sizes count as so
 * many trials as give that mean the variance of a single rate.
 * @param {{correct: number, total: number}[]} parts one or more, none empty @returns {[number, number]} low and high
 */
export function wilsonOfMean(parts) {
  if (parts.every(({ total }) => total === parts[0].total)) {
    const [correct, total] = [sum(parts, "correct"), sum(parts, "total")];
    return wilson(correct, total);
  }
  let [rates, inverse] = [0, 0];
  for (const { correct, total } of parts) {
    rates += correct / total;
    inverse += 1 / total;
  }
  const trials = (parts.length * parts.length) / inverse;
  return bounds((rates / parts.length) * trials, trials);
}

/** @param {{correct: number, total: number}[]} parts @param {"correct"|"total"} name */
function sum(parts, name) {
  return parts.reduce((all, part) => all + part[name], 0);
}

/** @param {number} correct @param {number} total @returns {[number, number]} */
function bounds(correct, total) {
  // The order of operations is the twin's: it decides the last bit.
  const spread = Z95 * Math.sqrt((correct * (total - correct)) / total + Z95_SQUARED / 4);
  const middle = correct + Z95_SQUARED / 2;
  const width = total + Z95_SQUARED;
  return [correct === 0 ? 0 : (middle - spread) / width, correct === total ? 1 : (middle + spread) / width];
}
