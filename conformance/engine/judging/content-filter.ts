import { contentRefusalIn, type ContentRefusal } from '../../expectations/statuses/content-refusal.ts';
import type { Mismatch, Seen } from '../../model/check.ts';
import { shownValue } from '../../reading/shown-value.ts';
import { decisiveExchange } from './finding-of.ts';
import { failed, type Evidence, type Judged } from './judge.ts';

/**
 * Takes back failures by the refusal of a content filter: which texts a filter refuses is left open. What else a check
 * shows stays. Whether plain texts are taken is judged over the whole run (`engine/run/filtered-texts.ts`).
 */
export function unlessFiltered(judged: Judged, { seen }: Evidence): Judged {
  if (judged.verdict.is !== 'fail') return judged;
  const { mismatches } = judged;
  const others = mismatches.filter((mismatch) => refusalOf(mismatch, seen) === undefined);
  if (others.length === mismatches.length) return judged;
  if (others.length > 0) return { ...judged, ...failed(others) };
  const refusal = mismatches.map((mismatch) => refusalOf(mismatch, seen)).find((each) => each !== undefined);
  return {
    verdict: { is: 'notApplicable', because: wordsFor(refusal), about: { is: 'contentFilter' } },
    mismatches: [],
  };
}

function refusalOf(mismatch: Mismatch, seen: Seen): ContentRefusal | undefined {
  const shown = decisiveExchange([mismatch], seen);
  return shown && contentRefusalIn(shown);
}

function wordsFor(refusal: ContentRefusal | undefined): string {
  const { status, code } = refusal ?? { status: 400, code: '' };
  const how = code === '' ? `status ${status}` : `status ${status}, ${shownValue(code)}`;
  return `its content filter refuses this text (${how}); which texts a service refuses is not specified`;
}
