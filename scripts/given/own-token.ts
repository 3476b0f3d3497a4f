import { createEngine } from '../../conformance/core/engine.ts';
import type { Work } from '../../conformance/core/run/run-checks.ts';
import type { Settings } from '../../conformance/core/settings/settings.ts';
import { flawOfOwnToken, ownToken } from '../../conformance/sessions/own-token.ts';
import type { Target } from './target.ts';

/**
 * What is amiss with the caller's own token, where checks of this work need it. That is asked before anything is judged,
 * costs nothing, and takes no longer than the time limit of one request.
 */
export async function flawOfTokenAt(
  { url, token, embedded }: Target,
  settings: Settings,
  { checks }: Work,
  ca: string | undefined,
  signal: AbortSignal,
): Promise<Pick<Target, 'tokenFlaw'>> {
  if (embedded || token === undefined || !checks.some(({ probe }) => probe.needs.includes('token'))) return {};
  const options = { ...settings, target: url, token, provisioner: undefined, seed: 0, ca };
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(settings.timeoutMs)]);
  const engine = createEngine(options, [], () => undefined, inTime);
  try {
    const { seen } = await engine.ask(ownToken);
    const tokenFlaw = flawOfOwnToken(seen);
    return tokenFlaw === undefined ? {} : { tokenFlaw };
  } finally {
    await engine.close();
  }
}
