// Where a new system would stand on the board. Twin of evaluator/statistics/{correctness,ranking}.py; the algorithm and
// its reasons stand there.
//
// Invariant: the new system joins the family, so Holm's procedure runs over all pairs of the board and the new pairs,
// and the interval equals what the board will show once the entry is accepted and nothing else changed.

import { holmTable } from "./statistics_holm.mjs";

/** @typedef {Uint32Array} Vector bit i % 32 of word i >> 5 is 1 where item i is right */
/** @typedef {{n: number, net: number, scaled: bigint, count: number}} Candidate `count` pairs with one doubtful p */
/** @typedef {{
 *   items: number, vectors: Vector[], scores: number[], tests: number, sure: number, doubtful: Candidate[],
 *   table: import("./statistics_holm.mjs").HolmTable,
 * }} Family `tests` counts the pairs once one system has joined; of the board's own pairs, `sure` are rejected in any
 *  order, `doubtful` (by p) depend on the others, and the rest is never rejected */
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
  const tests = (vectors.length * (vectors.length + 1)) / 2;
  const table = holmTable(items, tests);
  let sure = 0;
  /** @type {Map<number, Candidate>} */
  const doubtful = new Map();
  for (let first = 0; first < vectors.length; first += 1) {
    for (let second = first + 1; second < vectors.length; second += 1) {
      const n = discordant(vectors[first], vectors[second]);
      const net = Math.abs(scores[first] - scores[second]);
      if (net >= table.sureNet[n]) sure += 1;
      else addDoubtful(doubtful, n, net, table);
    }
  }
  return { items, vectors, scores, tests, sure, doubtful: byP(doubtful), table };
}

/**
 * The rank interval of `vector` if it joined `board`: Holm over all pairs, alpha = .05.
 * @param {Vector} vector @param {Family} board @returns {Standing}
 */
export function rankAmong(vector, board) {
  const score = size(vector);
  const against = board.vectors.map((other, index) => ({
    n: discordant(vector, other),
    net: score - board.scores[index],
  }));
  const leastNet = holmLeastNet(against, board);
  /** @type {{better: number[], worse: number[], tied: number[]}} */
  const lists = { better: [], worse: [], tied: [] };
  against.forEach(({ n, net }, index) => {
    if (Math.abs(net) < leastNet[n]) lists.tied.push(index);
    else (net < 0 ? lists.better : lists.worse).push(index);
  });
  return { best: 1 + lists.better.length, worst: board.vectors.length + 1 - lists.worse.length, ...lists };
}

/**
 * For each n the least net that Holm rejects among the board's pairs and the new ones.
 * @param {{n: number, net: number}[]} against @param {Family} board @returns {Uint32Array}
 */
function holmLeastNet(against, { table, tests, sure, doubtful }) {
  const leastNet = table.sureNet.slice();
  let left = tests - sure;
  /** @type {Map<number, Candidate>} */
  const added = new Map();
  for (const { n, net } of against) {
    if (Math.abs(net) >= table.sureNet[n]) left -= 1;
    else addDoubtful(added, n, Math.abs(net), table);
  }
  for (const { n, net, scaled, count } of merged(doubtful, byP(added))) {
    if (scaled * BigInt(left) > table.limit) break;
    left -= count;
    leastNet[n] = Math.min(leastNet[n], net);
  }
  return leastNet;
}

/** @param {Map<number, Candidate>} found @param {number} n @param {number} net @param {Family["table"]} table */
function addDoubtful(found, n, net, table) {
  const key = table.key(n, net);
  const scaled = table.doubtful.get(key);
  if (scaled === undefined) return;
  const candidate = found.get(key) ?? { n, net, scaled, count: 0 };
  candidate.count += 1;
  found.set(key, candidate);
}

/** @param {Map<number, Candidate>} candidates @returns {Candidate[]} */
function byP(candidates) {
  return [...candidates.values()].sort((a, b) => (a.scaled < b.scaled ? -1 : Number(a.scaled > b.scaled)));
}

/**
 * Two lists in order of p as one.
 * @param {Candidate[]} left @param {Candidate[]} right @returns {Generator<Candidate>}
 */
function* merged(left, right) {
  let [i, j] = [0, 0];
  while (i < left.length || j < right.length) {
    if (j === right.length || (i < left.length && left[i].scaled <= right[j].scaled)) yield left[i++];
    else yield right[j++];
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

/** @param {number} word @returns {number} bits set: pairs, nibbles, then a sum by multiplication */
function ones(word) {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const nibbles = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((nibbles + (nibbles >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
