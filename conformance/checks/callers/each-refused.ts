import { combineJudgements, type Judgement, type Exchanges } from '../../model/check.ts';
import { attributeTo } from '../../model/mismatch.ts';
import { onEachCall } from '../../expectations/judged-as.ts';
import { isRefusal } from '../../expectations/statuses/is-refusal.ts';

/** Each of these is refused; a mismatch says by its words whose it is. */
export async function areRefusedForEach(
  all: readonly (readonly [words: string, seen: Exchanges])[],
): Promise<Judgement> {
  const judgements = await Promise.all(
    all.map(async ([words, seen]): Promise<Judgement> => {
      const judgement = await onEachCall(isRefusal)(seen);
      return 'inconclusive' in judgement ? judgement : judgement.map((mismatch) => attributeTo(mismatch, words));
    }),
  );
  return combineJudgements(judgements);
}
