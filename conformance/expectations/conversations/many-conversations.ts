import type { PositiveControl, Expectation, Exchanges } from '../../model/check.ts';
import { isAccepted, type Exchange } from '../../model/exchange.ts';
import { shownValue } from '../../reading/shown-value.ts';
import { withExchange } from '../on-answer.ts';
import { describeAnswer } from '../describe-answer.ts';
import { sessionIdIn } from '../bodies/carries-session-id.ts';
import { withoutControls, type Judge } from '../words/declined/controls.ts';
import { beginsSession } from '../words/declined/may-have-declined.ts';
import { hasOtherSessionId, isRefusedContinuation } from './evicted-sessions.ts';
import { beforeSoleSession, capacityEvidence } from './session-capacity.ts';
import { wordsPlantedIn } from '../words/remembers.ts';
import { whyOnlyMisspelled } from '../words/memory/memory-shown.ts';
import { recallsWord, saysWord } from '../words/said.ts';
import { noMemoryShown } from '../no-memory.ts';

/** A conversation among several at once: the turn that told its word, and the turns that asked for it. */
type Conversation = { readonly word: string; readonly told: Exchange; readonly asks: readonly Exchange[] };

/** Number of rounds of further questions: a bot that knows its word nine times in ten says it in one of them. */
export const retryRounds = 3;
/** Most conversations that are asked again in a round. */
export const maxRetriesPerRound = 2;

/**
 * Assigns the turns to conversations: all words are told at once, then all are asked for in the same order, and then,
 * in rounds, the first of the conversations that are worth asking again.
 */
function conversationsIn(all: Exchanges): readonly Conversation[] {
  const seen = atOnceIn(all);
  const telling = seen.flatMap((told) =>
    wordsPlantedIn(told)
      .slice(0, 1)
      .map((word) => ({ word, told })),
  );
  const asks = seen.slice(telling.length);
  let conversations: readonly Conversation[] = telling.map((told, at) => ({ ...told, asks: asks.slice(at, at + 1) }));
  for (let at = telling.length; at < asks.length;) {
    const round = conversationsToAsk(conversations);
    if (round.length === 0) break;
    const from = at;
    conversations = conversations.map((each) => {
      const turn = round.indexOf(each);
      return turn < 0 ? each : { ...each, asks: [...each.asks, ...asks.slice(from + turn, from + turn + 1)] };
    });
    at += round.length;
  }
  return conversations;
}

/**
 * The turns after the conversations where one was refused: two more sessions that begin at once without a word, and
 * then the next turn of each.
 */
function pairsIn(all: Exchanges): Exchanges {
  const seen = beforeSoleSession(withoutControls(all));
  const first = seen.findIndex((turn) => beginsSession(turn) && wordsPlantedIn(turn).length === 0);
  return first < 0 ? [] : seen.slice(first);
}

function atOnceIn(all: Exchanges): Exchanges {
  const seen = beforeSoleSession(withoutControls(all));
  return seen.slice(0, seen.length - pairsIn(all).length);
}

function isKnown({ word, asks }: Conversation): boolean {
  return asks.some((ask) => recallsWord(ask, word));
}

/**
 * The conversations that never said their word, where others did. Without those that the service visibly no longer
 * keeps.
 */
function forgetfulIn(all: readonly Conversation[]): readonly Conversation[] {
  if (!all.some(isKnown)) return [];
  const notKept = notKeptIn(all);
  return all.filter((each) => each.asks.length > 0 && !isKnown(each) && !notKept.includes(each));
}

/** The conversations that were refused, or answered with another id where all that said their word kept theirs. */
function notKeptIn(all: readonly Conversation[]): readonly Conversation[] {
  const isNotKept = notKeptBeside(all);
  return all.filter((each) => !isKnown(each) && each.asks.some(isNotKept));
}

function notKeptBeside(all: readonly Conversation[]): (turn: Exchange) => boolean {
  const areIdsKept = !all.some((each) => isKnown(each) && each.asks.some(hasOtherSessionId));
  return (turn) => isRefusedContinuation(turn) || (areIdsKept && hasOtherSessionId(turn));
}

/**
 * The conversations that said their word only misspelled, where too few said it letter by letter for mixing to be seen.
 */
function misspelledIn(all: readonly Conversation[]): readonly Conversation[] {
  const exact = all.filter(isRepeated);
  return exact.length >= fewestRepeated ? [] : all.filter((each) => isKnown(each) && !exact.includes(each));
}

function isRepeated({ word, asks }: Conversation): boolean {
  return asks.some((ask) => saysWord(ask, word));
}

const fewestRepeated = 2;

/** A missing word may be chance, and so may a misspelled one. */
function conversationsToAsk(all: readonly Conversation[]): readonly Conversation[] {
  return [...forgetfulIn(all), ...misspelledIn(all)].slice(0, maxRetriesPerRound);
}

const fewestAtOnce = 2;

/** Least number of sessions that the service keeps: those that went on after all had begun. */
function keptAtLeast(all: readonly Conversation[]): number {
  const isLost = notKeptBeside(all);
  return all.filter(({ asks }) => asks.some((ask) => isAccepted(ask) && !isLost(ask))).length;
}

/**
 * True where a conversation was refused though the service keeps at least two: two that begin at once then show why.
 */
export function needsConcurrentPair(seen: Exchanges): boolean {
  const all = conversationsIn(seen);
  const isMissing = notKeptIn(all).length > 0;
  return isMissing && keptAtLeast(all) >= fewestAtOnce && !pairsIn(seen).some(notKeptBeside(all));
}

