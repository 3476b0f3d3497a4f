import type { Drift, Observed } from '../../contract/formats/run.ts';
import { shownValue } from '../../reading/shown-value.ts';

/** What one target does where the document leaves it open, kept in a file to be compared with later. */
export type Dialect = {
  readonly schema: 'assay.dialect/1';
  readonly tool: { readonly name: 'assay'; readonly version: string };
  readonly target: string;
  /** ISO 8601, UTC. */
  readonly seenAt: string;
  readonly observations: readonly Observed[];
};

/** An observation that is another one than the dialect has. */
export type { Drift };

/**
 * What changed since. Only what was seen both times can have changed: an outage, or a question that a newer assay asks,
 * is no drift of the target.
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

/** Reads a dialect file's content, strict in what it rests on and deaf to the rest. */
export function dialectFrom(content: unknown): DialectOutcome {
  const invalid = (error: string): DialectOutcome => ({ is: 'invalid', error });
  if (!isFields(content)) return invalid('is not a dialect, expected a file that assay discover writes');
  if (content['schema'] !== 'assay.dialect/1')
    return invalid(`has ${shownValue(content['schema'])} for schema, expected "assay.dialect/1"`);
  const { observations, target, seenAt } = content;
  if (!Array.isArray(observations)) return invalid('has no list of observations');
  const wrong = observations.findIndex((each) => !isSeen(each));
  if (wrong >= 0) return invalid(`has no id and value, both strings, in observation ${wrong + 1}`);
  const seen = observations.filter(isSeen);
  return {
    is: 'dialect',
    observations: Object.fromEntries(seen.map(({ id, value }) => [id, value])),
    ...(typeof target === 'string' && { target }),
    ...(typeof seenAt === 'string' && { seenAt }),
  };
}

function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isSeen(value: unknown): value is { readonly id: string; readonly value: string } {
  return isFields(value) && typeof value['id'] === 'string' && typeof value['value'] === 'string';
}
