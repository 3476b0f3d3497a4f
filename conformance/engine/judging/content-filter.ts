import { contentRefusalIn, type ContentRefusal } from '../../expectations/statuses/content-refusal.ts';
import type { Mismatch, Exchanges } from '../../model/check.ts';
import { shownValue } from '../../reading/shown-value.ts';
import { decisiveExchange } from './finding-of.ts';
import { failedResult, type ProbeResult, type CheckResult } from './judge.ts';

/**
 * Takes back failures by the refusal of a content filter: which texts a filter refuses is left open. What else a check
 * shows stays. Whether plain texts are taken is judged over the whole run (`engine/run/filtered-texts.ts`).
 */
export function unlessFiltered(judged: CheckResult, { seen }: ProbeResult): CheckResult {
  if (judged.verdict.is !== 'fail') return judged;
  const { mismatches } = judged;
  const others = mismatches.filter((mismatch) => refusalOf(mismatch, seen) === undefined);
  if (others.length === mismatches.length) return judged;
  if (others.length > 0) return { ...judged, ...failedResult(others) };
  const refusal = mismatches.map((mismatch) => refusalOf(mismatch, seen)).find((each) => each !== undefined);
  return {
    verdict: { is: 'notApplicable', because: wordsFor(refusal), about: { is: 'contentFilter' } },
    mismatches: [],
  };
}

function refusalOf(mismatch: Mismatch, seen: Exchanges): ContentRefusal | undefined {
  const shown = decisiveExchange([mismatch], seen);
  return shown && contentRefusalIn(shown);
}

function wordsFor(refusal: ContentRefusal | undefined): string {
  const { status, code } = refusal ?? { status: 400, code: '' };
  const how = code === '' ? `status ${status}` : `status ${status}, ${shownValue(code)}`;
  return `its content filter refuses this text (${how}); which texts a service refuses is not specified`;
}
