import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { StatusEntry } from '../../contract/formats/status.ts';
import { nextStatus, statusAt, type Recheck } from './next-status.ts';

const certificate = {
  certificate: 'ab'.repeat(32),
  target: 'https://speech.example',
  profile: 'speech',
  notAfter: '2026-12-31T00:00:00.000Z',
};
const rechecked = { passed: 40, of: 42, failed: [], inconclusive: [] };
const confirmed: Recheck = { is: 'confirmed', rechecked };
const unclear: Recheck = { is: 'inconclusive', because: 'it was away', rechecked };
const failed: Recheck = { is: 'failed', rechecked: { ...rechecked, failed: ['a.b/c', 'a.b/d'] } };
const day = (nth: number): string => new Date(Date.UTC(2026, 5, nth)).toISOString();

/** The status after these checks, a day apart. */
function after(...rechecks: readonly Recheck[]): StatusEntry {
  const [first, ...rest] = rechecks;
  const begun = nextStatus(undefined, certificate, first ?? confirmed, day(1));
  return rest.reduce((before, recheck, nth) => nextStatus(before, certificate, recheck, day(nth + 2)), begun);
}

describe('the status of a certificate', () => {
  it('is active where what was tried passed again, since when it first was', () => {
    expect(after(confirmed, confirmed)).toMatchObject({
      is: 'active',
      because: '40 of 42 MUST checks passed again',
      since: day(1),
      history: [{ at: day(1) }, { at: day(2) }],
    });
  });
  it('is revoked at once by a MUST that fails, from whatever it was, and for ever', () => {
    expect(after(confirmed, failed)).toMatchObject({
      is: 'revoked',
      because: 'a MUST fails: a.b/c and 1 more',
      since: day(2),
    });
    expect(after(unclear, failed).is).toBe('revoked');
    expect(after(failed, confirmed, confirmed)).toEqual(after(failed));
  });
  it('is degraded for a week of what may be chance, and active again once it is confirmed', () => {
    expect(after(confirmed, unclear)).toMatchObject({ is: 'degraded', graceUntil: day(9), since: day(2) });
    expect(after(confirmed, ...Array.from({ length: 7 }, () => unclear)).is).toBe('degraded');
    const healed = after(confirmed, unclear, unclear, confirmed);
    expect(healed).toMatchObject({ is: 'active', since: day(4) });
    expect(healed).not.toHaveProperty('graceUntil');
  });
  it('is expired once its grace is over, though chance did not grow worse', () => {
    const long = after(confirmed, ...Array.from({ length: 9 }, () => unclear));
    expect(long).toMatchObject({ is: 'expired', because: `it could not be confirmed by ${day(9)}: it was away` });
    expect(nextStatus(long, certificate, confirmed, day(30)).is).toBe('active');
  });
  it('is expired after its validity, whatever is found then; but a failure is told as one', () => {
    const late = '2027-01-01T00:00:00.000Z';
    expect(nextStatus(after(confirmed), certificate, confirmed, late).is).toBe('expired');
    expect(nextStatus(after(confirmed), certificate, failed, late).is).toBe('revoked');
  });
  it('is revoked by whoever keeps the list, with his reason', () => {
    const untrue: Recheck = { is: 'untrue', because: 'the key was lost' };
    expect(after(confirmed, untrue)).toMatchObject({ is: 'revoked', because: 'the key was lost' });
  });
  it('keeps the latest four hundred checks', () => {
    const many = after(...Array.from({ length: 450 }, () => confirmed));
    expect(many.history).toHaveLength(400);
    expect(many.history[0]?.at).toBe(day(51));
  });
  it('never gives grace to a failure, in any order of checks', () => {
    const any = fc.array(fc.constantFrom(confirmed, unclear, failed), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(any, (rechecks) => {
        const { is } = after(...rechecks);
        expect(is === 'revoked').toBe(rechecks.includes(failed));
        expect(rechecks.at(-1) !== confirmed || rechecks.includes(failed) || is === 'active').toBe(true);
      }),
    );
  });
});

describe('a status that nobody has looked at since', () => {
  it('runs out with its validity, and with its grace', () => {
    expect(statusAt(after(confirmed), day(20)).is).toBe('active');
    expect(statusAt(after(confirmed), '2027-01-01T00:00:00.000Z').is).toBe('expired');
    expect([day(9), day(10)].map((at) => statusAt(after(confirmed, unclear), at).is)).toEqual(['degraded', 'expired']);
    expect(statusAt(after(failed), '2027-01-01T00:00:00.000Z').is).toBe('revoked');
  });
});
