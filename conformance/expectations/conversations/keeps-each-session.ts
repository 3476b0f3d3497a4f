import type { Expectation } from '../../model/check.ts';
import type { Exchange } from '../../model/exchange.ts';
import { withExchange } from '../on-answer.ts';
import { noMemoryShown } from '../no-memory.ts';
import { messageText } from '../words/declined/may-have-declined.ts';
import { wordsPlantedIn } from '../words/remembers.ts';
import { normalizedAnswerTexts, recallsWord } from '../words/said.ts';
import { normalizeLetters } from '../words/spelling/plain-letters.ts';
import { endOfExchange, startOf } from '../../model/moment.ts';
import {
  plantedQuestionsOf,
  firstTurnOf,
  plainTurnsIn,
  sessionsIn,
  isCompleteTurn,
  type PlantedQuestion,
} from './sessions-in.ts';

/**
 * Fewest answers with their word that show that the bot has a memory, and fewest without that show that it loses words:
 * fewer may be chance.
 */
const [fewestKnown, fewestLost] = [2, 3];

/**
 * A chat session knows what a turn told each time that it is asked for, where nothing came in between that could crowd
 * the session out (1: conversations continue). Only answers that repeat their question count, with the same words
 * around it as where the bot declines nothing. A question counts only as many turns after the telling turn as the bot
 * looked back in another answer: how many that are is up to the bot. A server among several that keeps its own sessions
 * begins a new session without saying so. Where a later turn of the session knows the word, the session was neither
 * ended nor crowded out: an answer like a first answer was made without what came before, as by a server among several
 * that does not read the history.
 */
export const keepsEachSession: Expectation = (seen) => {
  const turns = plainTurnsIn(seen);
  const asked = sessionsIn(turns.filter(({ operation }) => operation === 'chat')).flatMap(plantedQuestionsOf);
  const isAlone = ({ own, told, ask }: PlantedQuestion): boolean =>
    !turns.some((other) => !own.turns.includes(other) && isBetween(other, told, ask));
  if (!asked.some(({ isKnown }) => isKnown)) return { ...noMemoryShown, isUnspecified: true };
  const [known, missed] = [asked.filter((each) => each.isKnown), asked.filter((each) => !each.isKnown)];
  if (missed.length === 0) return [];
  const knownForms = new Set(known.map(formOf));
  const farthest = new Map<string, number>();
  for (const each of known.filter(isAlone))
    farthest.set(formOf(each), Math.max(each.turns, farthest.get(formOf(each)) ?? 0));
  const isOwed = (each: PlantedQuestion): boolean => each.turns <= (farthest.get(formOf(each)) ?? 0) && isAlone(each);
  const begun = framesOfFirsts(asked);
  const frames = new Set([...known.map((each) => framed(each, each.ask)), ...begun]);
  const lost = missed.filter((each) => {
    const frame = framed(each, each.ask);
    if (frame === undefined) return false;
    return (
      (isOwed(each) && frames.has(frame)) || (knownForms.has(formOf(each)) && begun.has(frame) && isKnownBehind(each))
    );
  });
  const [example] = lost;
  const better = example && known.find((each) => formOf(each) === formOf(example));
  const isFew = lost.length < fewestLost || known.length < fewestKnown;
  if (example === undefined || better === undefined || isFew)
    return {
      inconclusive: `${known.length} of ${asked.length} answers to questions for a word that was told have it: whether the bot forgot or declined cannot be told`,
      isUnspecified: true,
    };
  return [
    withExchange(example.ask, {
      subject: 'memory',
      expected: `the word ${wordsPlantedIn(example.told)[0] ?? ''} of ${example.told.id}, as ${better.ask.id} has that of ${better.told.id}`,
      observed: `the reply repeats the question and lacks the word, as do ${lost.length} of ${lost.length + known.length} such replies`,
      kind: { observed: 'what a session was told is forgotten now and then' },
      restsOn: [example.told, better.told, better.ask].map(({ id }) => id),
    }),
  ];
};

/** True where a later turn of the session says what was told, without telling it again. */
function isKnownBehind({ own, told, ask }: PlantedQuestion): boolean {
  const words = wordsPlantedIn(told);
  const later = own.turns.slice(own.turns.indexOf(ask) + 1);
  const knows = (turn: Exchange): boolean =>
    words.some((word) => recallsWord(turn, word) && !wordsPlantedIn(turn).includes(word));
  return later.some((turn) => isCompleteTurn(turn) && knows(turn));
}

/** True for another turn that overlaps the time from the telling of the word to the question for it. */
function isBetween(other: Exchange, told: Exchange, ask: Exchange): boolean {
  return endOfExchange(other) >= startOf(told) && startOf(other) <= endOfExchange(ask);
}

/**
 * The text around what the bot repeats in answers to first turns, for each form of telling and asking where it is
 * always the same: what the bot says where it knows of nothing before and declines nothing.
 */
function framesOfFirsts(asked: readonly PlantedQuestion[]): ReadonlySet<string> {
  const firsts = asked.filter(({ own, told, turns }) => turns === 1 && told === firstTurnOf(own));
  const frames = [...Map.groupBy(firsts, formOf).values()].flatMap((alike) => {
    const [frame, ...others] = new Set(alike.map((each) => framed(each, each.told)));
    return others.length === 0 && alike.length >= fewestFirsts ? [frame] : [];
  });
  return new Set(frames.filter((frame) => frame !== undefined));
}

const fewestFirsts = 3;

/**
 * The letters of the reply to a turn without the messages of its session and their words, prefixed by the form of
 * telling and asking. Undefined where the reply does not repeat its own message.
 */
function framed(each: PlantedQuestion, turn: Exchange): string | undefined {
  const message = normalizeLetters(messageText(turn));
  const [reply] = normalizedAnswerTexts(turn)
    .filter((text) => message !== '' && text.includes(message))
    .toSorted((one, other) => one.length - other.length);
  if (reply === undefined) return undefined;
  const { turns } = each.own;
  // The longest first, since a message may be part of another.
  const messages = turns
    .map((other) => normalizeLetters(messageText(other)))
    .toSorted((one, other) => other.length - one.length);
  const repeated = [...messages, ...turns.flatMap(wordsPlantedIn)].filter((text) => text !== '');
  const frame = repeated.reduce((text, other) => text.replaceAll(other, ''), reply);
  return `${formOf(each)} ${frame.replaceAll(/[^\p{L}\p{M}]/gu, '')}`;
}

/** The bot, and the wording of the telling turn and of the question. */
function formOf({ told, ask }: PlantedQuestion): string {
  const without = (turn: Exchange): string =>
    wordsPlantedIn(turn).reduce((text, word) => text.replaceAll(word, ''), messageText(turn));
  return JSON.stringify([told.request.url, without(told), without(ask)]);
}
