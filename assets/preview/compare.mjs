// How near a set of predictions is to those of earlier entries, and where it would stand among them.
//
// Label vectors: one character an item in suite order, A B C D, or "-" for ABSTAIN.
// Invariant: an abstention is no answer, so it is never "equal". Equal right answers say little (both may be right);
// equal *wrong* answers are the sign of a shared origin: by chance, two wrong answers agree one time in three.

/**
 * @typedef {{sha256: string, name: string, status: string, labels: string}} BoardEntry
 * @typedef {{
 *   sha256: string, name: string, status: string, equal: number, total: number, bothWrong: number, equalWrong: number,
 * }} Nearness `equal` of `total` answers; of the items both answered wrongly, `equalWrong` have the same answer
 */

export const ABSTAINED = "-";

/**
 * @param {{id: string, label: string}[]} predictions complete @param {import("./suite_data.mjs").Suite} suite
 * @returns {string}
 */
export function labelVector(predictions, suite) {
  const labels = new Array(suite.items.length);
  for (const { id, label } of predictions) {
    labels[/** @type {number} */ (suite.position.get(id))] = label === "ABSTAIN" ? ABSTAINED : label;
  }
  return labels.join("");
}

/** @param {import("./suite_data.mjs").Suite} suite @returns {string} */
export function goldVector(suite) {
  return suite.items.map((item) => item.label).join("");
}

/**
 * Every entry's nearness, nearest first: by equal answers, then equal wrong answers, then digest.
 * @param {string} labels @param {readonly BoardEntry[]} entries @param {string} gold @returns {Nearness[]}
 */
export function nearest(labels, entries, gold) {
  return entries
    .map((entry) => nearness(labels, entry, gold))
    .sort((a, b) => b.equal - a.equal || b.equalWrong - a.equalWrong || (a.sha256 < b.sha256 ? -1 : 1));
}

/** @param {string} labels @param {BoardEntry} entry @param {string} gold @returns {Nearness} */
function nearness(labels, { sha256, name, status, labels: theirs }, gold) {
  if (theirs.length !== gold.length) throw new TypeError(`entry ${sha256} has ${theirs.length} labels`);
  let [equal, bothWrong, equalWrong] = [0, 0, 0];
  for (let at = 0; at < gold.length; at += 1) {
    const [mine, yours] = [labels[at], theirs[at]];
    if (mine === ABSTAINED || yours === ABSTAINED) continue;
    const same = mine === yours;
    if (same) equal += 1;
    if (mine === gold[at] || yours === gold[at]) continue;
    bothWrong += 1;
    if (same) equalWrong += 1;
  }
  return { sha256, name, status, equal, total: gold.length, bothWrong, equalWrong };
}
