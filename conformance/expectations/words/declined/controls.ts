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

const leadBehind = 'Once more: ';

/** Behind a control that was not answered with its word: that word was told by now, which a bot without its own turn in mind can say. */
export const questionBehind = `${leadBehind}Which words have I given you in this conversation? Please repeat them all.`;

export function isBehindControl(exchange: Exchange): boolean {
  return messageIn(exchange).startsWith(leadBehind);
}

export function isControl(exchange: Exchange): boolean {
  return messageIn(exchange).startsWith(lead);
}

export function withoutControls(seen: Seen): Seen {
  return seen.some(isControl) ? seen.filter((exchange) => !isControl(exchange) && !isBehindControl(exchange)) : seen;
}
