// Do two answer files agree more than independence allows? Twin of evaluator/statistics/similarity.py; the reasons
// stand there.
//
// Invariant: expectation and p are exact fractions of the permutation distribution within gold letters, and z is
// computed in the order of operations of the twin, so both print the same.

/** @typedef {import("./statistics_exact.mjs").Fraction} Fraction */
/** @typedef {[number, number][]} Margins for each letter: how often the first and the second system gave it */
/** @typedef {{items: number, equal: number, strata: Margins[]}} Agreement one `Margins` for each gold letter */
/** @typedef {{answers: Agreement, mistakes: Agreement}} Similarity */
/** @typedef {{answer: string, one: string, other: string, count: number}} Cell */

const NO_ANSWER = new Set(["ABSTAIN", "-"]);

/**
 * Compare two systems' labels in suite order: `answers` over items that both answered, `mistakes` over items that both
 * got wrong.
 * @param {ArrayLike<string>} first @param {ArrayLike<string>} second @param {ArrayLike<string>} gold
 * @returns {Similarity}
 */
export function similarity(first, second, gold) {
  if (first.length !== gold.length || second.length !== gold.length) {
    throw new RangeError(`expected labels for the same items, got ${first.length}, ${second.length}, ${gold.length}`);
  }
  /** @type {Map<string, Cell>} */
  const cells = new Map();
  for (let item = 0; item < gold.length; item += 1) {
    const [answer, one, other] = [gold[item], first[item], second[item]];
    if (NO_ANSWER.has(one) || NO_ANSWER.has(other)) continue;
    const key = `${answer} ${one} ${other}`;
    const cell = cells.get(key) ?? { answer, one, other, count: 0 };
    cell.count += 1;
    cells.set(key, cell);
  }
  const answered = [...cells.values()];
  const wrong = answered.filter(({ answer, one, other }) => one !== answer && other !== answer);
  return { answers: agreement(answered), mistakes: agreement(wrong) };
}

/** @param {Agreement} agreed @returns {Fraction} equal answers to be expected under independence */
export function expected({ strata }) {
  return strata.reduce(
    ({ numerator, denominator }, margins) => {
      const part = BigInt(size(margins));
      const product = BigInt(productOf(margins));
      return { numerator: numerator * part + product * denominator, denominator: denominator * part };
    },
    { numerator: 0n, denominator: 1n },
  );
}

/** @param {Agreement} agreed @returns {number|null} equal - expected in standard deviations; null without spread */
export function zScore({ equal, strata }) {
  let mean = 0;
  let variance = 0;
  for (const margins of strata) {
    const [items, product] = [size(margins), productOf(margins)];
    mean += product / items;
    if (items > 1) {
      const spread = 2 * twofold(margins) * items + product * (items - 1) * (items - product);
      variance += spread / (items * items * (items - 1));
    }
  }
  return variance > 0 ? (equal - mean) / Math.sqrt(variance) : null;
}

/** @param {Agreement} agreed @returns {Fraction} exact one-sided p of at least `equal` equal answers */
export function pValue({ equal, strata }) {
  if (equal === 0) return { numerator: 1n, denominator: 1n };
  let moments = [1n];
  let denominator = 1n;
  for (const margins of strata) {
    moments = multiply(moments, matchedSubsets(margins));
    denominator *= factorial(size(margins)) / repeats(margins);
  }
  let numerator = 0n;
  let weight = 1n;
  for (let j = equal; j < moments.length; j += 1) {
    numerator += weight * moments[j];
    // weight = (-1) ** (j - equal) * choose(j - 1, equal - 1), stepped to the next j
    weight = (-weight * BigInt(j)) / BigInt(j - equal + 1);
  }
  return { numerator, denominator };
}

/** @param {Cell[]} cells @returns {Agreement} */
function agreement(cells) {
  const strata = [...new Set(cells.map(({ answer }) => answer))].sort().map((answer) => {
    /** @type {Map<string, [number, number]>} */
    const letters = new Map();
    const add = (/** @type {string} */ letter, /** @type {0|1} */ side, /** @type {number} */ count) => {
      const pair = letters.get(letter) ?? [0, 0];
      pair[side] += count;
      letters.set(letter, pair);
    };
    for (const cell of cells.filter((candidate) => candidate.answer === answer)) {
      add(cell.one, 0, cell.count);
      add(cell.other, 1, cell.count);
    }
    return [...letters.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, pair]) => pair);
  });
  const total = (/** @type {Cell[]} */ some) => some.reduce((sum, { count }) => sum + count, 0);
  return { items: total(cells), equal: total(cells.filter(({ one, other }) => one === other)), strata };
}

/** @param {Margins} margins */
function size(margins) {
  return margins.reduce((sum, [a]) => sum + a, 0);
}

/** @param {Margins} margins */
function productOf(margins) {
  return margins.reduce((sum, [a, b]) => sum + a * b, 0);
}

/** @param {Margins} margins ways to match two items, order ignored */
function twofold(margins) {
  const total = productOf(margins);
  const same = margins.reduce((sum, [a, b]) => sum + a * b * (a * b), 0);
  const within = margins.reduce((sum, [a, b]) => sum + a * (a - 1) * b * (b - 1), 0);
  return (total * total - same + within) / 2;
}

/** @param {Margins} margins @returns {bigint[]} for each j: (arrangement, set of j of its matches) pairs */
function matchedSubsets(margins) {
  let rooks = [1n];
  for (const [a, b] of margins) {
    const block = [1n];
    // choose(a, j) * choose(b, j) * j!, stepped from j - 1
    for (let j = 1; j <= Math.min(a, b); j += 1) {
      block.push((block[j - 1] * BigInt((a - j + 1) * (b - j + 1))) / BigInt(j));
    }
    rooks = multiply(rooks, block);
  }
  const [items, same] = [size(margins), repeats(margins)];
  return rooks.map((ways, j) => (ways * factorial(items - j)) / same);
}

/** @param {Margins} margins @returns {bigint} orders of the second system's letters that look the same */
function repeats(margins) {
  return margins.reduce((product, [, b]) => product * factorial(b), 1n);
}

/** @param {bigint[]} a @param {bigint[]} b @returns {bigint[]} */
function multiply(a, b) {
  const product = new Array(a.length + b.length - 1).fill(0n);
  a.forEach((x, i) => b.forEach((y, j) => (product[i + j] += x * y)));
  return product;
}

const FACTORIALS = [1n];

/** @param {number} n @returns {bigint} */
function factorial(n) {
  while (FACTORIALS.length <= n) FACTORIALS.push(FACTORIALS[FACTORIALS.length - 1] * BigInt(FACTORIALS.length));
  return FACTORIALS[n];
}
