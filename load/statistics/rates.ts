/** Count per second, rounded to the thousandth; 0 where no time has passed. */
export function perSecond(count: number, ms: number): number {
  return ms > 0 ? Math.round((count * 1e6) / ms) / 1000 : 0;
}
