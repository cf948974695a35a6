// Rates as text. Twin of evaluator/statistics/percent.py.
//
// Invariant: the digits depend on the exact value only: half-even from an exact fraction, or from a double read as the
// exact binary fraction that it is.

/**
 * `numerator / denominator` (1 = 100 per cent) in per cent, without the sign "%".
 * @param {number|bigint} numerator 0 or more @param {number|bigint} denominator above 0 @param {number} [places]
 */
export function percent(numerator, denominator, places = 2) {
  const unit = 10n ** BigInt(places);
  const scaled = halfEven(BigInt(numerator) * 100n * unit, BigInt(denominator));
  const whole = scaled / unit;
  return places === 0 ? String(whole) : `${whole}.${String(scaled % unit).padStart(places, "0")}`;
}

/** @param {number} value a finite double, 0 or more (1 = 100 per cent) @param {number} [places] */
export function percentOfDouble(value, places = 2) {
  let denominator = 1n;
  let scaled = value;
  // Doubling is exact and a double has at most 1074 binary places, so this ends with the exact fraction.
  while (!Number.isInteger(scaled)) {
    scaled *= 2;
    denominator *= 2n;
  }
  return percent(BigInt(scaled), denominator, places);
}

/** @param {bigint} numerator @param {bigint} denominator */
function halfEven(numerator, denominator) {
  const floor = numerator / denominator;
  const twice = (numerator % denominator) * 2n;
  const up = twice > denominator || (twice === denominator && floor % 2n === 1n);
  return up ? floor + 1n : floor;
}
