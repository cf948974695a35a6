// Exact binomial tests in the browser. Twin of evaluator/statistics/{binomial,chance,mcnemar,percent}.py.
//
// Invariant: a probability is a fraction of two BigInt and is compared as such; only its text is rounded.

/** @typedef {{numerator: bigint, denominator: bigint}} Fraction not reduced; the denominator is above 0 */
/** @typedef {{verdict: "above"|"near"|"below", pAbove: Fraction, pBelow: Fraction, note: string}} ChanceTest */

/**
 * For successes = 0, 1, …, `trials`: how many of `options ** trials` answer sheets have at most that many successes.
 * @param {number} trials @param {number} options at least 2 @returns {Generator<bigint>}
 */
function* lowerCounts(trials, options) {
  const others = BigInt(options - 1);
  let term = others ** BigInt(trials);
  let count = 0n;
  for (let successes = 0; successes <= trials; successes += 1) {
    count += term;
    yield count;
    term = (term * BigInt(trials - successes)) / (BigInt(successes + 1) * others);
  }
}

/**
 * For trials = 0, 1, …, `longest`: the lower counts of two options for successes 0..longest / 2. The array is reused:
 * each row replaces the one before it by Pascal's rule.
 * @param {number} longest @returns {Generator<bigint[]>}
 */
export function* coinRows(longest) {
  const row = new Array(Math.floor(longest / 2) + 1).fill(1n);
  yield row;
  for (let trials = 1; trials <= longest; trials += 1) {
    for (let successes = row.length - 1; successes > 0; successes -= 1) row[successes] += row[successes - 1];
    yield row;
  }
}

/**
 * Exact two-sided McNemar test of items that only the first and only the second system got right.
 * @param {number} onlyFirst @param {number} onlySecond @returns {Fraction} at most 1; 1 without discordant items
 */
export function mcnemar(onlyFirst, onlySecond) {
  checkCounts(0 <= onlyFirst && 0 <= onlySecond, [onlyFirst, onlySecond]);
  const discordant = onlyFirst + onlySecond;
  const denominator = 2n ** BigInt(discordant);
  const numerator = 2n * lowerCount(Math.min(onlyFirst, onlySecond), discordant, 2);
  return { numerator: numerator < denominator ? numerator : denominator, denominator };
}

/**
 * The verdict on `correct` of `total` against uniform guessing, as evaluator.statistics.chance_test gives it.
 * @param {number} correct @param {number} total @param {number} [options] @returns {ChanceTest}
 */
export function aboveChance(correct, total, options = 4) {
  checkCounts(0 <= correct && correct <= total && options >= 2, [correct, total, options]);
  const denominator = BigInt(options) ** BigInt(total);
  const pAbove = { numerator: denominator - lowerCount(correct - 1, total, options), denominator };
  const pBelow = { numerator: lowerCount(correct, total, options), denominator };
  if (belowFivePercent(pAbove)) return { verdict: "above", pAbove, pBelow, note: `Above chance (${pText(pAbove)}).` };
  if (belowFivePercent(pBelow) && 9 * correct <= 2 * total) {
    const note = `Below chance (${pText(pBelow)}): usually the labels were mapped wrongly.`;
    return { verdict: "below", pAbove, pBelow, note };
  }
  return { verdict: "near", pAbove, pBelow, note: `Not distinguishable from guessing (${pText(pAbove)}).` };
}

/**
 * A probability as the board prints it: "p = 0.0312", half-even from the exact value, or "p < 0.0001".
 * @param {Fraction} p @returns {string}
 */
export function pText({ numerator, denominator }) {
  if (numerator * 10_000n < denominator) return "p < 0.0001";
  const scaled = String(halfEven(numerator * 10_000n, denominator)).padStart(5, "0");
  return `p = ${scaled.slice(0, -4)}.${scaled.slice(-4)}`;
}

/** @param {bigint} numerator 0 or more @param {bigint} denominator above 0 @returns {bigint} */
function halfEven(numerator, denominator) {
  const floor = numerator / denominator;
  const twice = 2n * (numerator % denominator);
  return twice > denominator || (twice === denominator && floor % 2n === 1n) ? floor + 1n : floor;
}

/** @param {Fraction} p */
function belowFivePercent({ numerator, denominator }) {
  return numerator * 20n < denominator;
}

/** @param {number} successes @param {number} trials @param {number} options @returns {bigint} */
function lowerCount(successes, trials, options) {
  if (successes < 0) return 0n;
  let left = successes;
  for (const count of lowerCounts(trials, options)) {
    if (left === 0) return count;
    left -= 1;
  }
  throw new RangeError(`${successes} successes in ${trials} trials`);
}

/** @param {boolean} sound @param {number[]} counts */
function checkCounts(sound, counts) {
  if (!sound || !counts.every(Number.isSafeInteger)) throw new RangeError(`impossible counts ${counts.join(", ")}`);
}
