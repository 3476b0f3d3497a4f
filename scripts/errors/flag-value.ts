import type { Parsed } from '../../conformance/settings/setting-values.ts';
import { UsageError } from './usage-error.ts';

/** The parsed value of a flag; undefined where it is not given. Throws a UsageError that says what is wrong with it. */
export function flagValue<In, T>(value: In | undefined, parse: (value: In) => Parsed<T>): T | undefined {
  if (value === undefined) return undefined;
  const outcome = parse(value);
  if (outcome.is === 'error') throw new UsageError(outcome.error);
  return outcome.value;
}
