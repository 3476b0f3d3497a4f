import { describe, expect, it } from 'vitest';
import { formOf } from '../../reading/form.ts';
import { knownFailuresFrom, type RawEntry } from './known-failures.ts';
import { withKnownFailures } from './with-known-failures.ts';
import { exitCodeFor } from './outcome.ts';
import { findingWith } from './sample-finding.testing.ts';
import type { Finding, Verdict } from '../../model/run.ts';

const entry = { check: 'speech.speed/a', reason: 'fixed in 2.1', expires: '2026-11-21' };
const weighed = (is: Verdict['is'], today: string, level: Finding['level'] = 'MUST') => {
  const findings = withKnownFailures([findingWith(is, { level })], [entry], today, []);
  return [findings[0]?.knownFailure?.is, exitCodeFor(findings, { strict: false, isRequired: () => false })];
};

describe('a known failure', () => {
  it.each([
    ['fails as expected, on its last day too', 'fail', '2026-11-21', ['known', 0]],
    ['passes: stale', 'pass', '2026-11-21', ['stale', 1]],
    ['is past its day and fails', 'fail', '2026-11-22', ['expired', 1]],
    ['is past its day and passes', 'pass', '2026-11-22', ['expired', 1]],
    ['is inconclusive', 'inconclusive', '2026-11-21', ['inconclusive', 2]],
    ['does not apply', 'notApplicable', '2026-11-21', ['inconclusive', 0]],
  ] as const)('%s', (_, is, today, expected) => expect(weighed(is, today)).toEqual(expected));

  it('that is stale or expired fails the run for a SHOULD as well', () => {
    expect(weighed('pass', '2026-11-21', 'SHOULD')).toEqual(['stale', 1]);
  });
  it('whose inputs are drawn may pass', () => {
    const drawn = { ...entry, check: 'speech.generated/a' };
    const weighedOn = (today: string) => {
      const findings = withKnownFailures([findingWith('pass', { check: drawn.check })], [drawn], today, []);
      const code = exitCodeFor(findings, { strict: false, isRequired: () => false });
      return [findings[0]?.knownFailure?.is, code];
    };
    expect(weighedOn('2026-11-21')).toEqual(['passed', 0]);
    expect(weighedOn('2026-11-22')).toEqual(['expired', 1]);
  });
  it('excuses no other check', () => {
    const other = findingWith('fail', { check: 'speech.speed/b' });
    const findings = withKnownFailures([findingWith('fail'), other], [entry], '2026-11-21', []);
    expect(findings[1]).toBe(other);
    expect(exitCodeFor(findings, { strict: false, isRequired: () => false })).toBe(1);
  });
  it('is excused in a strict run too', () => {
    const findings = withKnownFailures([findingWith('fail', { level: 'SHOULD' })], [entry], '2026-11-21', []);
    expect(exitCodeFor(findings, { strict: true, isRequired: () => false })).toBe(0);
  });
});

describe('a file of known failures', () => {
  const read = (...values: readonly unknown[]) => {
    const entries = values.map((value, at): RawEntry => ({ value, line: 1 + at * 3 }));
    const outcome = knownFailuresFrom(entries, ['speech.speed/a', 'speech.speed/b'], (wrong) => ` (near ${wrong})`);
    return outcome.is === 'known' ? outcome.failures : outcome.errors;
  };

  const form = formOf('known-failures');

  it('gives its entries', () => {
    expect(read(entry)).toEqual([entry]);
    expect(form([entry]).is).toBe('formed');
  });
  it('may be empty', () => expect(read()).toEqual([]));
  it.each([
    ['no object', 7, 'is not an object with check, reason, expires'],
    ['no check', { ...entry, check: undefined }, 'has no check'],
    ['a number for its check', { ...entry, check: 1 }, 'has 1 for its check, expected an id'],
    ['a wrong check', { ...entry, check: 'x/y' }, 'names no check: "x/y" (near x/y)'],
    ['a glob', { ...entry, check: 'speech.*' }, 'names "speech.*", but globs are not supported here: name each check'],
    ['no reason', { ...entry, reason: undefined }, 'has no reason: say why the failure is accepted for now'],
    ['an empty reason', { ...entry, reason: '' }, 'has no reason: say why the failure is accepted for now'],
    ['a list for its reason', { ...entry, reason: [1] }, 'has [1] for its reason, expected a string'],
    ['no day', { ...entry, expires: undefined }, 'has no expires: give the last day, such as 2026-12-31'],
    ['a word for its day', { ...entry, expires: 'soon' }, 'has "soon" for expires, expected a day such as 2026-12-31'],
    [
      'a day that is none',
      { ...entry, expires: '2027-02-29' },
      'has "2027-02-29" for expires, expected a day such as 2026-12-31',
    ],
    [
      'a month that is none',
      { ...entry, expires: '2027-13-01' },
      'has "2027-13-01" for expires, expected a day such as 2026-12-31',
    ],
    ['a field that nobody knows', { ...entry, expired: 1 }, 'has the unknown field "expired" (near expired)'],
  ])('says where an entry has %s', (_, value, says) => {
    expect(read({ ...entry, check: 'speech.speed/b' }, value)).toEqual([`entry 2 (line 4) ${says}`]);
    // A schema does not say which checks there are, and which days the calendar has.
    expect(form([value]).is).toBe(/names|2027/.test(says) ? 'formed' : 'other');
  });
  it('names a check once', () => {
    expect(read(entry, entry)).toEqual(['entry 2 (line 4) names speech.speed/a, as entry 1 does']);
  });
});
