import type { Check, Expectation, Seen } from '../../model/check.ts';
import { nameOfProbe } from '../../model/calls.ts';
import { shownBy } from '../../expectations/on-answer.ts';
import { isSuccessStatus, isTaken } from '../../model/exchange.ts';
import type { Probe, Step, Workspace } from '../../model/probe.ts';
import { uncoveredChatStatus } from '../../contract/limits.ts';
import { richMember } from './spending/rich-member.ts';
import { callFor, callerOf, costOfUses, type Use } from './spending/uses.ts';

/**
 * Behind an aborted stream, this many credits cover as many uses if the stream does not count, and one less if it does.
 * Both are open, and so is when the charge is settled: a service may learn late that the client has left. So the number
 * of later uses that succeed is judged, and not which of them; and the first of them takes a while.
 */
const covering = 3;
const others: readonly Use[] = ['stream', 'chat', 'chat', 'chat'];

/** The stream that is left goes on with a session there that a chat began, which takes a credit before. */
const inCredits: Workspace = { kind: 'credit-balance', credits: covering + 1 };
const beforeInCredits: readonly Use[] = ['chat'];
const inPool: Workspace = { kind: 'enterprise-pooled', includedRequests: covering };
const ofMember: Workspace = { ...richMember, memberRequestLimit: covering };

/** A stream that the client leaves after its first piece, and then others until nothing can be left. */
function leftStreamIn(workspace: Workspace, before: readonly Use[] = []): Probe {
  const left: Use = before.length === 0 ? 'stream' : 'stream that goes on';
  return {
    name: nameOfProbe(`a ${left} left early, then others`, workspace, others),
    needs: ['provisioner', 'bot'],
    again: { is: 'anew' },
    costs: costOfUses([...before, left, ...others]),
    workspace,
    // Sent alone: beside other requests the first piece may be read so late that the last one has come as well.
    pace: 'eachStepAlone',
    steps: [
      ...before.map(sent),
      (known) => [{ ...callFor(left, callerOf(known), known, true), unusual: { is: 'left', afterPieces: 1 } }],
      ...others.map(sent),
    ],
  };
}

const sent =
  (use: Use): Step =>
  (known) => [callFor(use, callerOf(known), known, true)];

export const leftStream = leftStreamIn(inCredits, beforeInCredits);

/** The statuses behind a stream that was answered, where each was covered or refused with 402, from the end. */
function statusesBehind(seen: Seen): readonly number[] | undefined {
  const own = seen.slice(-others.length - 1);
  const [left, ...rest] = own.map(({ response }) => (response.is === 'answer' ? response.status : 0));
  if (!seen.slice(0, -others.length - 1).every(isTaken)) return undefined;
  const isTold = (status: number): boolean => isSuccessStatus(status) || status === uncoveredChatStatus;
  return left !== undefined && isSuccessStatus(left) && rest.length === others.length && rest.every(isTold)
    ? rest
    : undefined;
}

/** Whether an aborted stream counts as a use; undefined where that is unknown. */
export function leftStreamCounts(seen: Seen): string | undefined {
  const succeeded = statusesBehind(seen)?.filter(isSuccessStatus).length;
  if (succeeded === covering) return 'it does not count';
  return succeeded === covering - 1 ? 'it counts' : undefined;
}

/**
 * An aborted stream costs at most one use (`atLeast` that many are left), and gives back no more than it took
 * (`atMost`).
 */
export function leftStreamKeeps(bound: 'atLeast' | 'atMost', unit = 'credits'): Expectation {
  const isLeast = bound === 'atLeast';
  const count = isLeast ? covering - 1 : covering;
  return (seen) => {
    const statuses = statusesBehind(seen);
    if (statuses === undefined)
      return { inconclusive: 'the stream, or one of the uses after it, was neither covered nor refused' };
    const succeeded = statuses.filter(isSuccessStatus).length;
    if (isLeast ? succeeded >= count : succeeded <= count) return [];
    const expected = `${isLeast ? 'at least' : 'at most'} ${count} of ${covering} ${unit} left by an aborted stream, for as many of these uses: ${others.join(', ')}`;
    const each = statuses.map((status, at) => `${others[at] ?? ''} ${status}`).join(', ');
    const left = covering - succeeded;
    const asIf = left < 0 ? `more than the ${unit} cover` : `as if the aborted stream had cost ${left}`;
    const observed = `${each}: ${succeeded} covered, ${asIf}`;
    // With too few successes the first refused use is shown, with too many the last served one.
    const at = isLeast ? statuses.findIndex((each) => !isSuccessStatus(each)) : statuses.findLastIndex(isSuccessStatus);
    return [shownBy(seen.slice(-others.length)[at], { subject: 'uses after the stream', expected, observed })];
  };
}

function keepsBoth(workspace: Workspace, unit: string): Pick<Check, 'level' | 'probe' | 'expect'> {
  return {
    level: 'MUST',
    probe: leftStreamIn(workspace),
    expect: [leftStreamKeeps('atLeast', unit), leftStreamKeeps('atMost', unit)],
  };
}

/** The same for included requests and for the limit of a member, each of which is counted and given back by itself. */
export const leftStreamOfPool = keepsBoth(inPool, 'included requests');
export const leftStreamOfMember = keepsBoth(ofMember, 'chats of the limit');
