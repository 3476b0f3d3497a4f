import type { CheckChange } from '../../conformance/engine/run/compare-runs.ts';
import type { Finding, Verdict } from '../../conformance/model/run.ts';
import { plainMismatch } from '../check/plain-mismatch.ts';

type ShownMismatch = NonNullable<CheckChange['shownByA']>;

/** What a run showed of a check, without the names of exchanges, which say nothing to people. */
export function plainShown(shown: ShownMismatch): ShownMismatch {
  const { subject, expected, observed } = plainMismatch(shown, findingOf(shown, [shown.subject, shown.observed]));
  return { ...shown, subject, expected, observed: withoutExample(observed) };
}

/** Why a check is not passed; empty for a pass. */
export function plainReason(verdict: Verdict | undefined, shown: ShownMismatch | undefined): string {
  if (verdict === undefined || !('because' in verdict)) return '';
  const { because } = verdict;
  const told = { ...shown, subject: '', expected: '', observed: because };
  return withoutExample(plainMismatch(told, findingOf(shown, [because])).observed);
}

/** As much of its finding as a comparison has: the calls of its probe, as far as they are told of. */
function findingOf(shown: ShownMismatch | undefined, texts: readonly string[]): Finding {
  const own = shown?.exchange;
  const probe = own?.slice(0, own.lastIndexOf('#') + 1) ?? '';
  const numbers = new Set(
    probe === '' ? [] : texts.flatMap((text) => text.split(probe).slice(1).map(Number.parseFloat)),
  );
  const last = Math.max(0, ...[...numbers].filter(Number.isInteger));
  const exchanges =
    numbers.size < 2 || last > mostCalls
      ? own === undefined
        ? []
        : [own]
      : Array.from({ length: last }, (_, at) => `${probe}${at + 1}`);
  return { exchanges, mismatches: [] as readonly ShownMismatch[] } as unknown as Finding;
}

/** No probe has nearly so many. */
const mostCalls = 100;

/** Of every answer of a kind one is named as an example, and nobody can look it up by that name here. */
function withoutExample(text: string): string {
  return text.replaceAll(/,? such as [^()]{0,300}#\d+(?:\.\d+)?(?=\))/g, '');
}
