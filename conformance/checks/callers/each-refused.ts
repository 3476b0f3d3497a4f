import { wrongElseInconclusive, type Judgement, type Seen } from '../../model/check.ts';
import { ofOne } from '../../model/mismatch.ts';
import { ofEachCall } from '../../expectations/judged-as.ts';
import { isRefusal } from '../../expectations/statuses/is-refusal.ts';

/** Each of these is refused; a mismatch says by its words whose it is. */
export async function eachRefused(all: readonly (readonly [words: string, seen: Seen])[]): Promise<Judgement> {
  const judgements = await Promise.all(
    all.map(async ([words, seen]): Promise<Judgement> => {
      const judgement = await ofEachCall(isRefusal)(seen);
      return 'inconclusive' in judgement ? judgement : judgement.map((mismatch) => ofOne(mismatch, words));
    }),
  );
  return wrongElseInconclusive(judgements);
}
