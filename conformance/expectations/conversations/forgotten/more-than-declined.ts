import type { Judgement } from '../../../model/check.ts';
import { noMemoryShown } from '../../no-memory.ts';
import type { PlantedQuestion } from '../sessions-in.ts';
import { messageJson } from '../planted-in-run.ts';

/**
 * Largest probability that the misses are chance. Chance means that a bot that forgets nothing, and declines these
 * questions as often as the others, says none of the words.
 */
const mostByChance = 0.001;

/**
 * Fewest answers with the other words that show a memory, and fewest answers without these words that show that it
 * lacks them.
 */
const [fewestKnown, fewestForgotten] = [2, 6];

/**
 * A question that was not answered with its word, the number of such questions, and a question in the same words that
 * was.
 */
type Forgotten = { readonly missed: PlantedQuestion; readonly count: number; readonly example: PlantedQuestion };

/**
 * Whether words that were told in one way (`these`) are forgotten, where none of them was ever known: judged against
 * questions in the same words for what was told in another way (`others`).
 */
export function findForgotten(
  these: readonly PlantedQuestion[],
  others: readonly PlantedQuestion[],
): Forgotten | Extract<Judgement, { readonly inconclusive: string }> {
  const answered = others.filter(({ isKnown }) => isKnown);
  const [example] = answered;
  if (example === undefined) return { ...noMemoryShown, isUnspecified: true };
  const questions = new Set(answered.map(({ ask }) => messageJson(ask)));
  const isAlike = ({ ask }: PlantedQuestion): boolean => questions.has(messageJson(ask));
  const alike = these.filter(isAlike);
  const [missed] = alike;
  const declinedShare = 1 - answered.length / (others.filter(isAlike).length + 1);
  const isFew = answered.length < fewestKnown || alike.length < fewestForgotten;
  if (missed === undefined || isFew || declinedShare ** alike.length > mostByChance)
    return {
      inconclusive: 'too few questions for words were answered to tell whether some are forgotten or declined',
      isUnspecified: true,
    };
  return { missed, count: alike.length, example };
}
