/** The z that is exceeded on either side with probability `alpha` together, to 0.0005: Abramowitz and Stegun, 26.2.23. */
export function zAt(alpha: number): number {
  const t = Math.sqrt(-2 * Math.log(alpha / 2));
  const above = 2.515_517 + t * (0.802_853 + t * 0.010_328);
  const below = 1 + t * (1.432_788 + t * (0.189_269 + t * 0.001_308));
  return t - above / below;
}
