import { creditsOf } from '../../conformance/model/costs.ts';
import type { Work } from '../../conformance/model/work.ts';
import type { Settings } from '../../conformance/settings/settings.ts';
import { flawOfOwnToken, ownToken } from '../../conformance/checks/sessions/own-token.ts';
import type { Target } from './target.ts';
import { askedFirst, type Flaw, type Trying } from './token-flaw.ts';

/** Whether checks of this work spend by the caller's own token. */
export function spendsByToken({ checks }: Work): boolean {
  return checks.some(({ probe }) => probe.needs.includes('token') && creditsOf(probe.costs) > 0);
}

/** Tries the caller's own token, where it is needed. That is asked before anything is judged, and costs nothing. */
export async function triedOwnToken(
  { url, token, embedded, unanswered }: Target,
  settings: Settings,
  isNeeded: boolean,
  trying: Trying,
): Promise<Flaw> {
  if (embedded || unanswered !== undefined || token === undefined || !isNeeded) return {};
  const seen = await askedFirst(ownToken, settings, { target: url, token }, trying);
  const tokenFlaw = flawOfOwnToken(seen, token);
  return tokenFlaw === undefined ? {} : { tokenFlaw };
}
