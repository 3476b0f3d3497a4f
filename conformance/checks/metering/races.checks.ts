import { nameOfProbe } from '../../model/calls.ts';
import { clause, type Check } from '../../model/check.ts';
import { aboutAnswer } from '../../model/reason.ts';
import type { Probe, Workspace } from '../../model/probe.ts';
import { concurrentUsesCheck } from './spending/concurrent-uses.ts';
import { neverOverdraws, raceProbe, rounds } from './races.ts';
import { callsAtPlace, judgeLastUse, controlOfUncovered, judgeAllSucceed } from './spending/script.ts';
import { refusalProofFor } from './spending/steady-refusal.ts';
import { callFor, workspaceCaller, costOfUses, type Use } from './spending/uses.ts';
import { richMember } from './spending/rich-member.ts';

const credits = (amount: number): Workspace => ({ kind: 'credit-balance', credits: amount });
const times = (count: number, ...uses: readonly Use[]): readonly Use[] =>
  Array.from({ length: count }, () => uses).flat();

type CheckParts = Pick<Check, 'level' | 'probe' | 'expect'>;

function raced(workspace: Workspace, uses: readonly Use[]): CheckParts {
  return { level: 'MUST', probe: raceProbe(workspace, ...uses), expect: [neverOverdraws(workspace, ...uses)] };
}

/** Streams and speeches draw on separate balances here: both are sent in one race, and each is judged by itself. */
function racedBeside(workspace: Workspace, use: 'stream' | 'speech'): CheckParts {
  // Uses of the same kind follow each other, so that they meet even where only two requests may be under way.
  const uses: readonly Use[] = ['stream', 'stream', 'speech', 'speech', 'stream', 'speech'];
  const judge = neverOverdraws(workspace, ...times(3, use));
  const judgeOther = neverOverdraws(workspace, ...times(3, use === 'stream' ? 'speech' : 'stream'));
  return {
    level: 'MUST',
    probe: raceProbe(workspace, ...uses),
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

/** In whatever order they come, what one speech holds back beyond its price the other lacks: chats take too little. */
const allCovered = { workspace: credits(8), uses: ['chat', 'stream', 'speech', 'speech'] } as const;
const andOneMore = { ...allCovered, uses: [...allCovered.uses, 'chat'] } as const;

/**
 * No race that depends on luck: any two uses under way at once show the mistake, so that one round suffices. A further
 * use shows whether anything is left.
 */
const allAtOnce: Probe = {
  name: nameOfProbe('at once, and one more', allCovered.workspace, allCovered.uses),
  needs: ['provisioner', 'bot'],
  again: { is: 'anew' },
  costs: costOfUses(andOneMore.uses),
  workspace: allCovered.workspace,
  steps: [
    (known) => allCovered.uses.map((use, place) => callFor(use, workspaceCaller(known), known, true, place)),
    (known) => callsAtPlace(andOneMore, allCovered.uses.length, known),
  ],
  ...refusalProofFor(andOneMore.uses, allCovered.workspace),
};

/** One lock may be for chats, and another for streams: two of one path, and one of the other. */
const twoPaths: readonly Use[] = ['chat', 'stream', 'chat'];

const oneOfEachIncluded: Workspace = { kind: 'enterprise-pooled', includedRequests: 1, includedTts: 1 };
const memberOfOneEach: Workspace = { ...richMember, memberRequestLimit: 1, memberTtsLimit: 1 };

/** Control: the use is covered when it is sent alone; otherwise a race shows nothing. */
const aChat = 'metering.credit-balance/last-credit-buys-a-chat';
const aStream = 'metering.credit-balance/stream-costs-no-more-than-1';
const aSpeech = 'metering.credit-balance/speech-costs-no-more-than-3';

const eachOfThem = 'Uses of different kinds that are sent at once are all covered, and each of them counts';

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
      title: 'With 1 credit, covers only one of two identical chats sent at once',
      ...raced(credits(1), times(2, 'repeated chat')),
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
      title: 'With 1 credit, covers only one of two chats and a stream sent at once',
      ...raced(credits(1), twoPaths),
      control: aChat,
      fault: 'charge-lock-by-operation',
    },
    'included-chats': {
      title: 'With 1 included request, covers only one of two chats and a stream sent at once',
      ...raced({ kind: 'enterprise-pooled', includedRequests: 1 }, twoPaths),
      control: 'metering.enterprise/included-chat-is-covered',
      fault: 'included-charge-race',
      alsoFinds: ['included-charge-lock-by-operation'],
    },
    'chats-of-a-member': {
      title: 'At a member limit of 1, allows only one of two chats and a stream sent at once',
      ...raced({ ...richMember, memberRequestLimit: 1 }, twoPaths),
      control: 'metering.members/chats-up-to-the-limit-succeed',
      fault: 'member-limit-race',
      alsoFinds: ['member-limit-lock-by-operation'],
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
      title: 'With 8 credits, covers a chat, a stream and two speeches sent at once',
      level: 'MUST',
      probe: allAtOnce,
      expect: [(seen) => judgeAllSucceed(allCovered, seen.slice(0, allCovered.uses.length))],
      requirement: 'Uses sent at once are all covered where the balance covers them all',
      control: aChat,
      fault: 'busy-workspace-refused-as-uncovered',
      alsoFinds: ['speech-holds-twice-its-price'],
    },
    // A service whose requests each read the balance and write it back as if they were alone charges only one of them.
    'chats-sent-at-once-are-all-charged': {
      title: 'With 8 credits, charges a chat, a stream and two speeches sent at once',
      level: 'MUST',
      probe: allAtOnce,
      ...controlOfUncovered(andOneMore.workspace, andOneMore.uses),
      expect: [(seen) => judgeLastUse('uncovered', andOneMore, seen)],
      requirement: 'Each chat response counts as one request, also of those that are sent at once',
      control: 'chats-that-are-all-covered',
      fault: 'charges-lost-at-once',
    },
    'turns-at-once-are-each-charged': {
      title: 'Charges each of two turns of one session that are sent at once',
      ...concurrentUsesCheck({
        workspace: credits(3),
        before: ['chat'],
        together: ['chat that goes on', 'chat that goes on'],
        behind: ['chat'],
      }),
      requirement: 'Each chat response counts as one request, also of turns of one session that are sent at once',
      control: aChat,
      fault: 'turn-beside-another-free',
    },
    'included-uses-at-once-are-each-taken': {
      title: 'Covers two included chats and two speeches sent at once, and takes each (pooled)',
      ...concurrentUsesCheck({
        workspace: { kind: 'enterprise-pooled', includedRequests: 2, includedTts: 2 },
        together: ['stream', 'chat', 'speech', 'speech'],
        behind: ['chat', 'speech'],
      }),
      requirement: eachOfThem,
      control: 'metering.enterprise/included-chat-is-covered',
      fault: 'pooled-row-written-over',
      alsoFinds: ['pooled-busy-refused-as-uncovered'],
    },
    'uses-of-a-member-at-once-are-each-counted': {
      title: 'Covers two chats and a speech of a member sent at once, and counts each',
      ...concurrentUsesCheck({
        workspace: { ...richMember, memberRequestLimit: 2, memberTtsLimit: 1 },
        together: ['stream', 'chat', 'speech'],
        behind: ['chat', 'speech'],
      }),
      requirement: eachOfThem,
      control: 'metering.members/chats-up-to-the-limit-succeed',
      fault: 'member-counters-written-over',
      alsoFinds: ['member-counts-what-is-under-way-twice'],
    },
  },
});
