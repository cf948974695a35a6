// Times the preview where it runs: in node and in a page that imports this module.
//
// Invariant: measured and base alternate, so that a slow moment hits both; loading the contract is not timed.
import { loadContract, preview } from "../assets/preview/index.mjs";

/**
 * Milliseconds of one preview of a predictions file (first, fastest, median), and of JSON.parse of the same bytes.
 * @param {{contract: any, text: string, rounds: number}} work
 */
export async function timings({ contract, text, rounds }) {
  const facts = await loadContract(async (_, part) => contract[part]);
  const bytes = new TextEncoder().encode(text);
  const plain = () => JSON.parse(new TextDecoder().decode(bytes));
  /** @type {number[][]} */
  const [shown, parsed] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    shown.push(elapsed(() => preview(bytes, facts)));
    parsed.push(elapsed(plain));
  }
  return { first: shown[0], fastest: Math.min(...shown), preview: median(shown), parse: median(parsed) };
}

/** @param {() => any} work */
function elapsed(work) {
  const start = performance.now();
  const result = work();
  const time = performance.now() - start;
  if (result.ok === false) throw new Error(`the file was refused: ${result.findings[0].message}`);
  return time;
}

/** @param {number[]} values */
function median(values) {
  return [...values].sort((a, b) => a - b)[values.length >> 1];
}
