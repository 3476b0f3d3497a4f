import type { Judgement, Exchanges } from '../../../model/check.ts';
import type { Exchange } from '../../../model/exchange.ts';

/** An expectation that returns its judgement at once, so that a probe can ask it whether to go on. */
export type Judge = (seen: Exchanges) => Judgement;

/**
 * A question that the bot can answer without memory: one of the words that it asks for stands in the question itself. A
 * bot that says none of them declines to answer.
 */
export function controlQuestion(word: string): string {
  return `One more word: ${word}. Which words have I given you in this conversation? Please repeat them all, this one too.`;
}

/**
 * The question after a control whose reply lacks its word. By then that word is part of an earlier turn, so a bot that
 * does not see its current message can say it too.
 */
export const questionAfterControls =
  'Once more: Which words have I given you in this conversation? Please repeat them all.';

export function isQuestionAfterControls({ role }: Exchange): boolean {
  return role === 'behindControl';
}

export function isControl({ role }: Exchange): boolean {
  return role === 'control';
}

export function withoutControls(seen: Exchanges): Exchanges {
  return seen.some(isControl)
    ? seen.filter((exchange) => !isControl(exchange) && !isQuestionAfterControls(exchange))
    : seen;
}
