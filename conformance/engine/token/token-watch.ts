import { headerOf, type Exchange } from '../../model/exchange.ts';
import { endOfExchange, momentOf } from '../../model/moment.ts';
import type { Call } from '../../model/probe.ts';
import type { Reason } from '../../model/run.ts';
import {
  tokenEndOf,
  isOwnTokenRefused,
  isTokenAccepted,
  isTokenRejected,
  presentsToken,
  containsToken,
  lockoutEnd,
  tokenEndReason,
  tokenEnded,
  type EndingStatus,
  type TokenEnded,
} from './token-end.ts';
import { createShutOutSigns, refusalIn } from './shut-out-signs.ts';

/**
 * Tells a token that ends midway, or a target that lets nobody in any more, from a service that refuses what it has to
 * accept.
 */
export type TokenWatch = {
  /** Takes every exchange; resolves once it is known what a refusal means. */
  readonly settle: (exchange: Exchange) => Promise<void>;
  /** Why nothing can be judged by a settled exchange; undefined where something can. */
  readonly reasonNotToJudge: (exchange: Exchange) => Reason | undefined;
  /**
   * Whether every request with the token was refused at that time, and let in a moment later: that is judged
   * separately, and says nothing of what this exchange asked for.
   */
  readonly wasTemporary: (exchange: Exchange) => boolean;
  readonly reasonToSkip: (call: Call) => Reason | undefined;
};

type Watching = {
  /** Asks for the list of bots with the token; undefined where this is not possible any more. */
  readonly look: () => Promise<Exchange | undefined>;
  /** Lets nothing be sent for `ms`: other requests may be the reason why the token is refused. */
  readonly pause: (ms: number) => Promise<void>;
  readonly ended: (end: TokenEnded) => void;
  /** Receives a line where a lockout may be waited for, and how long the wait is. */
  readonly tell?: (line: string, waitMs: number) => void;
  /** The exchanges from before anything was judged. */
  readonly first: readonly Exchange[];
};

/**
 * Requests for the list, in a row, that have to be refused before the token has ended. A service that refuses one
 * request in fifty hardly ever refuses so many in a row. If it has refused a request and then let another in, as with
 * one of several servers that does not know the token, it has to refuse more.
 */
const refusedLooks = { usual: 3, onceRefuted: 8 } as const;
/**
 * Pauses before each request for the list: a token that is refused for a moment, as behind somebody else's wrong one,
 * has not ended.
 */
const pausesMs = [0, 400, 2_600] as const;

/** Pauses before further requests behind wrong tokens: a service may lock out their sender, mostly for 5 to 30 s. */
const lockoutPausesMs = [3_000, 5_000, 10_000, 15_000] as const;
/** A lockout is possible where at least `fewest` wrong tokens were refused within this time before. */
const behindWrong = { fewest: 3, withinMs: 30_000 } as const;
/** Longest wait for lockouts in a whole run: beyond it the run reports that it is locked out. */
const longestLockedMs = 120_000;

