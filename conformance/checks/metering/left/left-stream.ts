import type { Check, Expectation } from '../../../model/check.ts';
import { nameOfProbe } from '../../../model/calls.ts';
import type { Call, StepInputs, Probe, Step, Workspace } from '../../../model/probe.ts';
import { leftUseCounts, leftUseKeeps, type LeftUse } from './left-use.ts';
import type { Prices } from '../spending/ledger.ts';
import { richMember } from '../spending/rich-member.ts';
import { callFor, workspaceCaller, costOfUses, type Use } from '../spending/uses.ts';

/** The first of the uses behind the stream takes a while, in which its charge is settled. */
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
    steps: [...before.map(sent), (known) => [leave(left, known)], ...others.map(sent)],
  };
}

function leave(use: Use, known: StepInputs, name?: string): Call {
  return { ...callFor(use, workspaceCaller(known, name), known, true), unusual: { is: 'left', afterPieces: 1 } };
}

const sent =
  (use: Use): Step =>
  (known) => [callFor(use, workspaceCaller(known), known, true)];

export const leftStream = leftStreamIn(inCredits, beforeInCredits);

const inChats = (unit: string): LeftUse => ({ left: 'stream', covering, others, unit });

export const leftStreamCounts = leftUseCounts(inChats('credits'));

/** An aborted stream costs at most one use, and gives back no more than it took. */
export const leftStreamKeeps = (bound: 'atLeast' | 'atMost', unit = 'credits'): Expectation =>
  leftUseKeeps(bound, inChats(unit));

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

/**
 * The same for a workspace of the enterprise kinds, beside their scripts: with credits for as many chats at the price
 * that was observed. It begins once they have ended, so that the first piece is read soon.
 */
export const leftStreamBeside = {
  name: 'left_stream',
  owns: ({ chat }: Prices): Pick<Workspace, 'credits'> => ({ credits: covering * chat }),
  cost: costOfUses(['stream', ...others]),
  /** The call at this step of the scripts. */
  callsAt: (known: StepInputs, at: number): readonly Call[] => {
    const behind = others[at - leftAt - 1];
    if (at === leftAt) return [leave('stream', known, leftStreamBeside.name)];
    return behind === undefined ? [] : [callFor(behind, workspaceCaller(known, leftStreamBeside.name), known, true)];
  },
};

/** Scripts and rounds of uses at once are shorter. */
const leftAt = 12;
