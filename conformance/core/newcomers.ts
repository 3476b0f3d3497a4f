import { headerOf, type Exchange } from './exchange.ts';
import { isStillUnknown } from './weather.ts';

/** A token that is new may take a moment to be known; a service that knows none of them is not waited for each time. */
export type Newcomers = {
  readonly note: (exchange: Exchange) => void;
  /** True where a token is not known, and neither was any before it, though it was tried again. */
  readonly isHopeless: (exchange: Exchange) => boolean;
};

const lastAttempt = 3;
/** So many that stayed unknown show that it is not their newness. */
const enough = 2;

export function createNewcomers(): Newcomers {
  let unknown = 0;
  let isAnyKnown = false;
  return {
    note: (exchange) => {
      if (isStillUnknown(exchange)) unknown += exchange.attempt >= lastAttempt ? 1 : 0;
      else isAnyKnown ||= isLetIn(exchange);
    },
    isHopeless: (exchange) => !isAnyKnown && unknown >= enough && isStillUnknown(exchange),
  };
}

/** Lists may be for everybody; a chat or a speech is not. */
function isLetIn({ operation, request, response }: Exchange): boolean {
  const isUse = operation === 'chat' || operation === 'stream' || operation === 'speech';
  const authorization = headerOf(request.headers, 'authorization') ?? '';
  return isUse && authorization.includes('${WORKSPACE_TOKEN') && response.is === 'answer' && response.status !== 401;
}
