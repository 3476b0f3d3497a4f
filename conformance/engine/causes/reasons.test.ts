import { describe, expect, it } from 'vitest';
import { failure } from './causes.testing.ts';
import { withOpen } from './reasons.ts';

describe('what could not be judged for the error of a failure', () => {
  const shown = failure('speech.voice/a', { observed: 'status 400, {"error":{"code":"unknown_voice"}}' });
  const open = (because: string) =>
    ({ ...failure('metering.a/b'), mismatches: [], verdict: { is: 'inconclusive', because } }) as const;
  const told = (because: string, of = shown) =>
    withOpen([{ title: 'x', checks: [of.check], likely: [] }], [of, open(because)]).map((cause) => cause.open);

  it('is named with its cause', () => {
    expect(told('status of call 1: status 400, {"error":{"code":"unknown_voice"}}, which may be otherwise')).toEqual([
      ['metering.a/b'],
    ]);
    expect(told('status of call 1: status 400, {"error":{"code":"other"}}')).toEqual([undefined]);
    // A status alone may have any reason.
    expect(told('it was status 400', { ...shown, ...failure(shown.check, { observed: 'status 400' }) })).toEqual([
      undefined,
    ]);
  });
});
