import type { CheckChange } from '../../conformance/engine/run/compare-runs.ts';
import type { Finding, Verdict } from '../../conformance/model/run.ts';
import { plainMismatch } from '../check/plain-mismatch.ts';

type ShownMismatch = NonNullable<CheckChange['shownByA']>;

/** What a run showed of a check, without the names of exchanges, which say nothing to people. */
export function plainShown(shown: ShownMismatch): ShownMismatch {
  const { subject, expected, observed } = plainMismatch(shown, findingOf(shown));
  return { ...shown, subject, expected, observed: withoutExample(observed) };
}

/** Why a check is not passed; empty for a pass. */
export function plainReason(verdict: Verdict | undefined, shown: ShownMismatch | undefined): string {
  if (verdict === undefined || !('because' in verdict)) return '';
  const { because } = verdict;
  const told = { ...shown, subject: '', expected: '', observed: because };
  return withoutExample(plainMismatch(told, findingOf(shown)).observed);
}

/** As much of its finding as a comparison has: the calls by whose places it is told. */
function findingOf(shown: ShownMismatch | undefined): Finding {
  const exchanges = shown?.exchanges ?? [shown?.exchange ?? []].flat();
  return { exchanges, mismatches: [] as readonly ShownMismatch[] } as unknown as Finding;
}

/** Of every answer of a kind one is named as an example, and nobody can look it up by that name here. */
function withoutExample(text: string): string {
  return text.replaceAll(/,? such as [^()]{0,300}#\d+(?:\.\d+)?(?=\))/g, '');
}
