import { requestIdOf } from '../../model/exchange-id.ts';
import { isTaken, type Exchange } from '../../model/exchange.ts';
import { momentMs, momentOf } from '../../model/moment.ts';
import { isStillUnknown } from '../../classification/retrying.ts';

/** What of a new workspace is not there at once, though its provisioner has answered. */
type Lacking = 'token' | 'balance';

/**
 * How long new workspaces of this run take until they are what was asked for. The first ones are asked again; once it is
 * known how long that takes, each that is made later is left alone for as long, so that nothing is refused meanwhile.
 */
export type Lateness = {
  readonly note: (exchange: Exchange) => void;
  /** Whether any was found to be late in this. */
  readonly isLate: (lacking: Lacking) => boolean;
  /** So long is a workspace left alone once it is made. */
  readonly waitMs: () => number;
  /** Whether a first use that got 402 is to be asked once more: not where waiting for its balance was in vain. */
  readonly mayBalanceCome: (exchange: Exchange) => boolean;
  /** Whether one whose token is unknown is to be asked again: not where leaving others alone did not help. */
  readonly mayTokenCome: (exchange: Exchange) => boolean;
};

/** So many that were asked again in vain show that it is not the time. */
const mostMissingBalances = 2;
/**
 * So many that were left alone for as long as any before them took, were refused once all the same, and then let in: what
 * varies from one to the next comes to fewer, as each takes longer than all before it.
 */
const mostLeftAloneInVain = 4;

export function createLateness(tell: (line: string, waitMs: number) => void, nowMs = momentMs): Lateness {
  const refused = new Map<string, { readonly lacking: Lacking; readonly atMs: number; readonly hadTime: boolean }>();
  const lateMs: Record<Lacking, number> = { token: 0, balance: 0 };
  const knownAtMs: Record<Lacking, number> = { token: Number.POSITIVE_INFINITY, balance: Number.POSITIVE_INFINITY };
  let missingBalances = 0;
  let leftAloneInVain = 0;
  const longest = (): number => Math.max(lateMs.token, lateMs.balance);
  /** Whether it was made behind what is known, and left alone for as long as that. */
  const hadTime = (lacking: Lacking, { startedAt }: Exchange): boolean =>
    momentOf(startedAt).ms >= knownAtMs[lacking] + longest();
  const learn = (lacking: Lacking, ms: number): void => {
    if (ms <= lateMs[lacking]) return;
    if (lateMs[lacking] === 0) tell(wordsOf(lacking, ms), ms);
    lateMs[lacking] = ms;
    // One that was made before, and while less was known, had less time.
    knownAtMs[lacking] = nowMs();
  };
  return {
    note: (exchange) => {
      const { response, attempt } = exchange;
      if (response.is !== 'answer') return;
      const id = requestIdOf(exchange);
      const lacking = lackingIn(exchange);
      const before = refused.get(id);
      if (lacking !== undefined && before === undefined) {
        if (attempt === 1)
          refused.set(id, { lacking, atMs: momentOf(exchange.startedAt).ms, hadTime: hadTime(lacking, exchange) });
        return;
      }
      if (before === undefined || lacking === 'token') return;
      refused.delete(id);
      const isThere = before.lacking === 'token' || isTaken(exchange);
      if (isThere && before.lacking === 'token' && before.hadTime) leftAloneInVain += 1;
      if (isThere) learn(before.lacking, momentOf(exchange.startedAt).ms - before.atMs);
      else missingBalances += 1;
    },
    isLate: (lacking) => lateMs[lacking] > 0,
    waitMs: longest,
    mayBalanceCome: (exchange) =>
      lateMs.balance > 0 ? !hadTime('balance', exchange) : missingBalances < mostMissingBalances,
    mayTokenCome: (exchange) => leftAloneInVain < mostLeftAloneInVain || !hadTime('token', exchange),
  };
}

function lackingIn(exchange: Exchange): Lacking | undefined {
  if (isStillUnknown(exchange)) return 'token';
  return exchange.response.is === 'answer' && exchange.response.status === 402 ? 'balance' : undefined;
}

function wordsOf(lacking: Lacking, ms: number): string {
  const what = lacking === 'token' ? 'the token' : 'the balance';
  return `${what} of a new workspace was not there at once, and ${(ms / 1_000).toFixed(1)} s after the first request it was: each is left alone for as long from now on`;
}
