// Where a new system would stand on the board. Twin of evaluator/statistics/{correctness,ranking}.py; the algorithm and
// its reasons stand there.
//
// Invariant: the new system joins the family, so Holm's procedure runs over all pairs of the board and the new pairs,
// and the interval equals what the board will show once the entry is accepted and nothing else changed.

import { coinRows } from "./statistics_exact.mjs";

/** @typedef {Uint32Array} Vector bit i % 32 of word i >> 5 is 1 where item i is right */
/** @typedef {{items: number, vectors: Vector[], scores: number[], pairs: Uint32Array, longest: number}} Family
 *  `pairs[n * (items + 1) + net]` counts pairs by discordant items n and by the size of their score difference;
 *  `longest` is the largest n */
/** @typedef {{scaled: bigint, n: number, net: number}} Candidate */
/** @typedef {{best: number, worst: number, better: number[], worse: number[], tied: number[]}} Standing
 *  ranks from 1; the lists hold the indices of board entries that are significantly better, worse, or neither */

/**
 * Labels, in suite order, as a correctness vector; a text of one-letter labels serves as well as an array.
 * @param {ArrayLike<string>} labels @param {ArrayLike<string>} gold @returns {Vector}
 */
export function correctness(labels, gold) {
  if (labels.length !== gold.length) throw new RangeError(`expected ${gold.length} labels, got ${labels.length}`);
  const vector = new Uint32Array((gold.length + 31) >> 5);
  for (let item = 0; item < gold.length; item += 1) {
    if (labels[item] === gold[item]) vector[item >> 5] |= 1 << (item & 31);
  }
  return vector;
}

/**
 * The board's entries, compared with each other once; keep it while the board does not change.
 * @param {Vector[]} vectors @param {number} items of the suite @returns {Family}
 */
export function family(vectors, items) {
  const scores = vectors.map(size);
  const pairs = new Uint32Array((items + 1) ** 2);
  let longest = 0;
  for (let first = 0; first < vectors.length; first += 1) {
    for (let second = first + 1; second < vectors.length; second += 1) {
      const n = discordant(vectors[first], vectors[second]);
      pairs[n * (items + 1) + Math.abs(scores[first] - scores[second])] += 1;
      longest = Math.max(longest, n);
    }
  }
  return { items, vectors, scores, pairs, longest };
}

/**
 * The rank interval of `vector` if it joined `board`: Holm over all pairs, alpha = .05.
 * @param {Vector} vector @param {Family} board @returns {Standing}
 */
export function rankAmong(vector, board) {
  const score = size(vector);
  const against = board.vectors.map((other) => discordant(vector, other));
  const pairs = board.pairs.slice();
  against.forEach((n, index) => (pairs[n * (board.items + 1) + Math.abs(score - board.scores[index])] += 1));
  const longest = against.reduce((most, n) => Math.max(most, n), board.longest);
  const tests = (board.vectors.length * (board.vectors.length + 1)) / 2;
  const leastNet = holmLeastNet(pairs, board.items, longest, tests);
  /** @type {{better: number[], worse: number[], tied: number[]}} */
  const lists = { better: [], worse: [], tied: [] };
  against.forEach((n, index) => {
    const net = score - board.scores[index];
    if (Math.abs(net) < leastNet[n]) lists.tied.push(index);
    else (net < 0 ? lists.better : lists.worse).push(index);
  });
  return { best: 1 + lists.better.length, worst: board.vectors.length + 1 - lists.worse.length, ...lists };
}

/**
 * For each n the least net that Holm rejects; beyond any net where none is.
 * @param {Uint32Array} pairs @param {number} items @param {number} longest largest n @param {number} tests pairs counted
 * @returns {Uint32Array}
 */
function holmLeastNet(pairs, items, longest, tests) {
  // p = scaled * 2 ** (1 - items), so p * tests <= 1 / 20 reads: scaled * tests <= limit.
  const limit = (1n << BigInt(items)) / 40n;
  const leastNet = new Uint32Array(items + 1).fill(items + 1);
  const sure = limit / BigInt(Math.max(1, tests));
  let left = tests;
  const reject = (/** @type {Candidate} */ { n, net }) => {
    left -= pairs[n * (items + 1) + net];
    leastNet[n] = Math.min(leastNet[n], net);
  };
  const doubtful = [];
  for (const candidate of candidatesAmong(pairs, items, longest, limit)) {
    if (candidate.scaled > sure) doubtful.push(candidate);
    else reject(candidate);
  }
  doubtful.sort((a, b) => (a.scaled < b.scaled ? -1 : Number(a.scaled > b.scaled)));
  for (const candidate of doubtful) {
    if (candidate.scaled * BigInt(left) > limit) break;
    reject(candidate);
  }
  return leastNet;
}

/**
 * The keys (n, net) that occur and whose p is at most alpha.
 * @param {Uint32Array} pairs @param {number} items @param {number} longest @param {bigint} limit
 * @returns {Generator<Candidate>}
 */
function* candidatesAmong(pairs, items, longest, limit) {
  let n = 0;
  for (const row of coinRows(longest)) {
    const counts = pairs.subarray(n * (items + 1), (n + 1) * (items + 1));
    for (let net = n; net > 0; net -= 2) {
      if (counts[net] === 0) continue;
      const scaled = row[(n - net) / 2] << BigInt(items - n);
      if (scaled > limit) break;
      yield { scaled, n, net };
    }
    n += 1;
  }
}

/** @param {Vector} vector @returns {number} items that are right */
function size(vector) {
  let count = 0;
  for (const word of vector) count += ones(word);
  return count;
}

/** @param {Vector} first @param {Vector} second @returns {number} items that exactly one of the two got right */
function discordant(first, second) {
  if (first.length !== second.length) throw new RangeError("expected vectors over the same items");
  let count = 0;
  for (let word = 0; word < first.length; word += 1) count += ones(first[word] ^ second[word]);
  return count;
}

/** @param {number} word @returns {number} bits set, counted in parallel: pairs, nibbles, then a sum by multiplication */
function ones(word) {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const nibbles = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((nibbles + (nibbles >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
