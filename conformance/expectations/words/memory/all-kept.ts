import type { Exchanges } from '../../../model/check.ts';
import { isAccepted, type Exchange } from '../../../model/exchange.ts';
import { nonceSource } from '../../../model/nonce.ts';
import { messageText } from '../declined/may-have-declined.ts';
import { questionsIn, wordsPlantedBefore, wordsPlantedIn } from '../remembers.ts';
import { normalizedAnswerTexts, recallsWord } from '../said.ts';
import { normalizeLetters } from '../spelling/plain-letters.ts';

/**
 * True where the answers by this operation that lack the planted words differ in their wording, and an answer says all
 * that was told by then, including the words of turns whose answers said nothing of it. Then no word was lost, and
 * there are no two servers that each keep their own. A service that does not read what it keeps would answer each time
 * as it answers a first question.
 */
export function areAllWordsRecalled(by: Exchange['operation'], seen: Exchanges, before: Exchanges): boolean {
  const told = before.filter(isAccepted).flatMap(wordsPlantedIn);
  const saysOfIt = (exchange: Exchange): boolean => told.some((word) => recallsWord(exchange, word));
  const missing = seen.filter((exchange, at) => at > 0 && isAsked(exchange, before) && !saysOfIt(exchange));
  const ofKind = missing.filter(({ operation }) => operation === by);
  return (
    ofKind.every(isAccepted) &&
    ofKind.some((one, at) => ofKind.slice(0, at).some((other) => isWordedAnew(one, other))) &&
    seen.some((exchange) => exchange.operation === by && saysAll(exchange, seen, missing))
  );
}

function isAsked(exchange: Exchange, before: Exchanges): boolean {
  return questionsIn(before).includes(exchange) || !before.includes(exchange);
}

function saysAll(exchange: Exchange, seen: Exchanges, missing: Exchanges): boolean {
  const words = wordsPlantedBefore(seen, exchange);
  const isOfMissing = ({ at }: { readonly at: number }): boolean => missing.some((each) => each === seen[at]);
  return words.some(isOfMissing) && words.every(({ word }) => recallsWord(exchange, word));
}

/** True where both answers say much that the other does not, apart from the text of their requests. */
function isWordedAnew(one: Exchange, other: Exchange): boolean {
  const [mine, others] = [wordingOf(one), wordingOf(other)];
  return saysMuchBeyond(mine, others) && saysMuchBeyond(others, mine);
}

const muchLetters = 12;

function saysMuchBeyond(words: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  return [...words].filter((word) => !others.has(word)).join('').length >= muchLetters;
}

/**
 * The words of an answer, without those of its request, planted words, and words with a digit: identifiers and times
 * differ from answer to answer.
 */
function wordingOf(exchange: Exchange): ReadonlySet<string> {
  const sent = new Set(wordsOf(normalizeLetters(messageText(exchange))));
  return new Set(
    normalizedAnswerTexts(exchange)
      .flatMap(wordsOf)
      .filter((word) => !sent.has(word) && !planted.test(word)),
  );
}

const wordsOf = (text: string): readonly string[] =>
  text.split(/[^\p{L}\p{N}_-]+/u).filter((each) => /^\p{L}+$/u.test(each));
const planted = new RegExp(`^${nonceSource}$`);
