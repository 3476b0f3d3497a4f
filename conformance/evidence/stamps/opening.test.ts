import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openingMessage, seedAfter, timeProblems } from './opening.ts';

const stamp = (at: string) => ({ at, by: 'CN=authority', trusted: true, until: '2099-01-01T00:00:00.000Z' });
const stamps = { opened: stamp('2026-06-01T10:00:00.000Z'), certified: stamp('2026-06-01T11:00:00.000Z') };
const run = {
  startedAt: '2026-06-01T10:00:02.000Z',
  endedAt: '2026-06-01T10:59:00.000Z',
  notBefore: '2026-06-01T10:59:30.000Z',
};

describe('the seed after a timestamp', () => {
  it('is a whole number that JSON holds, and another for another opening or stamp', () => {
    const hex = fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 64, maxLength: 64 });
    fc.assert(
      fc.property(hex, hex, (a, b) => {
        const seed = seedAfter(a, b);
        expect(Number.isSafeInteger(seed)).toBe(true);
        expect(a === b || ![seedAfter(b, a), seedAfter(a, a)].includes(seed)).toBe(true);
      }),
    );
  });
  it('follows from what a shell can write too', () => {
    expect(Buffer.from(openingMessage('ab'.repeat(32))).toString()).toBe('ab'.repeat(32));
  });
});

describe('the times of a certificate', () => {
  it('lie between its stamps, give or take the five minutes by which clocks differ', () => {
    expect(timeProblems(run, stamps)).toEqual([]);
    expect(timeProblems({ ...run, startedAt: '2026-06-01T09:55:00.000Z' }, stamps)).toEqual([]);
    expect(timeProblems({ ...run, endedAt: '2026-06-01T11:05:00.000Z' }, stamps)).toEqual([]);
  });
  it.each([
    [
      'a run that is said to have begun earlier',
      { startedAt: '2026-06-01T09:54:59.999Z' },
      /its run began at 2026-06-01T09:54/,
    ],
    [
      'one that is said to have ended later',
      { endedAt: '2026-06-01T11:05:00.001Z' },
      /its run ended at 2026-06-01T11:05/,
    ],
    ['one that is valid from later on', { notBefore: '2027-01-01T00:00:00.000Z' }, /it is valid from 2027/],
  ])('are refused: %s', (_, times, says) => {
    const problems = timeProblems({ ...run, ...times }, stamps);
    expect(problems).toEqual([{ code: 1, says: expect.stringMatching(says) as string }]);
  });
  it('are refused where the second stamp is the older one', () => {
    const turned = { opened: stamps.certified, certified: stamps.opened };
    expect(timeProblems({ startedAt: stamps.certified.at, endedAt: '', notBefore: '' }, turned)[0]?.says).toMatch(
      /is older than that before it/,
    );
  });
});
