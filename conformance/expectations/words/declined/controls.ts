import type { Judgement, Seen } from '../../../model/check.ts';
import type { Exchange } from '../../../model/exchange.ts';

/** An expectation that answers at once, so that a probe can ask it whether to go on. */
export type Judge = (seen: Seen) => Judgement;

/** A question that can be answered without any memory: one of the words that it asks for stands in it. Who says none declines. */
export function controlQuestion(word: string): string {
  return `One more word: ${word}. Which words have I given you in this conversation? Please repeat them all, this one too.`;
}

/** Behind a control that was not answered with its word: that word was told by now, which a bot without its own turn in mind can say. */
export const questionBehind = 'Once more: Which words have I given you in this conversation? Please repeat them all.';

export function isBehindControl({ role }: Exchange): boolean {
  return role === 'behindControl';
}

export function isControl({ role }: Exchange): boolean {
  return role === 'control';
}

export function withoutControls(seen: Seen): Seen {
  return seen.some(isControl) ? seen.filter((exchange) => !isControl(exchange) && !isBehindControl(exchange)) : seen;
}
