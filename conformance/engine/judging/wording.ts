import type { Expectation, Judgement, Mismatch, Seen } from '../../model/check.ts';
import { asKept } from '../../model/exchange.ts';

/**
 * An expectation's word on what came, in the sentences that it finds for what is kept of it: they quote answers, and a
 * secret that an answer repeats in pieces would be in them. What masking changed is told by no mismatch of its own; where
 * it hides one, the sentence stays that on what came, and is masked itself before it leaves.
 */
export function judgementOf(
  expectation: Expectation,
  seen: Seen,
  run?: { readonly asCame: Seen; readonly asKept: () => Seen },
): Judgement | Promise<Judgement> {
  const asCame = expectation(seen, run?.asCame);
  if (!seen.some(({ kept }) => kept !== undefined)) return asCame;
  return inWordsOfKept(asCame, expectation(seen.map(asKept), run?.asKept()));
}

async function inWordsOfKept(
  asCame: Judgement | Promise<Judgement>,
  asItIsKept: Judgement | Promise<Judgement>,
): Promise<Judgement> {
  const [told, kept] = await Promise.all([asCame, asItIsKept]);
  if ('inconclusive' in told) return 'inconclusive' in kept ? { ...told, inconclusive: kept.inconclusive } : told;
  if ('inconclusive' in kept) return told;
  const byPlace = Map.groupBy(kept, placeOf);
  const mostly = Map.groupBy(told, placeOf);
  return told.map((mismatch) => {
    const place = placeOf(mismatch);
    const alike = byPlace.get(place) ?? [];
    const own = mostly.get(place) ?? [];
    const { observed = mismatch.observed } = alike.length === own.length ? (alike[own.indexOf(mismatch)] ?? {}) : {};
    return { ...mismatch, observed };
  });
}

function placeOf({ subject, expected, exchange }: Mismatch): string {
  return JSON.stringify([subject, expected, exchange]);
}
