import type { Work } from '../../conformance/model/work.ts';
import type { Settings } from '../../conformance/settings/settings.ts';
import { flawOfSecondToken, sameToken, secondToken } from '../../conformance/checks/sessions/second-token.ts';
import type { Target } from './target.ts';
import { askedFirst, type Flaw, type Trying } from './token-flaw.ts';

/**
 * Tries the other token of a target, where checks of this work need it. That is asked before anything is judged, and
 * costs nothing.
 */
export async function triedOtherToken(
  { url, token, otherToken, embedded, unanswered }: Target,
  settings: Settings,
  { checks }: Work,
  trying: Trying,
): Promise<Flaw> {
  const isNeeded = checks.some(({ probe }) => probe.needs.includes('otherWorkspace'));
  if (embedded || unanswered !== undefined || !isNeeded || token === undefined || otherToken === undefined) return {};
  if (token === otherToken) return { otherTokenFlaw: sameToken };
  const seen = await askedFirst(secondToken, settings, { target: url, token, otherToken }, trying);
  const otherTokenFlaw = flawOfSecondToken(seen);
  return otherTokenFlaw === undefined ? {} : { otherTokenFlaw };
}
