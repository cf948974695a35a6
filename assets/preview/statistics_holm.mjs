// Exact p of paired tests against Holm's thresholds, tabulated once for a board.
//
// All p are multiples of 2 ** (1 - items): on that scale they are integers, and "p * tests <= 1 / 20" reads
// "scaled * tests <= limit". For n discordant items p falls as the net difference grows, so two nets divide each n:
// from `sureNet` on, p is at most alpha / tests and Holm rejects in any order; below the doubtful nets p exceeds alpha
// and Holm never rejects. Only what lies between must be walked in order of p.
// Invariant: every comparison is one of integers; the table depends on the size of the board, never on who is on it.
import { coinRows } from "./statistics_exact.mjs";

/** @typedef {{
 *   limit: bigint, sureNet: Uint32Array, doubtful: Map<number, bigint>, key: (n: number, net: number) => number,
 * }} HolmTable `sureNet[n]` is beyond any net where there is none; `doubtful` gives the scaled p by key */

/** @param {number} items of the suite @param {number} tests pairs of the family @returns {HolmTable} */
export function holmTable(items, tests) {
  const limit = (1n << BigInt(items)) / 40n;
  const sure = limit / BigInt(Math.max(1, tests));
  const sureNet = new Uint32Array(items + 1).fill(items + 1);
  /** @type {Map<number, bigint>} */
  const doubtful = new Map();
  const key = (/** @type {number} */ n, /** @type {number} */ net) => n * (items + 1) + net;
  let n = 0;
  for (const row of tests > 0 ? coinRows(items) : []) {
    const shift = BigInt(items - n);
    const [most, certain] = [limit >> shift, sure >> shift];
    for (let net = n; net > 0 && row[(n - net) / 2] <= most; net -= 2) {
      const count = row[(n - net) / 2];
      if (count <= certain) sureNet[n] = net;
      else doubtful.set(key(n, net), count << shift);
    }
    n += 1;
  }
  return { limit, sureNet, doubtful, key };
}
