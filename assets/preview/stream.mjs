// The keyed SHA-256 stream, as records/stream.py draws it: key = SHA256(parts joined by U+001F), block n =
// SHA256(key, uint64_be(n)), four big-endian 64-bit draws a block.
//
// Invariant: equal paths give equal draws in both languages (tests/cases/stream/vectors.json pins them).
import { sha256 } from "./sha256.mjs";

export const PREFIX = "nnai-bench-0.1";
const SEPARATOR = "\x1f";

export class Stream {
  /** @param {(string|number)[]} path @param {string} [prefix] */
  constructor(path, prefix = PREFIX) {
    const parts = [prefix, ...path.map(String)];
    if (parts.some((part) => part.includes(SEPARATOR))) throw new RangeError("a path part holds the separator U+001F");
    this.key = sha256(new TextEncoder().encode(parts.join(SEPARATOR)));
    this.counter = 0n;
    /** @type {bigint[]} */
    this.ready = [];
  }

  /** @returns {bigint} the next draw, 0 ≤ x < 2^64 */
  u64() {
    if (this.ready.length === 0) {
      const input = new Uint8Array(40);
      input.set(this.key);
      new DataView(input.buffer).setBigUint64(32, this.counter);
      this.counter += 1n;
      const block = new DataView(sha256(input).buffer);
      this.ready = [24, 16, 8, 0].map((offset) => block.getBigUint64(offset));
    }
    return /** @type {bigint} */ (this.ready.pop());
  }

  /** @param {number|bigint} n 1 to 2^64 @returns {bigint} a uniform integer, 0 ≤ x < n, by rejection */
  below(n) {
    const bound = BigInt(n);
    const range = 1n << 64n;
    if (bound <= 0n || bound > range) throw new RangeError(`below(${n}): 1 to 2^64 is expected`);
    const limit = range - (range % bound);
    for (; ;) {
      const draw = this.u64();
      if (draw < limit) return draw % bound;
    }
  }

  /** @template T @param {readonly T[]} items @returns {T[]} a new array in uniformly random order */
  shuffled(items) {
    const result = [...items];
    for (let i = result.length - 1; i > 0; i -= 1) {
      const j = Number(this.below(i + 1));
      [result[i], result[j]] = [result[j], result[i]];
    }
    return result;
  }

  /** @template T @param {readonly T[]} items @param {number} k @returns {T[]} the first k of a shuffle */
  sample(items, k) {
    if (k < 0 || k > items.length) throw new RangeError(`sample of ${k} from ${items.length}`);
    return this.shuffled(items).slice(0, k);
  }
}
