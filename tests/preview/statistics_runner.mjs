// One node process for all statistics: a JSON array of [name, [arguments]] in, the array of results out.
//
// Invariant: arguments and results are only carried; BigInt travels as decimal text, a fraction as [text, text].
import { readFileSync, writeFileSync } from "node:fs";

import * as statistics from "../../assets/preview/statistics.mjs";

const fraction = ({ numerator, denominator }) => [String(numerator), String(denominator)];
const agreement = (found) => ({
  items: found.items,
  equal: found.equal,
  expected: fraction(statistics.expected(found)),
  z: statistics.zScore(found),
  p: fraction(statistics.pValue(found)),
});

const TASKS = {
  wilson: statistics.wilson,
  wilsonText: (correct, total) => statistics.wilson(correct, total).map((end) => statistics.percentOfDouble(end)),
  percent: (numerator, denominator, places) => statistics.percent(BigInt(numerator), BigInt(denominator), places),
  percentOfDouble: (value) => statistics.percentOfDouble(value),
  pText: (numerator, denominator) =>
    statistics.pText({ numerator: BigInt(numerator), denominator: BigInt(denominator) }),
  mcnemar: (b, c) => fraction(statistics.mcnemar(b, c)),
  aboveChance: (correct, total, options) => {
    const { verdict, pAbove, pBelow, note } = statistics.aboveChance(correct, total, options);
    return { verdict, pAbove: fraction(pAbove), pBelow: fraction(pBelow), note };
  },
  rankAmong: (labels, entries, gold) => {
    const vectors = entries.map((entry) => statistics.correctness(entry, gold));
    return statistics.rankAmong(statistics.correctness(labels, gold), statistics.family(vectors, gold.length));
  },
  similarity: (first, second, gold) => {
    const { answers, mistakes } = statistics.similarity(first, second, gold);
    return { answers: agreement(answers), mistakes: agreement(mistakes) };
  },
};

const calls = JSON.parse(readFileSync(0, "utf-8"));
writeFileSync(1, JSON.stringify(calls.map(([name, given]) => TASKS[name](...given))));
