// How near a set of predictions is to those of the board's entries, and where it would stand among them.
//
// Label vectors: one character a scored item in suite order, A B C D, or "-" for ABSTAIN.
// Invariant: an abstention is no answer, so it is never "equal". Equal right answers say little, because both may be
// right; equal *wrong* answers are what a shared origin leaves behind, so they are counted apart and held against
// chance. It is evidence to look at, not proof.
import { correctness, family, rankAmong, similarity, zScore } from "./statistics.mjs";

/**
 * @typedef {import("./suite_data.mjs").Suite} Suite
 * @typedef {{sha256: string, name: string, status: string, state: string, labels: string|null}} BoardEntry
 * @typedef {{entry: BoardEntry, labels: string, letters: Uint8Array}} Compared
 * @typedef {{gold: string, entries: Compared[], ranked: number, family: any}} Board
 * @typedef {{
 *   sha256: string, name: string, status: string, equal: number, answered: number, equalWrong: number,
 *   bothWrong: number, answersZ: number|null, mistakesZ: number|null,
 * }} Nearness `equal` of the `answered` items that both answered; `equalWrong` of the `bothWrong` items; z: how many
 *   standard deviations above independent answers with the same letters
 */

const ABSTAINED = "-".charCodeAt(0);

/**
 * The board's entries, made ready once for every later comparison.
 * Controls are compared but have no rank; a retracted entry is neither.
 * @param {BoardEntry[]} entries @param {Suite} suite @returns {Board}
 */
export function prepareBoard(entries, suite) {
  const gold = suite.scored.map((item) => item.label).join("");
  const compared = entries.filter(({ state }) => state !== "retracted").map((entry) => comparedEntry(entry, suite));
  const ranked = compared.filter(({ entry }) => entry.status !== "control");
  const vectors = ranked.map(({ labels }) => correctness(labels, gold));
  return { gold, entries: compared, ranked: ranked.length, family: family(vectors, gold.length) };
}

/** @param {BoardEntry} entry with a letter for every item @param {Suite} suite @returns {Compared} */
function comparedEntry(entry, suite) {
  const { sha256, labels: all } = entry;
  if (all?.length !== suite.items.length) throw new TypeError(`the entry ${sha256} has ${all?.length ?? "no"} labels`);
  const labels = scoredLetters(all, suite);
  return { entry, labels, letters: units(labels) };
}

/** The letters of the scored items. @param {string} letters one an item, in suite order @param {Suite} suite */
export function scoredLetters(letters, { items, withdrawn }) {
  if (withdrawn.size === 0) return letters;
  return items.map(({ id }, at) => (withdrawn.has(id) ? "" : letters[at])).join("");
}

/**
 * @param {{id: string, label: string}[]} predictions complete @param {Suite} suite @returns {string}
 */
export function labelVector(predictions, suite) {
  const labels = new Array(suite.items.length);
  for (const { id, label } of predictions) {
    labels[/** @type {number} */ (suite.position.get(id))] = label === "ABSTAIN" ? "-" : label;
  }
  return scoredLetters(labels.join(""), suite);
}

/**
 * Where these predictions would stand if they joined the board and nothing else changed.
 * @param {string} labels @param {Board} board
 * @returns {{best: number, worst: number, of: number}} ranks from 1, among `of` ranked entries with this one
 */
export function standing(labels, board) {
  const { best, worst } = rankAmong(correctness(labels, board.gold), board.family);
  return { best, worst, of: board.ranked + 1 };
}

/**
 * The nearest entries, by equal answers, then equal wrong answers, then digest.
 * @param {string} labels @param {Board} board @param {number} [limit]
 * @returns {Nearness[]}
 */
export function nearest(labels, board, limit = 3) {
  const [mine, gold] = [units(labels), units(board.gold)];
  const counted = board.entries.map((one) => ({ ...one, ...agreement(mine, one.letters, gold) }));
  counted.sort(
    (a, b) => b.equal - a.equal || b.equalWrong - a.equalWrong || (a.entry.sha256 < b.entry.sha256 ? -1 : 1),
  );
  return counted.slice(0, limit).map(({ entry: { sha256, name, status }, labels: theirs, letters: _, ...counts }) => {
    const { answers, mistakes } = similarity(labels, theirs, board.gold);
    return { sha256, name, status, ...counts, answersZ: zScore(answers), mistakesZ: zScore(mistakes) };
  });
}

/** One byte a label: comparing thousands of entries letter by letter would be slow. @param {string} labels */
function units(labels) {
  return Uint8Array.from(labels, (letter) => letter.charCodeAt(0));
}

/** @param {Uint8Array} mine @param {Uint8Array} theirs @param {Uint8Array} gold */
function agreement(mine, theirs, gold) {
  let [equal, answered, equalWrong, bothWrong] = [0, 0, 0, 0];
  for (let at = 0; at < gold.length; at += 1) {
    const one = mine[at];
    const other = theirs[at];
    if (one === ABSTAINED || other === ABSTAINED) continue;
    answered += 1;
    if (one === other) equal += 1;
    if (one === gold[at] || other === gold[at]) continue;
    bothWrong += 1;
    if (one === other) equalWrong += 1;
  }
  return { equal, answered, equalWrong, bothWrong };
}
