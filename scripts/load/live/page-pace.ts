import type { PartSoFar } from '../../../load/figures/so-far.ts';
import type { LiveRun } from '../../../reports/live/live-view.ts';

/**
 * A browser draws the page in one go, during which k6 sends and stamps the later where both processors are busy. At so many
 * events a second k6 needs most of one: from there on the page is told the less often, so that less falls into that.
 */
export const eventsPerSEachSecond = 5_000;
export const longestS = 5;

/** How long after it was told the page is told again: by the events of an answer and the answers of a second. */
export function tellAgainAfterMs({ soFar, live }: Pick<LiveRun, 'soFar' | 'live'>): number {
  const sum = (of: (part: PartSoFar) => number): number => soFar.parts.reduce((total, part) => total + of(part), 0);
  const measured = sum(({ figures }) => figures.counts.measured);
  const eventsEach = measured === 0 ? 0 : sum(({ figures }) => figures.events.count) / measured;
  const seconds = Math.ceil((live.ratePerS * eventsEach) / eventsPerSEachSecond);
  return 1_000 * Math.min(longestS, Math.max(1, seconds));
}
