import { headerOf, type Exchange } from '../../model/exchange.ts';
import { containsWorkspaceToken, type Call } from '../../model/probe.ts';
import { isNewTokenRefused, unknownTokenStatuses } from '../../classification/retrying.ts';
import { bearerOf } from './bearer.ts';
import type { Lateness } from './lateness.ts';

/** Knows how long to wait for a new token. A service that knows none of the new tokens is not waited for each time. */
type NewTokenTracker = {
  readonly note: (exchange: Exchange) => void;
  /** True where the token is unknown, and none before it was ever known, though they were tried again. */
  readonly isHopeless: (exchange: Exchange) => boolean;
  /** Milliseconds to wait before another attempt; undefined where there is none. */
  readonly againMs: (exchange: Exchange) => number | undefined;
  /** Why no further workspace is made for this call, once several were useless; undefined where one is made. */
  readonly reasonToSkip: (call: Pick<Call, 'headers'>) => string | undefined;
};

/** Pauses before each further attempt while it is unknown how long tokens take: ten seconds in all. */
const againMs = [500, 1_000, 2_000, 3_000, 3_500] as const;
const lastAttempt = againMs.length + 1;
/** Last attempt where other tokens were known at once. */
const lastOfUsual = 3;
/** Unknown tokens after which their newness is not the reason. */
const enough = 2;
/** Unknown tokens in a row after which no further workspace is made: each takes time, and is work for the target. */
const mostUnknown = 6;
/**
 * Last attempt after a 403 or 404, which may have another reason than the token: the pauses are three and a half
 * seconds.
 */
const lastOfHidden = 4;

/** By default no token of the run was late, which means unknown at first and known later. */
export function createNewTokenTracker(
  { isLate, isNew }: Pick<Lateness, 'isLate' | 'isNew'> = { isLate: () => false, isNew: () => false },
): NewTokenTracker {
  let unknown = 0;
  let hidden = 0;
  let isAnyKnown = false;
  /** Tokens that were let in: they are not new. */
  const known = new Set<string>();
  const isUsual = (exchange: Exchange): boolean => (isAnyKnown && !isLate('token')) || known.has(bearerOf(exchange));
  /** True where one of several servers has let the token in, and another may not know it yet. */
  const isKnownToSome = (exchange: Exchange): boolean => isLate('token') && isNew(exchange);
  const most = (exchange: Exchange): number => {
    if (isUnauthorized(exchange)) return isUsual(exchange) && !isKnownToSome(exchange) ? lastOfUsual : lastAttempt;
    // Where tokens are known at once, or this one was let in, a service means something else by a 403 or 404.
    return isUsual(exchange) || hidden >= enough ? 1 : lastOfHidden;
  };
  return {
    note: (exchange) => {
      if (isTokenAccepted(exchange)) {
        isAnyKnown = true;
        known.add(bearerOf(exchange));
      } else if (isUnauthorized(exchange) && isNewTokenRefused(exchange))
        unknown += exchange.attempt >= most(exchange) || unknown >= enough ? 1 : 0;
      else if (isNewTokenRefused(exchange)) hidden += exchange.attempt >= lastOfHidden ? 1 : 0;
    },
    againMs: (exchange) => (exchange.attempt < most(exchange) ? againMs[exchange.attempt - 1] : undefined),
    reasonToSkip: ({ headers }) =>
      !isAnyKnown && unknown >= mostUnknown && containsWorkspaceToken(headerOf(headers, 'authorization'))
        ? `not sent: the first ${mostUnknown} tokens that the provisioner made were all refused with 401: check the tokens that it makes`
        : undefined,
    isHopeless: (exchange) =>
      !isAnyKnown && unknown >= enough && isUnauthorized(exchange) && isNewTokenRefused(exchange),
  };
}

function isUnauthorized({ response }: Exchange): boolean {
  return response.is === 'answer' && response.status === 401;
}

/** True where a chat or a speech was let in with the token: lists may be public. */
function isTokenAccepted({ operation, request, response }: Exchange): boolean {
  const isUse = operation === 'chat' || operation === 'stream' || operation === 'speech';
  const isOfWorkspace = containsWorkspaceToken(headerOf(request.headers, 'authorization'));
  return isUse && isOfWorkspace && response.is === 'answer' && !unknownTokenStatuses.includes(response.status);
}
