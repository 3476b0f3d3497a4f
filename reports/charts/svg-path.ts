/** A coordinate in an SVG, rounded to tenths: more digits are invisible. */
export function tenths(value: number): string {
  return String(Math.round(value * 10) / 10);
}

/** The `d` of a path that goes from point to point. */
export function pathThrough(points: readonly (readonly [x: number, y: number])[]): string {
  return points.map(([x, y], at) => `${at === 0 ? 'M' : 'L'}${tenths(x)},${tenths(y)}`).join('');
}
