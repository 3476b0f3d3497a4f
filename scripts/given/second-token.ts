import { createEngine } from '../../conformance/core/engine.ts';
import type { Work } from '../../conformance/core/run/run-checks.ts';
import type { Settings } from '../../conformance/core/settings/settings.ts';
import { flawOfSecondToken, sameToken, secondToken } from '../../conformance/sessions/second-token.ts';
import type { Target } from './target.ts';

/**
 * The target with what is amiss with its other token, where checks of this work need it. That is asked before anything
 * is judged, costs nothing, and takes no longer than the time limit of one request.
 */
export async function withSecondToken(
  target: Target,
  settings: Settings,
  { checks }: Work,
  ca: string | undefined,
  signal: AbortSignal,
): Promise<Target> {
  const { url, token, otherToken, embedded } = target;
  const isNeeded = checks.some(({ probe }) => probe.needs.includes('otherWorkspace'));
  if (embedded || !isNeeded || token === undefined || otherToken === undefined) return target;
  if (token === otherToken) return { ...target, otherTokenFlaw: sameToken };
  const options = { ...settings, target: url, token, otherToken, provisioner: undefined, seed: 0, ca };
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(settings.timeoutMs)]);
  const engine = createEngine(options, [], () => undefined, inTime);
  try {
    const { seen } = await engine.ask(secondToken);
    const flaw = flawOfSecondToken(seen);
    return flaw === undefined ? target : { ...target, otherTokenFlaw: flaw };
  } finally {
    await engine.close();
  }
}
