import { headerOf, type Exchange } from '../../model/exchange.ts';
import { containsWorkspaceToken, type Call } from '../../model/probe.ts';
import { isStillUnknown, statusesOfUnknown } from '../../classification/retrying.ts';
import { bearerOf } from './bearer.ts';
import type { Lateness } from './lateness.ts';

/** A token that is new may take a moment to be known; a service that knows none of them is not waited for each time. */
type NewTokenTracker = {
  readonly note: (exchange: Exchange) => void;
  /** True where a token is not known, and neither was any before it, though it was tried again. */
  readonly isHopeless: (exchange: Exchange) => boolean;
  /** Milliseconds to wait before another attempt; undefined where there is to be none. */
  readonly againMs: (exchange: Exchange) => number | undefined;
  /** Why no other workspace is made for this call, once a number of them were for nothing. */
  readonly reasonToSkip: (call: Pick<Call, 'headers'>) => string | undefined;
};

/** Before each further attempt while nobody knows how long it takes: ten seconds in all. */
const againMs = [500, 1_000, 2_000, 3_000, 3_500] as const;
const lastAttempt = againMs.length + 1;
/** Where others were known at once. */
const lastOfUsual = 3;
/** So many that stayed unknown show that it is not their newness. */
const enough = 2;
/** So many, one after the other, and no other is made: each is work for a target, and time. */
const mostUnknown = 6;
/** Of one that was refused as if there were nothing, which may as well be for another reason: three and a half seconds. */
const lastOfHidden = 4;

/** By default no token of the run was late: not known at once, and then it was. */
export function createNewTokenTracker(
  { isLate, isNew }: Pick<Lateness, 'isLate' | 'isNew'> = { isLate: () => false, isNew: () => false },
): NewTokenTracker {
  let unknown = 0;
  let hidden = 0;
  let isAnyKnown = false;
  /** Whoever was let in by it: it is not new. */
  const known = new Set<string>();
  const isUsual = (exchange: Exchange): boolean => (isAnyKnown && !isLate('token')) || known.has(bearerOf(exchange));
  /** One of several servers has let it in, and another may not know it yet. */
  const isKnownToSome = (exchange: Exchange): boolean => isLate('token') && isNew(exchange);
  const most = (exchange: Exchange): number => {
    if (isUnauthorized(exchange)) return isUsual(exchange) && !isKnownToSome(exchange) ? lastOfUsual : lastAttempt;
    // Where tokens are known at once, and to those whose token it knows, a service means something else by it.
    return isUsual(exchange) || hidden >= enough ? 1 : lastOfHidden;
  };
  return {
    note: (exchange) => {
      if (isTokenAccepted(exchange)) {
        isAnyKnown = true;
        known.add(bearerOf(exchange));
      } else if (isUnauthorized(exchange) && isStillUnknown(exchange))
        unknown += exchange.attempt >= most(exchange) || unknown >= enough ? 1 : 0;
      else if (isStillUnknown(exchange)) hidden += exchange.attempt >= lastOfHidden ? 1 : 0;
    },
    againMs: (exchange) => (exchange.attempt < most(exchange) ? againMs[exchange.attempt - 1] : undefined),
    reasonToSkip: ({ headers }) =>
      !isAnyKnown && unknown >= mostUnknown && containsWorkspaceToken(headerOf(headers, 'authorization'))
        ? `not sent: the first ${mostUnknown} tokens that the provisioner made were all refused with 401: check the tokens that it makes`
        : undefined,
    isHopeless: (exchange) => !isAnyKnown && unknown >= enough && isUnauthorized(exchange) && isStillUnknown(exchange),
  };
}

function isUnauthorized({ response }: Exchange): boolean {
  return response.is === 'answer' && response.status === 401;
}

/** Lists may be for everybody; a chat or a speech is not. */
function isTokenAccepted({ operation, request, response }: Exchange): boolean {
  const isUse = operation === 'chat' || operation === 'stream' || operation === 'speech';
  const isOfWorkspace = containsWorkspaceToken(headerOf(request.headers, 'authorization'));
  return isUse && isOfWorkspace && response.is === 'answer' && !statusesOfUnknown.includes(response.status);
}
