import { headerOf, type Exchange } from '../../model/exchange.ts';
import { containsWorkspaceToken, type Call } from '../../model/probe.ts';
import { isStillUnknown } from '../../classification/retrying.ts';

/** A token that is new may take a moment to be known; a service that knows none of them is not waited for each time. */
type NewTokenTracker = {
  readonly note: (exchange: Exchange) => void;
  /** True where a token is not known, and neither was any before it, though it was tried again. */
  readonly isHopeless: (exchange: Exchange) => boolean;
  /** Why no other workspace is made for this call, once a number of them were for nothing. */
  readonly reasonToSkip: (call: Pick<Call, 'headers'>) => string | undefined;
};

const lastAttempt = 3;
/** So many that stayed unknown show that it is not their newness. */
const enough = 2;
/** So many, one after the other, and no other is made: each is work for a target, and time. */
const mostInVain = 6;

export function createNewTokenTracker(): NewTokenTracker {
  let unknown = 0;
  let isAnyKnown = false;
  return {
    note: (exchange) => {
      if (isStillUnknown(exchange)) unknown += exchange.attempt >= lastAttempt || unknown >= enough ? 1 : 0;
      else isAnyKnown ||= isTokenAccepted(exchange);
    },
    reasonToSkip: ({ headers }) =>
      !isAnyKnown && unknown >= mostInVain && containsWorkspaceToken(headerOf(headers, 'authorization'))
        ? `not sent: the first ${mostInVain} tokens that the provisioner made were all refused with 401: check the tokens that it makes`
        : undefined,
    isHopeless: (exchange) => !isAnyKnown && unknown >= enough && isStillUnknown(exchange),
  };
}

/** Lists may be for everybody; a chat or a speech is not. */
function isTokenAccepted({ operation, request, response }: Exchange): boolean {
  const isUse = operation === 'chat' || operation === 'stream' || operation === 'speech';
  const isOfWorkspace = containsWorkspaceToken(headerOf(request.headers, 'authorization'));
  return isUse && isOfWorkspace && response.is === 'answer' && response.status !== 401;
}
