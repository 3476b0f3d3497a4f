import type { Judgement } from '../../../model/check.ts';
import { isSuccessStatus, type Exchange } from '../../../model/exchange.ts';
import type { Judge } from '../declined/controls.ts';
import { remembersItsWord, wordsPlantedIn } from '../remembers.ts';
import { recallsWord } from '../said.ts';

/** Its workspace is of another kind than that of the run: whether the bot forgets there alone, other checks tell. */
const showedNoneBefore: Judgement = {
  inconclusive:
    'the bot showed no memory in this pooled workspace before the refusal either, so what that does to a session could not be seen: if it remembers elsewhere, see sessions.callers/remembers; if not, name one that remembers with --bot',
};

/**
 * Judges a session that tells a word, tells another word and asks for the earlier ones, and asks again after a speech
 * request that nothing covers. The bot then still knows what it knew before. A bot that said no word of an earlier turn
 * before the refusal may have no memory.
 */
export const remembersBehindARefusal: Judge = (seen) => {
  const use = seen.find(({ operation }) => operation === 'speech');
  if (use === undefined || !isRefused(use))
    return { inconclusive: 'no speech was refused, so what a refusal does to a session could not be seen' };
  const judgement = remembersItsWord(seen);
  if ('inconclusive' in judgement || judgement.length === 0) return judgement;
  const [told, asked] = seen;
  const knew =
    told !== undefined && asked !== undefined && wordsPlantedIn(told).some((word) => recallsWord(asked, word));
  return knew ? judgement : showedNoneBefore;
};

function isRefused({ response }: Exchange): boolean {
  return response.is === 'answer' && !isSuccessStatus(response.status);
}
