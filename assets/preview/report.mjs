// The score record as JSON (nnai-score/1) and the receipt made from it. Twin of evaluator/report.py.
//
// Invariant: equal predictions give equal bytes in both languages. Rationals are "n/d" in lowest terms; per cents and
// bounds are text with two decimals, rounded half-even from the exact value; there are no floats.
import { canonicalBytes } from "./canonical.mjs";
import { SCORER, fraction, interval, macro, macroInterval, tally } from "./scoring.mjs";
import { percent, percentOfDouble } from "./statistics.mjs";

/**
 * @typedef {import("./scoring.mjs").Score} Score
 * @typedef {import("./scoring.mjs").Tally} Tally
 * @typedef {import("./scoring.mjs").Fraction} Fraction
 */

const SCHEMA = "nnai-score/1";

/** @param {Score} score @returns {any} the score record as plain JSON values */
export function scoreRecord(score) {
  const { suite, counts, predictions_sha256 } = score;
  const mean = macro(score);
  const total = tally(score);
  return {
    schema: SCHEMA,
    scorer: SCORER,
    suite: suite.suite,
    test_sha256: suite.test_sha256,
    suite_digest: suite.suite_digest,
    predictions_sha256,
    counts,
    categories: suite.categories.map(({ id }) => ({ category: id, ...row(tally(score, { category: id })) })),
    tiers: suite.tiers.map((tier) => ({ tier, ...row(tally(score, { tier })) })),
    total: {
      ...row(total),
      ...bounds(macroInterval(score)),
      macro_accuracy: ratio(mean),
      macro_accuracy_percent: percent(mean.numerator, mean.denominator),
    },
    ...counted(suite),
  };
}

/** How many tasks count and which do not, where some are withdrawn. @param {import("./scoring.mjs").Suite} suite */
export function counted({ items, scored, withdrawn }) {
  if (withdrawn.size === 0) return {};
  return { scored: scored.length, withdrawn: items.map(({ id }) => id).filter((id) => withdrawn.has(id)) };
}

/** @param {Score} score @returns {Uint8Array} the score record in canonical JSON, without a final newline */
export function reportBytes(score) {
  return canonicalBytes(scoreRecord(score));
}

/**
 * The `preview` object of a submission: what this browser computed. Review recomputes and compares.
 * @param {Score} score over all items, withdrawn ones too: no later withdrawal may make it look wrong
 */
export function receipt(score) {
  const { suite, predictions_sha256 } = score;
  const counts = suite.categories.flatMap(({ id: category }) =>
    suite.tiers.map((tier) => ({ category, tier, ...tally(score, { category, tier }) })),
  );
  return { scorer: SCORER, predictions_sha256, counts };
}

/** @param {Tally} part */
function row(part) {
  const { correct, answered, total } = part;
  return {
    correct,
    answered,
    total,
    ...rate("accuracy", correct, total),
    ...(total > 0 ? bounds(interval(part)) : { wilson_low_percent: null, wilson_high_percent: null }),
    ...rate("coverage", answered, total),
    ...rate("answered_only", correct, answered),
  };
}

/** @param {[number, number]} interval */
function bounds([low, high]) {
  return { wilson_low_percent: percentOfDouble(low), wilson_high_percent: percentOfDouble(high) };
}

/** Null where there is no denominator, never 0. @param {string} name @param {number} over @param {number} under */
function rate(name, over, under) {
  if (under === 0) return { [name]: null, [`${name}_percent`]: null };
  return { [name]: ratio(fraction(over, under)), [`${name}_percent`]: percent(over, under) };
}

/** @param {Fraction} value */
function ratio({ numerator, denominator }) {
  return `${numerator}/${denominator}`;
}
