import type { Call } from '../../model/probe.ts';

/** A text of ten seconds of speech or so, with what stands around it: few requests have as much. */
const longBytes = 200;
const longer = 3;

/** The longest that one try can go on without an end, of the `--timeout` for its first byte and again for each next one. */
export function longestTryMs(timeoutMs: number): number {
  return 2 * longer * timeoutMs;
}

/**
 * How long the answer to a call may be silent, in milliseconds: `--timeout`, and three times as long for a second try of a
 * long text, or the only one, or of what waited behind others of ours (`waited`): a service may still work at those. A
 * service that makes a whole reply or speech before it sends any of it takes its time for minutes of speech; one that hangs
 * takes all of it.
 */
export function timeLimitMs(
  { body = '', charge }: Pick<Call, 'body' | 'charge'>,
  { attempt, waited = false }: { readonly attempt: number; readonly waited?: boolean },
  timeoutMs: number,
): number {
  const isLong = body.length >= longBytes && (attempt > 1 || charge !== undefined);
  return isLong || waited ? longer * timeoutMs : timeoutMs;
}
