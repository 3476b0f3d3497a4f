import type { Call } from '../../model/probe.ts';

/** Bytes of a text of about ten seconds of speech with the JSON around it: few requests have as many. */
const longBytes = 200;
const longer = 3;

/**
 * Longest time that one attempt can go on without an end: a time limit for its first byte, and another one for what
 * follows.
 */
export function maxAttemptMs(timeoutMs: number): number {
  return 2 * longer * timeoutMs;
}

/**
 * How long the answer to a call may be silent, in milliseconds. It is `--timeout`, and three times as long where a
 * service may still be at work: for a second or only attempt with a long text, and for a call that waited behind other
 * requests of this run (`waited`). A service that makes a whole reply or speech before it sends any of it needs its
 * time for minutes of speech; one that hangs uses up all of it.
 */
export function timeLimitMs(
  { body = '', charge }: Pick<Call, 'body' | 'charge'>,
  { attempt, waited = false }: { readonly attempt: number; readonly waited?: boolean },
  timeoutMs: number,
): number {
  const isLong = body.length >= longBytes && (attempt > 1 || charge !== undefined);
  return isLong || waited ? longer * timeoutMs : timeoutMs;
}
