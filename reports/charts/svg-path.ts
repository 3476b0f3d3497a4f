/** A place in an SVG, in tenths of its units: more digits are seen by nobody. */
export function tenths(value: number): string {
  return String(Math.round(value * 10) / 10);
}

/** The `d` of a path that goes from point to point. */
export function pathThrough(points: readonly (readonly [x: number, y: number])[]): string {
  return points.map(([x, y], at) => `${at === 0 ? 'M' : 'L'}${tenths(x)},${tenths(y)}`).join('');
}