export function createTokenWatch({ look, pause, ended, first, tell = () => undefined }: Watching): TokenWatch {
  let acceptedUntil: string | undefined;
  /**
   * Whether the list of bots has let the token in: before that its refusal shows nothing, as it is not shown whom the
   * list is for (4.1).
   */
  let listTookIt = false;
  let end: TokenEnded | undefined;
  let looking: Promise<void> | undefined;
  /** Refusals of the token whose meaning is not known yet, and since when each was refused. */
  const open = new Map<Exchange['id'], { readonly sinceMs: number }>();
  const forAMoment = new Set<Exchange['id']>();
  let wrongMs: readonly number[] = [];
  let [lockouts, lockedMs] = [0, 0];

  const note = (exchange: Exchange): void => {
    const { startedAt, operation } = exchange;
    if (!isTokenAccepted(exchange)) return;
    listTookIt ||= operation === 'bots';
    if (acceptedUntil === undefined || momentOf(startedAt).ms > momentOf(acceptedUntil).ms) acceptedUntil = startedAt;
  };
  for (const exchange of first) note(exchange);

  const signOf = createShutOutSigns();
  /** Whether a request was refused as if the token had ended, and one that began later was let in. */
  let isRefuted = false;
  const acceptedMs = (): number => (acceptedUntil === undefined ? 0 : momentOf(acceptedUntil).ms);
  const lookUntilSure = async (status: EndingStatus): Promise<void> => {
    const refusedMs: number[] = [];
    const sinceMs = (): readonly number[] => [...[...open.values()].map((sign) => sign.sinceMs), ...refusedMs];
    const usual = (): number => refusedLooks[isRefuted ? 'onceRefuted' : 'usual'];
    const isJustBefore = (ms: number): boolean => {
      const earlierMs = Math.min(...sinceMs()) - ms;
      return earlierMs > 0 && earlierMs < behindWrong.withinMs;
    };
    const mayBeLockout = (): boolean => status === 401 && wrongMs.filter(isJustBefore).length >= behindWrong.fewest;
    const waitsForLockout = (): boolean => mayBeLockout() && lockedMs < longestLockedMs;
    let isLocked = false;
    while (refusedMs.length < usual() + (waitsForLockout() || isLocked ? lockoutPausesMs.length : 0)) {
      const lockoutMs = lockoutPausesMs[refusedMs.length - usual()];
      const ms = lockoutMs ?? pausesMs[refusedMs.length] ?? 0;
      if (lockoutMs !== undefined) {
        isLocked = true;
        lockedMs += ms;
        tell(lockoutWords(ms), ms);
      }
      if (ms > 0) await pause(ms);
      const seen = await look();
      if (seen === undefined) return;
      note(seen);
      const isRejected = isTokenRejected(seen, status);
      if (isRejected) refusedMs.push(endOfExchange(seen));
      // Only for 401: the refusals that make assay look for a firewall, such as a 404 for a bot, may be usual ones.
      isRefuted ||= status === 401 && sinceMs().some((ms) => ms < acceptedMs());
      if (isRejected && refusedMs.every((ms) => ms >= acceptedMs())) continue;
      // The refusals before an accepted request were no sign.
      if (!isRejected) signOf(seen);
      if (isLocked) lockouts += 1;
      if (refusedMs.length > 0 && status === 401)
        for (const [id, { sinceMs }] of open) if (sinceMs < acceptedMs()) forAMoment.add(id);
      return;
    }
    const since = sinceMs().filter((ms) => ms >= acceptedMs());
    if (acceptedUntil === undefined) return;
    const refusedSince = new Date(Math.floor(Math.min(...since))).toISOString();
    end =
      lockouts > 0 && mayBeLockout()
        ? lockoutEnd(acceptedUntil, refusedSince, lockouts)
        : tokenEnded(acceptedUntil, refusedSince, status);
    ended(end);
  };
  const begin = (status: EndingStatus): Promise<void> => {
    looking ??= lookUntilSure(status).finally(() => (looking = undefined));
    return looking;
  };
  return {
    settle: async (exchange) => {
      note(exchange);
      if (isWrongRefused(exchange)) {
        const cameMs = endOfExchange(exchange);
        wrongMs = [...wrongMs.filter((ms) => cameMs - ms < 2 * behindWrong.withinMs), cameMs];
      }
      if (end !== undefined) return;
      // A list that has never let the token in shows nothing.
      const canLook = acceptedUntil !== undefined && listTookIt;
      const sign = isTokenRejected(exchange)
        ? ({ status: 401, sinceMs: endOfExchange(exchange) } as const)
        : canLook
          ? signOf(exchange)
          : undefined;
      if (sign === undefined) {
        // The request that is under way shows whether this refusal is the service's own.
        if (refusalIn(exchange) !== undefined) await looking;
        return;
      }
      const isOwn = acceptedUntil !== undefined && (sign.status !== 401 || isOwnTokenRefused(exchange));
      if (isOwn) open.set(exchange.id, sign);
      try {
        // A look that began before this answer came shows nothing for it, unless it finds that the token has ended.
        if (looking !== undefined) await looking;
        if (isOwn && listTookIt && end === undefined) await begin(sign.status);
      } finally {
        open.delete(exchange.id);
      }
    },
    reasonNotToJudge: (exchange) =>
      end !== undefined && tokenEndOf(exchange, [end]) !== undefined ? tokenEndReason(end) : undefined,
    wasTemporary: ({ id }) => forAMoment.has(id),
    reasonToSkip: (call) => (end !== undefined && containsToken(call) ? tokenEndReason(end) : undefined),
  };
}

function lockoutWords(ms: number): string {
  return `the token is refused (401) behind wrong ones, as where a service locks out who sent them: it is asked again in ${ms / 1_000} s`;
}

/** True where another token than the run's own was refused. */
function isWrongRefused({ request, response }: Exchange): boolean {
  const isRefused = response.is === 'answer' && response.status === 401;
  return isRefused && headerOf(request.headers, 'authorization') !== undefined && !presentsToken(request);
}
