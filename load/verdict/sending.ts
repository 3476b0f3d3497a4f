import type { Figures } from '../figures/figures.ts';
import { validityBounds, type InvalidReason } from './invalid.ts';
import { shareText } from '../statistics/share-text.ts';
import type { LoadStep } from '../plan/steps.ts';

/** Why the load was not the one that was asked for: of a whole run, or of one step of it. */
export function sendingReasons(figures: Figures, step?: LoadStep): readonly InvalidReason[] {
  const isClosed = step?.users !== undefined;
  return [...dispatchLag(figures, isClosed), ...notSent(figures)];
}

/** With fewer samples than a p99 needs, the highest percentile that they show. */
function dispatchLag({ lagMs }: Figures, isClosed: boolean): readonly InvalidReason[] {
  const { lagP99Ms } = validityBounds;
  const observed = lagMs.p99 ?? lagMs.p95 ?? lagMs.p50;
  const named = lagMs.p99 === undefined ? (lagMs.p95 === undefined ? 'p50' : 'p95') : 'p99';
  if (observed === undefined || observed <= lagP99Ms) return [];
  const advice = isClosed
    ? 'ask for fewer users, or use a machine with less other work'
    : 'lower --rate, raise --max-in-flight, or use a machine with less other work';
  const because = `requests were sent late: dispatch lag ${named} expected at most ${lagP99Ms} ms, observed ${Number(observed.toPrecision(3))} ms; ${advice}`;
  return [{ code: 'dispatchLag', because }];
}

/**
 * Where the requests that were sent fail too, those that were not are the service's doing: it keeps the virtual users
 * waiting.
 */
function notSent({ counts, failures, lagMs }: Figures): readonly InvalidReason[] {
  const most = validityBounds.notSentShare;
  const unsent = failures['notSent'] ?? 0;
  const failedShare = lagMs.n === 0 ? 0 : (counts.failed - unsent) / lagMs.n;
  if (unsent <= most * counts.measured || failedShare > most) return [];
  const because = `${unsent} of ${counts.measured} requests (${shareText(unsent / counts.measured)}) were not sent, expected at most ${shareText(most)}: no virtual user was free in time; raise --max-in-flight, or lower --rate`;
  return [{ code: 'notSent', because }];
}
