import { errorCodeValueIn } from '../bodies/error-code.ts';
import { headerOf, isTaken, type Exchange } from '../model/exchange.ts';
import { requestIdOf } from '../model/exchange-id.ts';
import { proofOf, type Call, type Probe, type Proof } from '../model/probe.ts';
import { shownValue } from '../reading/shown-value.ts';
import { isTemporarilyRefused } from '../classification/transient.ts';

/** Chats have one status for an empty balance: another one is learned for all chats, and judged by one check. */
export const ofChats = 'chats';

/** What was sent, and for what. */
type SentCall = { readonly call: Call; readonly probe: Probe };

/**
 * The answer that a target gives when a balance is used up, once a proof has shown that it means this: a request that gets
 * it is neither retried nor waited for.
 */
export type LearnedRefusals = {
  readonly learn: (proof: Proof | typeof ofChats, seen: readonly Exchange[]) => void;
  /** An answer came. */
  readonly note: (exchange: Exchange, asked: SentCall) => void;
  /** True where the text of a "not now" answer is that of the refusal. */
  readonly isLikeOne: (exchange: Exchange, asked: SentCall) => boolean;
  /** True where it is that refusal, and is not retried; where the use may be covered, only after one that was covered. */
  readonly isOne: (exchange: Exchange, asked: SentCall) => boolean;
  /** True where it was found to be one. */
  readonly wasOne: (exchange: Pick<Exchange, 'id'>) => boolean;
};

export function createLearnedRefusals(): LearnedRefusals {
  const learned = new Map<Proof | typeof ofChats, Set<string>>();
  const known = new Set<string>();
  /** Texts of refusals to callers who then succeeded, or who should not have been refused: those are of a rate limit. */
  const passing = new Set<string>();
  const refused = new Map<string, string>();
  const answered = new Set<string>();
  const isLikeOne: LearnedRefusals['isLikeOne'] = (exchange, { call, probe }) => {
    const said = saidIn(exchange);
    const by = call.judges?.steadyRefusal === true ? proofOf(probe) : isChatForItsBalance(call) ? ofChats : undefined;
    return by !== undefined && learned.get(by)?.has(said) === true && !passing.has(said);
  };
  return {
    learn: (proof, seen) => {
      const said = new Set(seen.filter(isTemporarilyRefused).map(saidIn));
      const [only] = said;
      if (only === undefined || said.size > 1) return;
      // A balance, a pool and the limit of a member may each be refused in words of its own.
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
      if (before !== undefined && isTaken(exchange)) passing.add(before);
      if (isTaken(exchange)) answered.add(workspaceOf(exchange));
    },
    isLikeOne,
    isOne: (exchange, asked) => {
      const isOne =
        isLikeOne(exchange, asked) && (asked.call.charge === undefined || answered.has(workspaceOf(exchange)));
      if (isOne) known.add(exchange.id);
      return isOne;
    },
    wasOne: ({ id }) => known.has(id),
  };
}

/** It may be refused for what its workspace has left. */
function isChatForItsBalance({ operation, judges }: Call): boolean {
  return judges?.status402 === true && (operation === 'chat' || operation === 'stream');
}

/** The status, the code of its error, and whether it asks to wait: the words beside them may tell of the one request. */
function saidIn({ response }: Exchange): string {
  if (response.is !== 'answer') return '';
  const code = shownValue(errorCodeValueIn(response));
  return JSON.stringify([response.status, code, headerOf(response.headers, 'retry-after') !== undefined]);
}

/** The speeches of one workspace: those of a probe that carried one token. */
function workspaceOf({ probe, operation, request }: Exchange): string {
  return JSON.stringify([probe, operation, headerOf(request.headers, 'authorization')]);
}
