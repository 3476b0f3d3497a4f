import type { SoFar } from '../../load/figures/so-far.ts';
import type { Live } from '../../load/runner/live.ts';
import { msText } from '../load/format.ts';
import { counted } from '../text/format.ts';
import type { GeneratorBounds, LiveRun, LiveView } from './live-view.ts';

/** What can be told of the load generator while it works; the verdict at the end knows more. */
export function generatorOf({ live, soFar, header, bounds }: LiveRun): LiveView['generator'] {
  const reasons = [...late(live, soFar, bounds), ...unsent(soFar), ...ownErrors(soFar)];
  if (reasons.length > 0) return { tone: 'inconclusive', says: `Load generator: ${reasons.join('; ')}` };
  const p99Ms = soFar.lagMs.p99 ?? live.lagP99Ms;
  if (p99Ms === undefined) return { tone: 'notApplicable', says: 'Load generator: nothing sent yet' };
  const stamps = `${header.stamps} timestamps`;
  return {
    tone: 'pass',
    says: `Load generator on time: lag p99 ${msText(p99Ms)} ms, at most ${bounds.lagP99Ms} ms may be; ${stamps}`,
  };
}

function late({ lagP99Ms }: Live, { lagMs }: SoFar, bounds: GeneratorBounds): readonly string[] {
  const isLate = (ms: number | undefined): ms is number => ms !== undefined && ms > bounds.lagP99Ms;
  const most = `at most ${bounds.lagP99Ms} ms may be`;
  if (isLate(lagMs.p99)) return [`late, lag p99 ${msText(lagMs.p99)} ms, ${most}`];
  return isLate(lagP99Ms) ? [`late just now, lag p99 ${msText(lagP99Ms)} ms, ${most}`] : [];
}

function unsent({ failures }: SoFar): readonly string[] {
  const count = failures['notSent'] ?? 0;
  return count === 0 ? [] : [`${counted(count, 'request')} not sent, as too many were in flight`];
}

function ownErrors({ clientErrors }: SoFar): readonly string[] {
  return clientErrors === 0 ? [] : [`this machine made ${counted(clientErrors, 'request')} fail`];
}
