/** Number of the ascending numbers that are smaller than `limit`. */
export function countBelow(ascending: readonly number[], limit: number): number {
  return countWhile(ascending, (value) => value < limit);
}

/** Number of the ascending numbers that are at most `limit`. */
export function countUpTo(ascending: readonly number[], limit: number): number {
  return countWhile(ascending, (value) => value <= limit);
}

/**
 * Number of leading values for which `holds` is true. `holds` must be false for every value after the first false one.
 */
function countWhile(ascending: readonly number[], holds: (value: number) => boolean): number {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(ascending[middle] ?? 0)) low = middle + 1;
    else high = middle;
  }
  return low;
}
