import { nameOfProbe } from '../../model/calls.ts';
import { clause, type Check } from '../../model/check.ts';
import { aboutAnswer } from '../../model/reason.ts';
import type { Probe, Workspace } from '../../model/probe.ts';
import { neverOverdraws, race, rounds } from './races.ts';
import { callsAt, endsAs, spendingEnds, succeedsThroughout } from './spending/script.ts';
import { proofFor } from './spending/steady-refusal.ts';
import { callFor, callerOf, costOfUses, type Use } from './spending/uses.ts';
import { richMember } from './spending/rich-member.ts';

const credits = (amount: number): Workspace => ({ kind: 'credit-balance', credits: amount });
const times = (count: number, ...uses: readonly Use[]): readonly Use[] =>
  Array.from({ length: count }, () => uses).flat();

type Raced = Pick<Check, 'level' | 'probe' | 'expect'>;

function raced(workspace: Workspace, uses: readonly Use[]): Raced {
  return { level: 'MUST', probe: race(workspace, ...uses), expect: [neverOverdraws(workspace, ...uses)] };
}

/** Streams and speeches draw on separate balances here: both are sent in one race, and each is judged by itself. */
function racedBeside(workspace: Workspace, use: 'stream' | 'speech'): Raced {
  // Uses of the same kind follow each other, so that they meet even where only two requests may be under way.
  const uses: readonly Use[] = ['stream', 'stream', 'speech', 'speech', 'stream', 'speech'];
  const judge = neverOverdraws(workspace, ...times(3, use));
  const judgeOther = neverOverdraws(workspace, ...times(3, use === 'stream' ? 'speech' : 'stream'));
  return {
    level: 'MUST',
    probe: race(workspace, ...uses),
    expect: [
      async (seen) => {
        if (seen.length >= rounds * uses.length) return [];
        const other = await judgeOther(seen.filter(({ operation }) => operation !== use));
        return { ...roundsMissing, ...aboutAnswer('inconclusive' in other ? undefined : other[0]?.exchange) };
      },
      (seen) => judge(seen.filter(({ operation }) => operation === use)),
    ],
  };
}

/** The first failing round is the last. */
const roundsMissing = { inconclusive: 'a round failed for another use, and later rounds were not sent' };

const sixCovered = { workspace: credits(6), uses: times(3, 'chat', 'stream') } as const;
const andOneMore = { ...sixCovered, uses: [...sixCovered.uses, 'chat'] } as const;

/**
 * No race that depends on luck: any two uses under way at once show the mistake, so that one round suffices. A further
 * use shows whether anything is left.
 */
const allAtOnce: Probe = {
  name: nameOfProbe('at once, and one more', sixCovered.workspace, sixCovered.uses),
  needs: ['provisioner', 'bot'],
  again: { is: 'anew' },
  costs: costOfUses(andOneMore.uses),
  workspace: sixCovered.workspace,
  steps: [
    (known) => sixCovered.uses.map((use, place) => callFor(use, callerOf(known), known, true, place)),
    (known) => callsAt(andOneMore, sixCovered.uses.length, known),
  ],
  ...proofFor(andOneMore.uses, sixCovered.workspace),
};

const oneOfEachIncluded: Workspace = { kind: 'enterprise-pooled', includedRequests: 1, includedTts: 1 };
const memberOfOneEach: Workspace = { ...richMember, memberRequestLimit: 1, memberTtsLimit: 1 };

/** Control: the use is covered when it is sent alone; otherwise a race shows nothing. */
const aChat = 'metering.credit-balance/last-credit-buys-a-chat';
const aStream = 'metering.credit-balance/stream-costs-no-more-than-1';
const aSpeech = 'metering.credit-balance/speech-costs-no-more-than-3';

