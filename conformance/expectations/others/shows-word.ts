import type { Mismatch } from '../../model/check.ts';
import { isAccepted, type Exchange } from '../../model/exchange.ts';
import { aroundPlace } from '../../reading/whole-letters.ts';
import { quoteAround, saysWord, describeSaidWord } from '../words/said.ts';
import { findOutsideBody } from './outside-body.ts';

/** True where the word stands anywhere in the answer: what belongs to another caller may stand nowhere. */
export function showsWord(exchange: Exchange, word: string): boolean {
  return saysWord(exchange, word) || findOutsideBody(exchange, word) !== undefined;
}

/** Describes that an answer shows a word that it should not show, and where, with its status if that is no success. */
export function describeShownWord(exchange: Exchange, word: string): Pick<Mismatch, 'observed' | 'kind' | 'exchange'> {
  const { id, response } = exchange;
  if (!saysWord(exchange, word)) {
    const beside = findOutsideBody(exchange, word);
    const observed = `the answer to ${id} shows it in ${beside?.place ?? ''}`;
    return { observed: `${observed}${quoteOf(beside?.text ?? '', word)}`, kind: { observed }, exchange: id };
  }
  if (isAccepted(exchange) || response.is !== 'answer') return describeSaidWord(exchange, word);
  const observed = `the answer to ${id}, with status ${response.status}, says it`;
  return { observed: observed + quoteAround(exchange, word), kind: { observed }, exchange: id };
}

function quoteOf(text: string, word: string): string {
  const at = text.toLowerCase().indexOf(word.toLowerCase());
  return at < 0 ? '' : `: ${JSON.stringify(aroundPlace(text, at, quoted))}`;
}

const quoted = 60;
