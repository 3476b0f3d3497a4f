/** Where an axis of shares may end, in percent, so that its quarters are round. */
const ends = [1, 2, 4, 8, 12, 16, 20, 24, 32, 40, 60, 80, 100] as const;

/**
 * The end of the axis of bars whose largest is this many percent: the bars fill it, and its quarters are numbers that people
 * can read between.
 */
export function shareAxisEnd(largest: number): number {
  return ends.find((end) => largest <= end) ?? 100;
}
