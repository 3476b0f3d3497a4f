import type { Expectation, Seen } from '../../model/check.ts';
import { isTaken, type Exchange } from '../../model/exchange.ts';
import { shownBy } from '../on-answer.ts';
import { showedNoMemory } from '../no-memory.ts';
import { messageIn } from '../words/declined/now-and-then.ts';
import { repeatsItself } from '../words/memory/now-and-then.ts';
import { wordsPlantedIn } from '../words/remembers.ts';
import { endOf, startOf } from './crowded-out.ts';
import { askedIn, isPlain, sessionsIn, type Asked } from './sessions-in.ts';

/** Fewer may be a whim, and so many of each show that the bot has a memory and loses it. */
const [fewestKnown, fewestLost] = [2, 3];

/**
 * What one turn told is known each time that it is asked for, where nothing came in between that could crowd a session out:
 * by a bot that repeats each question that it is asked, in the answers that lack the word too, so that it declined none of
 * them (1: conversations continue). How many turns it looks back is its own affair: as many as it does at another time. One
 * server of several that keeps its own sessions begins a new one without a word.
 */
export const keepsEachSession: Expectation = (seen) => {
  const turns = seen.filter((turn) => isPlain(turn) && (turn.operation === 'chat' || turn.operation === 'stream'));
  const asked = sessionsIn(turns.filter(({ operation }) => operation === 'chat')).flatMap(askedIn);
  const isAlone = ({ own, told, ask }: Asked): boolean =>
    !turns.some((other) => !own.turns.includes(other) && isBetween(other, told, ask));
  if (!asked.some(({ isKnown }) => isKnown)) return { ...showedNoMemory, isUnspecified: true };
  const missed = asked.filter(({ isKnown }) => !isKnown);
  if (missed.length === 0) return [];
  const known = asked.filter((each) => each.isKnown && isAlone(each));
  const farthest = new Map<string, number>();
  for (const each of known) farthest.set(formOf(each), Math.max(each.turns, farthest.get(formOf(each)) ?? 0));
  const isOwed = (each: Asked): boolean => each.turns <= (farthest.get(formOf(each)) ?? 0);
  const lost = missed.filter((each) => isOwed(each) && repeatsItself(each.ask) && isAlone(each));
  const [example] = lost;
  const better = example && known.find((each) => formOf(each) === formOf(example));
  const isFew = lost.length < fewestLost || known.length < fewestKnown;
  if (example === undefined || better === undefined || isFew || !repeatsAll(turns))
    return {
      inconclusive: 'the bot did not repeat each word that it was told: whether it forgot or declined cannot be told',
      isUnspecified: true,
    };
  return [
    shownBy(example.ask, {
      subject: 'memory',
      expected: `the word ${wordsPlantedIn(example.told)[0] ?? ''} of ${example.told.id}, as ${better.ask.id} has that of ${better.told.id}`,
      observed: `the reply repeats the question and lacks the word, as do ${lost.length} of ${lost.length + known.length} such replies`,
      kind: { observed: 'what a session was told is forgotten now and then' },
    }),
  ];
};

/** Another turn that was under way when the word was told, or until it was asked for. */
function isBetween(other: Exchange, told: Exchange, ask: Exchange): boolean {
  return endOf(other) >= startOf(told) && startOf(other) <= endOf(ask);
}

/** One that repeats some messages only may decline a question and repeat it too. Long ones are cut, and of none there is nothing. */
function repeatsAll(turns: Seen): boolean {
  const chats = turns.filter((turn) => turn.operation === 'chat' && isTaken(turn));
  return chats
    .filter((turn) => messageIn(turn) !== '' && messageIn(turn).length <= longestRepeated && isPlainText(turn))
    .every(repeatsItself);
}

const longestRepeated = 200;

/** Letters that JSON, Markdown or HTML write otherwise say nothing of what a bot repeats. */
function isPlainText(turn: Exchange): boolean {
  return /^[\w .,:;!?-]*$/.test(messageIn(turn));
}

/** By whom, and in which words, it was told and asked for. */
function formOf({ told, ask }: Asked): string {
  const without = (turn: Exchange): string =>
    wordsPlantedIn(turn).reduce((text, word) => text.replaceAll(word, ''), messageIn(turn));
  return JSON.stringify([told.request.url, without(told), without(ask)]);
}