/**
 * True where hardly any conversation says its word, and every other was answered with the id of another session: these
 * new sessions may have taken each other's place.
 */
export function needsCapacityEvidence(seen: Exchanges): boolean {
  const all = conversationsIn(seen);
  const others = all.filter((each) => !isRepeated(each));
  return (
    all.length - others.length < fewestRepeated &&
    others.length > 0 &&
    others.every(({ asks }) => asks.length > 0 && asks.every((ask) => isAccepted(ask) && hasOtherSessionId(ask)))
  );
}

/** The newest two sessions that began at once and were not continued yet. */
export function pairToContinue(seen: Exchanges): Exchanges {
  const pairs = pairsIn(seen);
  return pairs.slice(pairs.findLastIndex((turn) => !beginsSession(turn)) + 1);
}

/** The turns so far of each conversation that is to be asked again. */
export function conversationsToAskAgain(seen: Exchanges): readonly (readonly Exchange[])[] {
  return conversationsToAsk(conversationsIn(seen)).map(turnsOf);
}

function turnsOf({ told, asks }: Conversation): readonly Exchange[] {
  return [told, ...asks];
}

/** No conversation among many at once says a word of another (1: each continues through its own identifier). */
export const conversationsNeverMix: Expectation = (seen) => {
  const all = conversationsIn(seen);
  return all.flatMap((own) =>
    turnsOf(own).flatMap((turn) => {
      const other = all.find(({ word }) => word !== own.word && saysWord(turn, word));
      if (other === undefined) return [];
      return [
        {
          subject: 'reply',
          expected: `only what was told in its own session (${own.word})`,
          observed: `the reply to ${turn.id} contains ${other.word}, a word that ${other.told.id} sent`,
          exchange: turn.id,
          restsOn: [other.told.id],
          kind: { observed: 'an answer contains a word of another session' },
        },
      ];
    }),
  );
};

/**
 * A control: at least two of the conversations at once knew their own words, so that they could have known another's.
 */
export const eachRecallsItsOwn: PositiveControl = {
  says: 'the bot repeats in several of these sessions what it was told in each',
  shownIn: (seen) => {
    const all = conversationsIn(seen);
    const shown = all.flatMap(({ word, asks }) => asks.filter((ask) => saysWord(ask, word)).slice(0, 1));
    if (shown.length >= fewestRepeated) return { by: shown };
    const room = capacityEvidence(all.length, seen);
    if (room !== undefined) return room;
    const near = whyOnlyMisspelled(seen, seen.flatMap(wordsPlantedIn));
    const because =
      'the bot showed no memory of what it was told, so mixing could not be seen; name a bot that remembers with --bot';
    return { because: near ?? because };
  },
};

/** No conversation among many at once is forgotten where others are remembered, however often it is asked. */
export const conversationsAreKept: Judge = (seen) => {
  const all = conversationsIn(seen);
  const asked = all.filter(({ asks }) => asks.length > 0);
  if (!asked.some(isKnown) && asked.length === all.length) {
    const room = capacityEvidence(all.length, withoutControls(seen));
    return room === undefined ? noMemoryShown : { inconclusive: room.because, isUnspecified: true };
  }
  const forgetful = forgetfulIn(all);
  const forgot = forgetful.filter(({ asks }) => asks.length > retryRounds);
  if (forgot.length === 0 && forgetful.length > 0)
    return {
      inconclusive:
        forgetful.length === 1
          ? '1 session did not say its word, which may be chance: it was asked too few times'
          : `${forgetful.length} sessions did not say their word, which may be chance: they were asked too few times`,
    };
  const notKept = notKeptIn(all).length;
  const lost = pairsIn(seen).filter(notKeptBeside(all));
  if (forgot.length === 0 && lost.length === 0 && notKept > 0)
    return {
      inconclusive: `${notKept} of ${all.length} sessions were refused afterwards, or answered as others: how many sessions a service keeps is not specified`,
      isUnspecified: true,
    };
  return [
    ...forgot.map(({ word, told, asks }) => ({
      subject: 'memory',
      expected: `the word ${word}, as other sessions knew theirs`,
      observed: `none of the replies to ${asks.map(({ id }) => id).join(', ')} has it`,
      exchange: asks.at(-1)?.id ?? told.id,
      restsOn: [told, ...asks.slice(0, -1)].map(({ id }) => id),
    })),
    ...lost.map((turn) =>
      withExchange(turn, {
        subject: 'session',
        expected: `one of two that began at once goes on, as ${keptAtLeast(all)} of ${all.length} did before: so many are kept`,
        observed: turn.response.is === 'answer' ? describeAnswer(turn.response) : 'no answer',
      }),
    ),
  ];
};

/** Conversations that begin separately get different ids. */
export const sessionIdsDiffer: Expectation = (seen) => {
  const begun = conversationsIn(seen).flatMap(({ told }) => {
    const id = sessionIdIn(told);
    return id === undefined ? [] : [{ id, told }];
  });
  const ids = begun.map(({ id }) => id);
  if (ids.length < 2) return { inconclusive: 'there were no two sessions to compare' };
  const texts = ids.map((id) => JSON.stringify(id));
  const twice = begun.find((_, at) => texts.indexOf(texts[at] ?? '') !== at);
  if (twice === undefined) return [];
  return [
    withExchange(twice.told, {
      subject: 'sessionId',
      expected: `${ids.length} sessions with a sessionId each`,
      observed: `${shownValue(twice.id)} for more than one`,
    }),
  ];
};
