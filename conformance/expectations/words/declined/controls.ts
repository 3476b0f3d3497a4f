import type { Judgement, Seen } from '../../../model/check.ts';
import type { Exchange } from '../../../model/exchange.ts';
import { messageIn } from './now-and-then.ts';

/** An expectation that answers at once, so that a probe can ask it whether to go on. */
export type Judge = (seen: Seen) => Judgement;

const lead = 'One more word: ';

/** A question that can be answered without any memory: one of the words that it asks for stands in it. Who says none declines. */
export function controlQuestion(word: string): string {
  return `${lead}${word}. Which words have I given you in this conversation? Please repeat them all, this one too.`;
}

export function isControl(exchange: Exchange): boolean {
  return messageIn(exchange).startsWith(lead);
}

export function withoutControls(seen: Seen): Seen {
  return seen.some(isControl) ? seen.filter((exchange) => !isControl(exchange)) : seen;
}
