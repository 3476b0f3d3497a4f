import type { SoFar } from '../../load/figures/so-far.ts';
import type { LiveState } from '../../load/runner/live.ts';
import { msText } from '../load/format.ts';
import { pluralize } from '../text/format.ts';
import type { LiveRun, LiveView } from './live-view.ts';

/** What is known of the load generator during the run; the verdict at the end knows more. */
export function generatorOf({ live, soFar, header, bounds }: LiveRun): LiveView['generator'] {
  const lag = lagOf(live, soFar);
  const isLate = lag !== undefined && lag.ms > bounds.lagP99Ms;
  const shown = lag && `lag ${lag.name} ${msText(lag.ms)} ms${limitText(lag.name, bounds.lagP99Ms, isLate, soFar)}`;
  const reasons = [...(isLate ? [`late, ${shown}`] : []), ...unsent(soFar), ...ownErrors(soFar)];
  if (reasons.length > 0) return { tone: 'inconclusive', says: `Load generator: ${reasons.join('; ')}` };
  if (shown === undefined) return { tone: 'notApplicable', says: 'Load generator: nothing sent yet' };
  return { tone: 'pass', says: `Load generator on time: ${shown}; ${header.stamps} timestamps` };
}

/** The limit applies to p99: a lower percentile above the limit settles the matter, one below it does not. */
function limitText(name: string, mostMs: number, isLate: boolean, { lagMs }: SoFar): string {
  if (name === 'p99') return ` of at most ${mostMs} ms`;
  if (isLate) return `, where even p99 may be at most ${mostMs} ms`;
  const lacking = lagMs.missing.p99;
  return `; p99, which may be at most ${mostMs} ms, needs ${lacking === undefined ? 'more requests' : pluralize(lacking, 'more request')}`;
}

/**
 * The highest percentile of the lag that is known, as the verdict will judge it; during the warm-up, that of the last
 * requests.
 */
export function lagOf(
  { lagP99Ms }: LiveState,
  { lagMs }: SoFar,
): { readonly name: string; readonly ms: number } | undefined {
  const name = (['p99', 'p95', 'p50'] as const).find((each) => lagMs[each] !== undefined) ?? 'p99';
  const ms = lagMs[name] ?? lagP99Ms;
  return ms === undefined ? undefined : { name, ms };
}

function unsent({ failures }: SoFar): readonly string[] {
  const count = failures['notSent'] ?? 0;
  return count === 0 ? [] : [`${pluralize(count, 'request')} not sent, as too many were in flight`];
}

function ownErrors({ clientErrors }: SoFar): readonly string[] {
  return clientErrors === 0 ? [] : [`this machine made ${pluralize(clientErrors, 'request')} fail`];
}
