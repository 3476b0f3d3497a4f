import { whyOwnTokenIsUnusable, ownToken } from '../../conformance/checks/sessions/own-token.ts';
import {
  whyOtherTokenIsUnusable,
  sameTokenReason,
  secondToken,
} from '../../conformance/checks/sessions/second-token.ts';
import { createEngine, type EngineOptions } from '../../conformance/engine/engine.ts';
import type { Exchanges } from '../../conformance/model/check.ts';
import { isCutOff } from '../../conformance/engine/first-contact/first-rounds.ts';
import { creditsOf } from '../../conformance/model/costs.ts';
import type { Exchange } from '../../conformance/model/exchange.ts';
import type { Probe } from '../../conformance/model/probe.ts';
import type { RunWork } from '../../conformance/model/work.ts';
import type { Settings } from '../../conformance/settings/settings.ts';
import type { Target } from './target.ts';

/** The flaws of a token. */
type Flaw = Pick<Target, 'tokenFlaw' | 'otherTokenFlaw'>;

/**
 * `keep` gets each finished exchange as it came: its response is judged with all others, and an exchange that crashed
 * the service is named.
 */
type Trying = {
  readonly ca: string | undefined;
  readonly signal: AbortSignal;
  readonly keep: (exchange: Exchange) => void;
};

/** Whether checks of this work spend credits of the caller's own token. */
export function spendsOwnCredits({ checks }: RunWork): boolean {
  return checks.some(({ probe }) => probe.needs.includes('token') && creditsOf(probe.costs) > 0);
}

/** Tries the caller's own token, where it is needed, before anything is judged. This costs no credits. */
export async function checkOwnToken(
  { url, token, embedded, unanswered }: Target,
  settings: Settings,
  isNeeded: boolean,
  trying: Trying,
): Promise<Flaw> {
  if (embedded || unanswered !== undefined || token === undefined || !isNeeded) return {};
  const seen = await askedFirst(ownToken, settings, { target: url, token }, trying);
  const tokenFlaw = whyOwnTokenIsUnusable(seen, token);
  return tokenFlaw === undefined ? {} : { tokenFlaw };
}

/**
 * Tries the other token of a target, where checks of this work need it, before anything is judged. This costs no
 * credits.
 */
export async function checkOtherToken(
  { url, token, otherToken, embedded, unanswered }: Target,
  settings: Settings,
  { checks }: RunWork,
  trying: Trying,
): Promise<Flaw> {
  const isNeeded = checks.some(({ probe }) => probe.needs.includes('otherWorkspace'));
  if (embedded || unanswered !== undefined || !isNeeded || token === undefined || otherToken === undefined) return {};
  if (token === otherToken) return { otherTokenFlaw: sameTokenReason };
  const seen = await askedFirst(secondToken, settings, { target: url, token, otherToken }, trying);
  const otherTokenFlaw = whyOtherTokenIsUnusable(seen);
  return otherTokenFlaw === undefined ? {} : { otherTokenFlaw };
}

/** Sends a probe before anything is judged, within the time limit of one request. */
async function askedFirst(
  probe: Probe,
  settings: Settings,
  given: Pick<EngineOptions, 'target' | 'token' | 'otherToken'>,
  { ca, signal, keep }: Trying,
): Promise<Exchanges> {
  const heard = (exchange: Exchange): void => {
    if (!isCutOff(exchange)) keep(exchange);
  };
  const options = { ...settings, ...given, ca, provisioner: undefined, seed: 0, heard, concurrency: 1 };
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(settings.timeoutMs)]);
  const engine = createEngine(options, [], () => undefined, inTime);
  try {
    return (await engine.ask(probe)).seen;
  } finally {
    await engine.close();
  }
}
