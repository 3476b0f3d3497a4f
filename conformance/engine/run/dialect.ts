import type { Drift, Observed } from '../../contract/formats/run.ts';
import type { Dialect, DialectRead } from '../../contract/formats/dialect.ts';
import { formOf } from '../../reading/form.ts';

export type { Dialect };

/** An observation that differs from the one in the dialect. */
export type { Drift };

/**
 * What changed since the dialect was written. Only what was seen both times can have changed: an outage, or a question
 * that only a newer assay asks, is no drift of the target.
 */
export function driftFrom(before: Readonly<Record<string, string>>, seen: readonly Observed[]): readonly Drift[] {
  return seen.flatMap(({ id, clause, says, value }) => {
    const was = Object.hasOwn(before, id) ? before[id] : undefined;
    return was === undefined || was === value ? [] : [{ id, clause, says, was, now: value }];
  });
}

export type DialectOutcome =
  | {
      readonly is: 'dialect';
      readonly observations: Readonly<Record<string, string>>;
      /** Absent where the file does not say it. */
      readonly target?: string;
      readonly seenAt?: string;
    }
  | { readonly is: 'invalid'; readonly error: string };

const restsOn = formOf<DialectRead>('dialect#/$defs/read', { takesMore: true });

/** Reads the content of a dialect file, strictly in the members that are used, and without regard to others. */
export function dialectFrom(content: unknown): DialectOutcome {
  const read = restsOn(content);
  if (read.is === 'other')
    return { is: 'invalid', error: `is not a dialect file as assay discover writes it: ${read.because}` };
  const { observations, target, seenAt } = read.value;
  return {
    is: 'dialect',
    observations: Object.fromEntries(observations.map(({ id, value }) => [id, value])),
    ...(target !== undefined && { target }),
    ...(seenAt !== undefined && { seenAt }),
  };
}
