import { requestIdOf } from '../../model/exchange-id.ts';
import { headerOf, isAccepted, type Exchange } from '../../model/exchange.ts';
import { momentMs, startOf } from '../../model/moment.ts';
import { isWorkspaceBearer } from '../../model/probe.ts';
import { isNewTokenRefused } from '../../classification/retrying.ts';
import { bearerOf } from './bearer.ts';

/** What a new workspace may lack at first, though its provisioner has answered. */
type Lacking = 'token' | 'balance';

/**
 * Learns how long new workspaces of this run take until they are as they were asked for. The first ones are asked
 * again. Once the time is known, each later one is left alone for that long, so that nothing is refused meanwhile.
 */
export type Lateness = {
  readonly note: (exchange: Exchange) => void;
  /** Whether any workspace was late in this. */
  readonly isLate: (lacking: Lacking) => boolean;
  /**
   * Whether the token of this workspace is so new that not all servers may know it yet, though one of them let it in.
   */
  readonly isNew: (exchange: Exchange) => boolean;
  /** How long a workspace is left alone once it is made, in milliseconds. */
  readonly waitMs: () => number;
  /** Whether a first use that got 402 is sent again: not where waiting for the balance was in vain. */
  readonly mayBalanceCome: (exchange: Exchange) => boolean;
  /** Whether a request with an unknown token is sent again: not where leaving other workspaces alone did not help. */
  readonly mayTokenCome: (exchange: Exchange) => boolean;
};

/** First uses that were sent again in vain, after which time is not the reason for a 402. */
const mostMissingBalances = 2;
/**
 * Longest time between the answer of a provisioner and the moment at which its token is known everywhere; a later
 * refusal has another reason.
 */
const longestLateMs = 10_000;
/**
 * Workspaces that were left alone for as long as any before them took, were refused once all the same, and were then
 * let in: after this many, leaving alone does not help. The times differ where several servers learn of a token one
 * after the other. Each such workspace makes the wait twice its age, so that by the fourth no token is new any more.
 */
const mostLeftAloneInVain = 4;
const timesInVain = 2;

export function createLateness(tell: (line: string, waitMs: number) => void, nowMs = momentMs): Lateness {
  const refused = new Map<string, { readonly lacking: Lacking; readonly atMs: number; readonly hadTime: boolean }>();
  /** When each workspace was first used, and how long it was left alone before. */
  const begun = new Map<string, { readonly atMs: number; readonly aloneMs: number }>();
  const lateMs: Record<Lacking, number> = { token: 0, balance: 0 };
  const knownAtMs: Record<Lacking, number> = { token: Number.POSITIVE_INFINITY, balance: Number.POSITIVE_INFINITY };
  let missingBalances = 0;
  let leftAloneInVain = 0;
  const longest = (): number => Math.max(lateMs.token, lateMs.balance);
  /** Whether the workspace was made after the time was known, and left alone for that long. */
  const hadTime = (lacking: Lacking, exchange: Exchange): boolean =>
    startOf(exchange) >= knownAtMs[lacking] + longest();
  const learn = (lacking: Lacking, ms: number): void => {
    if (ms <= lateMs[lacking]) return;
    if (lateMs[lacking] === 0) tell(wordsOf(lacking, ms), ms);
    lateMs[lacking] = ms;
    // A workspace that was made earlier, while less was known, had less time.
    knownAtMs[lacking] = nowMs();
  };
  const begin = (exchange: Exchange): void => {
    const bearer = bearerOf(exchange);
    if (begun.has(bearer) || !isWorkspaceBearer(headerOf(exchange.request.headers, 'authorization'))) return;
    const aloneMs = hadTime('token', exchange) ? longest() : 0;
    begun.set(bearer, { atMs: startOf(exchange), aloneMs });
  };
  const usedForMs = (exchange: Exchange): number => {
    const ms = startOf(exchange);
    return ms - (begun.get(bearerOf(exchange))?.atMs ?? ms);
  };
  const isNew = (exchange: Exchange): boolean => usedForMs(exchange) < longestLateMs;
  const learnOfToken = (exchange: Exchange, hadTimeThen: boolean): void => {
    const ageMs = usedForMs(exchange) + (begun.get(bearerOf(exchange))?.aloneMs ?? 0);
    // Another workspace may have shown meanwhile that tokens take longer than this one was left alone.
    const wasInVain = hadTimeThen && ageMs > longest();
    if (wasInVain) leftAloneInVain += 1;
    learn('token', Math.min(longestLateMs, wasInVain ? timesInVain * ageMs : ageMs));
  };
  return {
    note: (exchange) => {
      const { response, attempt } = exchange;
      if (response.is !== 'answer') return;
      const id = requestIdOf(exchange);
      const lacking = lackingIn(exchange);
      const before = refused.get(id);
      begin(exchange);
      if (lacking !== undefined && before === undefined) {
        if (attempt === 1 && (lacking === 'balance' || isNew(exchange)))
          refused.set(id, { lacking, atMs: startOf(exchange), hadTime: hadTime(lacking, exchange) });
        return;
      }
      if (before === undefined || lacking === 'token') return;
      refused.delete(id);
      if (before.lacking === 'token') learnOfToken(exchange, before.hadTime);
      else if (isAccepted(exchange)) learn('balance', startOf(exchange) - before.atMs);
      else missingBalances += 1;
    },
    isLate: (lacking) => lateMs[lacking] > 0,
    isNew,
    // Where leaving alone did not help for tokens, it is not done for them any more.
    waitMs: () => (leftAloneInVain < mostLeftAloneInVain ? longest() : lateMs.balance),
    mayBalanceCome: (exchange) =>
      lateMs.balance > 0 ? !hadTime('balance', exchange) : missingBalances < mostMissingBalances,
    mayTokenCome: (exchange) => leftAloneInVain < mostLeftAloneInVain || !hadTime('token', exchange),
  };
}

function lackingIn(exchange: Exchange): Lacking | undefined {
  if (isNewTokenRefused(exchange)) return 'token';
  return exchange.response.is === 'answer' && exchange.response.status === 402 ? 'balance' : undefined;
}

function wordsOf(lacking: Lacking, ms: number): string {
  // The words name no reason: another connection, or another server, may have made the difference.
  const was = lacking === 'token' ? 'refused as of nobody, and let in' : 'refused with 402, and covered';
  return `a first request of a new workspace was ${was} when sent once more, ${(ms / 1_000).toFixed(1)} s later: each is left alone for as long from now on`;
}
