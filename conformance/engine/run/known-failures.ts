import { isGenerated } from '../../model/generated.ts';
import { shownValue } from '../../reading/shown-value.ts';
import type { Finding, KnownFailure, KnownFailureState } from '../../model/run.ts';

/** The findings with the state of their known failures. `today` is the day of the run, such as `2026-11-21` (UTC). */
export function withStates(
  findings: readonly Finding[],
  known: readonly KnownFailure[],
  today: string,
): readonly Finding[] {
  const byCheck = new Map(known.map((each) => [each.check, each]));
  return findings.map((finding) => {
    const entry = byCheck.get(finding.check);
    return entry === undefined ? finding : { ...finding, knownFailure: expectedOf(finding, entry, today) };
  });
}

/** True for a failure that a known-failures file names, and whose day has not passed. */
export function isKnownFailure({ verdict, knownFailure }: Finding): boolean {
  return verdict.is === 'fail' && knownFailure?.is === 'known';
}

/** True for a finding whose entry has to be removed from the file, or looked at again. */
export function isOutdated({ knownFailure }: Finding): boolean {
  return knownFailure?.is === 'stale' || knownFailure?.is === 'expired';
}

/** True until the end of its last day. */
export function isInForce({ expires }: Pick<KnownFailure, 'expires'>, today: string): boolean {
  return today <= expires;
}

function expectedOf(finding: Finding, entry: KnownFailure, today: string): KnownFailureState {
  const { reason, expires } = entry;
  return { is: isInForce(entry, today) ? stateOf(finding) : 'expired', reason, expires };
}

/** A pass with generated inputs does not make the entry stale: each seed draws other inputs, and the next may fail. */
function stateOf(finding: Finding): Exclude<KnownFailureState['is'], 'expired'> {
  if (finding.verdict.is === 'fail') return 'known';
  if (finding.verdict.is !== 'pass') return 'inconclusive';
  return isGenerated(finding) ? 'passed' : 'stale';
}

/** An entry of a known-failures file as it was written, and on which line. */
export type RawEntry = { readonly value: unknown; readonly line: number };

type KnownFailuresOutcome =
  | { readonly is: 'known'; readonly failures: readonly KnownFailure[] }
  | { readonly is: 'invalid'; readonly errors: readonly string[] };

const fields = ['check', 'reason', 'expires'] as const satisfies readonly (keyof KnownFailure)[];

/**
 * Reads the entries of a known-failures file; each mistake is returned as a sentence. `hint` gives the nearest known
 * names, such as `; did you mean chat.reply/is-json?`. Globs are not allowed: a future failure must not be excused.
 */
export function knownFailuresFrom(
  entries: readonly RawEntry[],
  checks: readonly string[],
  hint: (wrong: string, known: readonly string[]) => string,
): KnownFailuresOutcome {
  const seen = new Map<string, number>();
  const errors = entries.flatMap(({ value, line }, at) => {
    const place = `entry ${at + 1} (line ${line})`;
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return [`${place} is not an object with ${fields.join(', ')}`];
    const entry: Readonly<Record<string, unknown>> = { ...value };
    const check = entry['check'];
    const twice = typeof check === 'string' ? seen.get(check) : undefined;
    if (typeof check === 'string') seen.set(check, twice ?? at + 1);
    return [
      ...strangeFields(entry, hint),
      ...checkErrors(check, checks, hint),
      ...(twice === undefined ? [] : [`names ${String(check).slice(0, longestName)}, as entry ${twice} does`]),
      ...reasonErrors(entry['reason']),
      ...expiryErrors(entry['expires']),
    ].map((error) => `${place} ${error}`);
  });
  if (errors.length > 0) return { is: 'invalid', errors };
  return { is: 'known', failures: entries.map(({ value }) => value as KnownFailure) };
}

const longestName = 120;

function strangeFields(
  entry: Readonly<Record<string, unknown>>,
  hint: (wrong: string, known: readonly string[]) => string,
): readonly string[] {
  return Object.keys(entry)
    .filter((name) => !fields.some((field) => field === name))
    .map((name) => `has the unknown field ${shownValue(name)}${hint(name, fields)}`);
}

function checkErrors(
  check: unknown,
  checks: readonly string[],
  hint: (wrong: string, known: readonly string[]) => string,
): readonly string[] {
  if (check === undefined) return ['has no check'];
  if (typeof check !== 'string') return [`has ${shownValue(check)} for its check, expected an id`];
  if (checks.includes(check)) return [];
  if (check.includes('*')) return [`names ${shownValue(check)}, but globs are not supported here: name each check`];
  return [`names no check: ${shownValue(check)}${hint(check, checks)}`];
}

function reasonErrors(reason: unknown): readonly string[] {
  if (typeof reason === 'string' && reason.trim() !== '') return [];
  return reason === undefined || reason === null || reason === ''
    ? ['has no reason: say why the failure is accepted for now']
    : [`has ${shownValue(reason)} for its reason, expected a string`];
}

function expiryErrors(expires: unknown): readonly string[] {
  if (expires === undefined || expires === null) return ['has no expires: give the last day, such as 2026-12-31'];
  const isDay = typeof expires === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(expires) && isInCalendar(expires);
  return isDay ? [] : [`has ${shownValue(expires)} for expires, expected a day such as 2026-12-31`];
}

/** `2026-02-30` has the form of a day, and is none. */
function isInCalendar(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}
