import type { CheckChange } from '../../conformance/engine/run/compare-runs.ts';
import type { Finding, Verdict } from '../../conformance/model/run.ts';
import { plainMismatch } from '../check/plain-mismatch.ts';

type ShownMismatch = NonNullable<CheckChange['shownByA']>;

/** What a run showed of a check, without the ids of exchanges, which mean nothing to readers. */
export function plainShownMismatch(shown: ShownMismatch): ShownMismatch {
  const { subject, expected, observed } = plainMismatch(shown, findingOf(shown));
  return { ...shown, subject, expected, observed: withoutExample(observed) };
}

/** Why a check did not pass; empty for a pass. */
export function plainReason(verdict: Verdict | undefined, shown: ShownMismatch | undefined): string {
  if (verdict === undefined || !('because' in verdict)) return '';
  const { because } = verdict;
  const told = { ...shown, subject: '', expected: '', observed: because };
  return withoutExample(plainMismatch(told, findingOf(shown)).observed);
}

/** The part of a finding that a comparison has: its exchanges, by whose places the text is written. */
function findingOf(shown: ShownMismatch | undefined): Finding {
  const exchanges = shown?.exchanges ?? [shown?.exchange ?? []].flat();
  return { exchanges, mismatches: [] as readonly ShownMismatch[] } as unknown as Finding;
}

/** Removes the exchange that is named as an example: readers of a comparison cannot look it up. */
function withoutExample(text: string): string {
  return text.replaceAll(/,? such as [^()]{0,300}#\d+(?:\.\d+)?(?=\))/g, '');
}
