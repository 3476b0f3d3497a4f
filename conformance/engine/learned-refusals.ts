import { errorCodeValueIn } from '../bodies/error-code.ts';
import { headerOf, isAccepted, type Exchange } from '../model/exchange.ts';
import { requestIdOf } from '../model/exchange-id.ts';
import { proofOf, type Call, type Probe, type Proof } from '../model/probe.ts';
import { shownValue } from '../reading/shown-value.ts';
import { isTemporarilyRefused } from '../classification/transient.ts';

/**
 * The key of what is learned for all chats: the document has one status for chats with an empty balance. Where a
 * service has another one, one check judges that.
 */
export const chatsKey = 'chats';

/** A call, and the probe that it was sent for. */
type SentCall = { readonly call: Call; readonly probe: Probe };

/**
 * Knows the answer that a target gives when a balance is used up, once a proof has shown what it means: a request with
 * this answer is neither sent again nor waited for.
 */
export type LearnedRefusals = {
  readonly learn: (proof: Proof | typeof chatsKey, seen: readonly Exchange[]) => void;
  /** Notes an answer. */
  readonly note: (exchange: Exchange, asked: SentCall) => void;
  /** True where a "not now" answer has the text of that refusal. */
  readonly resembles: (exchange: Exchange, asked: SentCall) => boolean;
  /**
   * True for such a refusal, which is not sent again. Where the use may be covered, true only after a use that was
   * covered.
   */
  readonly isBalanceRefusal: (exchange: Exchange, asked: SentCall) => boolean;
  /** True where `isBalanceRefusal` found this exchange to be such a refusal. */
  readonly wasBalanceRefusal: (exchange: Pick<Exchange, 'id'>) => boolean;
};

export function createLearnedRefusals(): LearnedRefusals {
  const learned = new Map<Proof | typeof chatsKey, Set<string>>();
  const known = new Set<string>();
  /**
   * Texts that are the refusal of a rate limit: the same request succeeded later, or its call cannot be refused for a
   * balance.
   */
  const passing = new Set<string>();
  const refused = new Map<string, string>();
  const answered = new Set<string>();
  const isLikeOne: LearnedRefusals['resembles'] = (exchange, { call, probe }) => {
    const said = saidIn(exchange);
    const by = call.judges?.steadyRefusal === true ? proofOf(probe) : isChatForItsBalance(call) ? chatsKey : undefined;
    return by !== undefined && learned.get(by)?.has(said) === true && !passing.has(said);
  };
  return {
    learn: (proof, seen) => {
      const said = new Set(seen.filter(isTemporarilyRefused).map(saidIn));
      const [only] = said;
      if (only === undefined || said.size > 1) return;
      // A balance, a pool and the limit of a member may each be refused with a text of their own.
      learned.set(proof, (learned.get(proof) ?? new Set()).add(only));
    },
    note: (exchange, { call }) => {
      const request = requestIdOf(exchange);
      if (isTemporarilyRefused(exchange)) {
        if (call.judges?.steadyRefusal === true || isChatForItsBalance(call)) refused.set(request, saidIn(exchange));
        else passing.add(saidIn(exchange));
        return;
      }
      const before = refused.get(request);
      if (before !== undefined && isAccepted(exchange)) passing.add(before);
      if (isAccepted(exchange)) answered.add(workspaceOf(exchange));
    },
    resembles: isLikeOne,
    isBalanceRefusal: (exchange, asked) => {
      const isOne =
        isLikeOne(exchange, asked) && (asked.call.charge === undefined || answered.has(workspaceOf(exchange)));
      if (isOne) known.add(exchange.id);
      return isOne;
    },
    wasBalanceRefusal: ({ id }) => known.has(id),
  };
}

/** True for a chat that may be refused for what its workspace has left. */
function isChatForItsBalance({ operation, judges }: Call): boolean {
  return judges?.status402 === true && (operation === 'chat' || operation === 'stream');
}

/**
 * The status, the error code, and whether the answer asks to wait. The message is left out, as it may be about the one
 * request.
 */
function saidIn({ response }: Exchange): string {
  if (response.is !== 'answer') return '';
  const code = shownValue(errorCodeValueIn(response));
  return JSON.stringify([response.status, code, headerOf(response.headers, 'retry-after') !== undefined]);
}

/** The key of a workspace's uses of one operation: they have the same probe and the same token. */
function workspaceOf({ probe, operation, request }: Exchange): string {
  return JSON.stringify([probe, operation, headerOf(request.headers, 'authorization')]);
}
