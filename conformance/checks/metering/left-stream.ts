import type { Check, Expectation, Seen } from '../../model/check.ts';
import { nameOfProbe } from '../../model/calls.ts';
import { shownBy } from '../../expectations/on-answer.ts';
import { isSuccessStatus } from '../../model/exchange.ts';
import type { Probe, Step, Workspace } from '../../model/probe.ts';
import { uncoveredChatStatus } from '../../contract/limits.ts';
import { richMember } from './spending/rich-member.ts';
import { callFor, callerOf, costOfUses, type Use } from './spending/uses.ts';

/**
 * Behind a stream that is left, this many credits cover as many uses where it does not count, and one less where it
 * does. That is open, and so is when it is settled: a service may learn late that the client has left. So it is how many
 * of the others succeed that is judged, and not which; and the first of them takes a while.
 */
const covering = 3;
const others: readonly Use[] = ['stream', 'chat', 'chat', 'chat'];

const inCredits: Workspace = { kind: 'credit-balance', credits: covering };
const inPool: Workspace = { kind: 'enterprise-pooled', includedRequests: covering };
const ofMember: Workspace = { ...richMember, memberRequestLimit: covering };

/** A stream that the client leaves after its first piece, and then others until nothing can be left. */
function leftStreamIn(workspace: Workspace): Probe {
  return {
    name: nameOfProbe('a stream left early, then others', workspace, others),
    needs: ['provisioner', 'bot'],
    again: { is: 'anew' },
    costs: costOfUses(['stream', ...others]),
    workspace,
    // Beside much else the first piece may be read so late that the last one has come as well.
    pace: 'eachStepAlone',
    steps: [
      (known) => [{ ...callFor('stream', callerOf(known), known, true), unusual: { is: 'left', afterPieces: 1 } }],
      ...others.map((use): Step => (known) => [callFor(use, callerOf(known), known, true)]),
    ],
  };
}

export const leftStream = leftStreamIn(inCredits);

/** The statuses behind a stream that was answered, where each was covered or refused with 402. */
function statusesBehind(seen: Seen): readonly number[] | undefined {
  const [left, ...rest] = seen.map(({ response }) => (response.is === 'answer' ? response.status : 0));
  const isTold = (status: number): boolean => isSuccessStatus(status) || status === uncoveredChatStatus;
  return left !== undefined && isSuccessStatus(left) && rest.length === others.length && rest.every(isTold)
    ? rest
    : undefined;
}

/** Whether a stream that was left counts as a use; undefined where it cannot be told. */
export function leftStreamCounts(seen: Seen): string | undefined {
  const succeeded = statusesBehind(seen)?.filter(isSuccessStatus).length;
  if (succeeded === covering) return 'it does not count';
  return succeeded === covering - 1 ? 'it counts' : undefined;
}

/** No more is taken than one use, or no more is given back than was taken. */
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
    // Of too few the first that is refused, of too many the last that is served.
    const at = isLeast ? statuses.findIndex((each) => !isSuccessStatus(each)) : statuses.findLastIndex(isSuccessStatus);
    return [shownBy(seen[at + 1], { subject: 'uses after the stream', expected, observed })];
  };
}

function keepsBoth(workspace: Workspace, unit: string): Pick<Check, 'level' | 'probe' | 'expect'> {
  return {
    level: 'MUST',
    probe: leftStreamIn(workspace),
    expect: [leftStreamKeeps('atLeast', unit), leftStreamKeeps('atMost', unit)],
  };
}

/** The same of what is included, and of the limit of a member: each is counted, and given back, by itself. */
export const leftStreamOfPool = keepsBoth(inPool, 'included requests');
export const leftStreamOfMember = keepsBoth(ofMember, 'chats of the limit');
