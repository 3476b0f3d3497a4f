import type { Mismatch } from '../../model/check.ts';
import { isTaken, type Exchange } from '../../model/exchange.ts';
import { aroundPlace } from '../../reading/whole-letters.ts';
import { quotedAround, says, saysIt } from '../words/said.ts';
import { placeBeside } from './shown-beside.ts';

/** True where the word stands anywhere in the answer: what belongs to another caller may stand nowhere. */
export function shows(exchange: Exchange, word: string): boolean {
  return says(exchange, word) || placeBeside(exchange, word) !== undefined;
}

/** Describes that an answer shows a word that it should not show, and where, with its status if that is no success. */
export function showsIt(exchange: Exchange, word: string): Pick<Mismatch, 'observed' | 'kind' | 'exchange'> {
  const { id, response } = exchange;
  if (!says(exchange, word)) {
    const beside = placeBeside(exchange, word);
    const observed = `the answer to ${id} shows it in ${beside?.place ?? ''}`;
    return { observed: `${observed}${quoteOf(beside?.text ?? '', word)}`, kind: { observed }, exchange: id };
  }
  if (isTaken(exchange) || response.is !== 'answer') return saysIt(exchange, word);
  const observed = `the answer to ${id}, with status ${response.status}, says it`;
  return { observed: observed + quotedAround(exchange, word), kind: { observed }, exchange: id };
}

function quoteOf(text: string, word: string): string {
  const at = text.toLowerCase().indexOf(word.toLowerCase());
  return at < 0 ? '' : `: ${JSON.stringify(aroundPlace(text, at, quoted))}`;
}

const quoted = 60;