export const races = clause('8.1', 'metering.races', {
  requirement: `Uses sent at once are covered up to the balance, and no further: ${rounds} rounds each, so that a race that shows in 7 of 10 rounds is missed less than once in 100 runs`,
  also: ['4.2', '4.3', '4.5', '8.2'],
  absence: 'race',
  checks: {
    chats: {
      title: 'With 1 credit, covers only one of three chats sent at once',
      ...raced(credits(1), times(3, 'chat')),
      control: aChat,
      fault: 'charge-race',
    },
    // Messages are new each time: a cached reply, or a request that waits for the same answer, would hide a race.
    streams: {
      title: 'With 1 credit, covers only one of three streams sent at once',
      ...raced(credits(1), times(3, 'stream')),
      control: aStream,
      fault: 'stream-charge-lock-by-message',
    },
    speeches: {
      title: 'With 3 credits, covers only one of three speeches sent at once',
      ...raced(credits(3), times(3, 'speech')),
      control: aSpeech,
      fault: 'speech-charge-race-without-cache',
    },
    'repeated-chats': {
      title: 'With 1 credit, covers only one of three identical chats sent at once',
      ...raced(credits(1), times(3, 'repeated chat')),
      requirement: 'A request sent twice at the same time is charged twice',
      control: aChat,
      fault: 'same-chat-at-once-charged-once',
    },
    'repeated-speeches': {
      title: 'With 3 credits, covers only one of two identical speeches sent at once',
      ...raced(credits(3), times(2, 'repeated speech')),
      requirement: 'A request sent twice at the same time is charged twice',
      control: aSpeech,
      fault: 'same-speech-at-once-charged-once',
    },
    'chats-and-streams': {
      title: 'With 1 credit, covers only one of four chats and streams sent at once',
      ...raced(credits(1), times(2, 'chat', 'stream')),
      control: aChat,
      fault: 'charge-lock-by-operation',
    },
    'included-chats': {
      title: 'With 1 included request, covers only one of three chats sent at once',
      ...raced({ kind: 'enterprise-pooled', includedRequests: 1 }, times(3, 'chat')),
      control: 'metering.enterprise/included-chat-is-covered',
      fault: 'included-charge-race',
    },
    'chats-of-a-member': {
      title: 'At a member limit of 1, allows only one of three chats sent at once',
      ...raced({ ...richMember, memberRequestLimit: 1 }, times(3, 'chat')),
      control: 'metering.members/chats-up-to-the-limit-succeed',
      fault: 'member-limit-race',
    },
    // The balance covers either kind alone but not both together: with a lock for each kind of use, no other race shows
    // the mistake.
    'chats-and-speeches': {
      title: 'With 3 credits, covers mixed requests sent at once for 3 credits at most',
      ...raced(credits(3), ['speech', 'stream', 'speech', 'chat']),
      control: aSpeech,
      fault: 'charge-lock-by-kind-of-use',
      alsoFinds: ['stream-and-speech-charge-race'],
    },
    'included-streams': {
      title: 'With 1 included request, covers only one of three streams sent at once',
      ...racedBeside(oneOfEachIncluded, 'stream'),
      control: 'metering.enterprise/included-stream-is-covered',
      fault: 'included-stream-race',
    },
    'included-speeches': {
      title: 'With 1 included TTS use, covers only one of three speeches sent at once',
      ...racedBeside(oneOfEachIncluded, 'speech'),
      control: 'metering.enterprise/included-speech-is-covered',
      fault: 'included-speech-race',
    },
    'streams-of-a-member': {
      title: 'At a member limit of 1, allows only one of three streams sent at once',
      ...racedBeside(memberOfOneEach, 'stream'),
      control: 'metering.members/chats-up-to-the-limit-succeed',
      fault: 'member-stream-race',
    },
    'speeches-of-a-member': {
      title: 'At a member limit of 1, allows only one of three speeches sent at once',
      ...racedBeside(memberOfOneEach, 'speech'),
      control: 'metering.members/speech-within-the-limit-succeeds',
      fault: 'member-speech-race',
    },
    'chats-that-are-all-covered': {
      title: 'With 6 credits, covers six chats and streams sent at once',
      level: 'MUST',
      probe: allAtOnce,
      expect: [(seen) => succeedsThroughout(sixCovered, seen.slice(0, sixCovered.uses.length))],
      requirement: 'Uses sent at once are all covered where the balance covers them all',
      control: aChat,
      fault: 'busy-workspace-refused-as-uncovered',
    },
    // A service whose requests each read the balance and write it back as if they were alone charges only one of them.
    'chats-sent-at-once-are-all-charged': {
      title: 'With 6 credits, charges each of six chats and streams sent at once',
      level: 'MUST',
      probe: allAtOnce,
      ...spendingEnds(andOneMore.workspace, andOneMore.uses),
      expect: [(seen) => endsAs('uncovered', andOneMore, seen)],
      requirement: 'Each chat response counts as one request, also of those that are sent at once',
      control: 'chats-that-are-all-covered',
      fault: 'charges-lost-at-once',
    },
  },
});
