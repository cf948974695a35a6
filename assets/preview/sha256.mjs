// SHA-256, by the platform where it offers it (secure contexts only) and in plain JavaScript elsewhere.
//
// Invariant: both ways give the same digest; the plain one is FIPS 180-4 with its constants computed, not typed.

const [SQUARE_ROOTS, CUBE_ROOTS] = primeFractions();

/** @param {Uint8Array} data @returns {Promise<string>} 64 hexadecimal digits */
export async function sha256Hex(data) {
  const subtle = globalThis.crypto?.subtle;
  if (!subtle) return hex(sha256(data));
  return hex(new Uint8Array(await subtle.digest("SHA-256", /** @type {BufferSource} */ (data))));
}

/** @param {Uint8Array} data @returns {Uint8Array} 32 bytes, without asking the platform */
export function sha256(data) {
  const padded = pad(data);
  const view = new DataView(padded.buffer);
  const state = Uint32Array.from(SQUARE_ROOTS);
  const words = new Uint32Array(64);
  for (let block = 0; block < padded.length; block += 64) compress(state, words, view, block);
  const out = new DataView(new ArrayBuffer(32));
  state.forEach((word, index) => out.setUint32(index * 4, word));
  return new Uint8Array(out.buffer);
}

/** @param {Uint8Array} bytes */
export function hex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {Uint8Array} data */
function pad(data) {
  const out = new Uint8Array((((data.length + 8) >> 6) + 1) << 6);
  out.set(data);
  out[data.length] = 0x80;
  const view = new DataView(out.buffer);
  view.setUint32(out.length - 8, Math.floor(data.length / 2 ** 29));
  view.setUint32(out.length - 4, (data.length << 3) >>> 0);
  return out;
}

/** @param {Uint32Array} state @param {Uint32Array} words @param {DataView} view @param {number} offset */
function compress(state, words, view, offset) {
  expand(words, view, offset);
  let [a, b, c, d, e, f, g, h] = state;
  for (let round = 0; round < 64; round += 1) {
    const choice = (e & f) ^ (~e & g);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const first = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + choice + CUBE_ROOTS[round] + words[round];
    const second = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + majority;
    // One by one: swapping by destructuring makes an array a round, which is slow until the engine has warmed up.
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + second) | 0;
  }
  state[0] += a;
  state[1] += b;
  state[2] += c;
  state[3] += d;
  state[4] += e;
  state[5] += f;
  state[6] += g;
  state[7] += h;
}

/** @param {Uint32Array} words @param {DataView} view @param {number} offset */
function expand(words, view, offset) {
  for (let i = 0; i < 16; i += 1) words[i] = view.getUint32(offset + i * 4);
  for (let i = 16; i < 64; i += 1) {
    const far = words[i - 15];
    const near = words[i - 2];
    const low = turn(far, 7) ^ turn(far, 18) ^ (far >>> 3);
    const high = turn(near, 17) ^ turn(near, 19) ^ (near >>> 10);
    words[i] = words[i - 16] + low + words[i - 7] + high;
  }
}

/** @param {number} word @param {number} bits */
function turn(word, bits) {
  return (word >>> bits) | (word << (32 - bits));
}

/** First 32 fraction bits of the square roots of 8 primes and of the cube roots of 64 primes. */
function primeFractions() {
  /** @type {bigint[]} */
  const primes = [];
  for (let n = 2n; primes.length < 64; n += 1n) if (primes.every((prime) => n % prime !== 0n)) primes.push(n);
  const fraction = (/** @type {bigint} */ prime, /** @type {bigint} */ power) =>
    Number(root(prime << (32n * power), power) & 0xffffffffn);
  return [primes.slice(0, 8).map((p) => fraction(p, 2n)), primes.map((p) => fraction(p, 3n))];
}

/** @param {bigint} value @param {bigint} power @returns {bigint} the largest r with r^power ≤ value */
function root(value, power) {
  let low = 0n;
  let high = 1n << 40n;
  while (high - low > 1n) {
    const middle = (low + high) >> 1n;
    if (middle ** power <= value) low = middle;
    else high = middle;
  }
  return low;
}
