import { describe, expect, it } from 'vitest';
import { answered } from '../../expectations/sample-exchange.testing.ts';
import { causesOf } from './causes.ts';
import { checksIn, failure } from './causes.testing.ts';
import { unsteadyIn } from './unsteady.ts';

const error = { error: { code: 'internal_error', message: 'Internal error' } };
/** The same request is accepted once and fails once, for each of so many. */
const recorded = (same: number, failing = 4) =>
  Array.from({ length: failing }, (_, at) => [
    answered({ id: `wrong#${at}`, operation: 'chat', status: 500, body: error, sent: { message: `${at}` } }),
    answered({ id: `right#${at}`, operation: 'chat', sent: { message: at < same ? `${at}` : `another ${at}` } }),
  ]).flat();

describe('a server error that comes and goes', () => {
  const shown = (check: string, id: string, expected: string) => ({
    ...failure(check),
    mismatches: [{ subject: 'status', expected, observed: 'status 500', exchange: id }],
  });
  const failures = [
    shown('metering.a/b', 'wrong#0', '402: no credits'),
    shown('chat.text/c', 'wrong#1', 'any but 5xx'),
    shown('sessions.d/e', 'wrong#2', 'success'),
  ];
  const causes = (all: ReturnType<typeof recorded>, of = failures) =>
    causesOf(of, new Set(), [], new Set(), undefined, undefined, undefined, unsteadyIn(all));

  it('is one cause, wherever it shows, with how many answers it is', () => {
    const [cause, ...others] = causes(recorded(3));
    expect(others).toEqual([]);
    expect(cause?.checks).toHaveLength(3);
    expect(cause?.counted).toBe(
      'It comes and goes: 4 of 8 answers to chat requests are 500 internal_error, and 3 of these requests were accepted at another time, so that one request may show nothing.',
    );
  });
  it('is none where those requests always fail, or another answer is shown', () => {
    expect(causes(recorded(2))).toHaveLength(3);
    const other = { ...failures[2], ...shown('sessions.d/e', 'right#2', 'success') };
    expect(checksIn(causes(recorded(3), [...failures.slice(0, 2), other]))).toHaveLength(2);
  });
});
