/** How many of ascending numbers are smaller. */
export function countBelow(ascending: readonly number[], limit: number): number {
  return countWhile(ascending, (value) => value < limit);
}

/** How many of ascending numbers are no larger. */
export function countUpTo(ascending: readonly number[], limit: number): number {
  return countWhile(ascending, (value) => value <= limit);
}

/** `holds` of some of the first, and of none behind them. */
function countWhile(ascending: readonly number[], holds: (value: number) => boolean): number {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(ascending[middle] ?? 0)) low = middle + 1;
    else high = middle;
  }
  return low;
}
