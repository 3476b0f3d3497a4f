import type { Judgement } from '../../../model/check.ts';
import { showedNoMemory } from '../../no-memory.ts';
import type { Asked } from '../sessions-in.ts';
import { messageIn } from '../told-in-run.ts';

/** A bot that forgets nothing, and declines these as often as the others, says no word of them once in a thousand runs. */
const mostByChance = 0.001;

/** So many answers with words of the others show a memory, and so many of these that it lacks them. */
const [fewestKnown, fewestForgotten] = [2, 6];

/** One question that was not answered, of how many, and one in the same words that was. */
type Forgotten = { readonly missed: Asked; readonly many: number; readonly example: Asked };

/**
 * Whether words that were told one way are forgotten, where none of them was ever known: judged by questions in the same
 * words for what was told another way.
 */
export function forgottenOf(
  these: readonly Asked[],
  others: readonly Asked[],
): Forgotten | Extract<Judgement, { readonly inconclusive: string }> {
  const answered = others.filter(({ isKnown }) => isKnown);
  const [example] = answered;
  if (example === undefined) return { ...showedNoMemory, isUnspecified: true };
  const questions = new Set(answered.map(({ ask }) => messageIn(ask)));
  const isAlike = ({ ask }: Asked): boolean => questions.has(messageIn(ask));
  const alike = these.filter(isAlike);
  const [missed] = alike;
  const declinedShare = 1 - answered.length / (others.filter(isAlike).length + 1);
  const isFew = answered.length < fewestKnown || alike.length < fewestForgotten;
  if (missed === undefined || isFew || declinedShare ** alike.length > mostByChance)
    return {
      inconclusive: 'too few questions for words were answered to tell whether some are forgotten or declined',
      isUnspecified: true,
    };
  return { missed, many: alike.length, example };
}
