import { describe, expect, it } from 'vitest';
import { answered } from '../../expectations/sample-exchange.testing.ts';
import type { About, Finding } from '../../model/run.ts';
import { exitCodeFor } from './outcome.ts';
import { findingWith } from './sample-finding.testing.ts';
import { withKnownFailures } from './with-known-failures.ts';

const known = { check: 'speech.speed/maximum', reason: 'fixed in 2.1', expires: '2026-11-21' };
const today = '2026-11-20';
const hanging = (about: About | undefined, check = 'speech.speed/above'): Finding =>
  findingWith('inconclusive', {
    check,
    verdict: { is: 'inconclusive', because: 'not judged', ...(about === undefined ? {} : { about }) },
  });
const refusal = { error: { code: 'bad_request', message: 'speed must be from 0.25 to 4' } };
const failing = (mismatch: Partial<Finding['mismatches'][number]> = {}): Finding =>
  findingWith('fail', {
    check: known.check,
    mismatches: [
      {
        subject: 'status',
        expected: 'any 2xx',
        observed: 'status 400',
        exchange: 'a#1',
        kind: { is: 'status' },
        ...mismatch,
      },
    ],
  });
const answers = [
  answered({ id: 'a#1', status: 400, body: refusal }),
  answered({ id: 'b#1', status: 400, body: refusal }),
  answered({ id: 'c#1', status: 400, body: { error: { code: 'bad_request', message: 'no such voice' } } }),
  answered({ id: 'd#1', status: 200, body: {} }),
  answered({ id: 'e#1', status: 200, body: {} }),
];
const weighed = (findings: readonly Finding[], day = today) => {
  const all = withKnownFailures(findings, [known], day, answers);
  return { verdict: all.at(-1)?.verdict, code: exitCodeFor(all, { strict: false, isRequired: () => false }) };
};
const about = { is: 'knownFailure', check: known.check, expires: known.expires } as const;

describe('what could not be judged for a known failure alone', () => {
  it('does not apply where that is its control, and says so', () => {
    expect(weighed([failing(), hanging({ is: 'control', check: known.check })])).toEqual({
      verdict: {
        is: 'notApplicable',
        because: 'not judged: its control speech.speed/maximum is a known failure until 2026-11-21',
        about,
      },
      code: 0,
    });
  });
  it('does not apply where it hangs on the answer that shows it, or on the same error', () => {
    for (const exchange of ['a#1', 'b#1'])
      expect(weighed([failing(), hanging({ is: 'answer', exchange })])).toEqual({
        verdict: {
          is: 'notApplicable',
          because:
            'not judged: it hangs on an answer that fails speech.speed/maximum, a known failure until 2026-11-21',
          about,
        },
        code: 0,
      });
  });
  it('does not apply where it hangs on a use that was answered, as the known one was, though nothing covers it', () => {
    const uncovered = failing({ exchange: 'd#1', kind: { is: 'status', due: '402' } });
    expect(weighed([uncovered, hanging({ is: 'answer', exchange: 'e#1', due: '402' })]).code).toBe(0);
    expect(weighed([uncovered, hanging({ is: 'answer', exchange: 'e#1' })]).code).toBe(2);
  });
  it.each([
    ['another control', hanging({ is: 'control', check: 'speech.speed/other' })],
    ['another error', hanging({ is: 'answer', exchange: 'c#1' })],
    ['a success', hanging({ is: 'answer', exchange: 'd#1' })],
    ['an answer that is not kept', hanging({ is: 'answer', exchange: 'z#1' })],
    ['nothing that a field names', hanging(undefined)],
  ])('stays inconclusive for %s', (_, finding) => {
    expect(weighed([failing(), finding])).toEqual({ verdict: finding.verdict, code: 2 });
  });
  it('stays inconclusive where the known failure is expired, or is not about a status', () => {
    expect(weighed([failing(), hanging({ is: 'control', check: known.check })], '2026-11-22').verdict?.is).toBe(
      'inconclusive',
    );
    expect(
      weighed([failing({ subject: 'contentType', kind: {} }), hanging({ is: 'answer', exchange: 'a#1' })]).code,
    ).toBe(2);
  });
  it('is one more thing that a required profile lacks', () => {
    const all = withKnownFailures([failing(), hanging({ is: 'control', check: known.check })], [known], today, []);
    expect(exitCodeFor(all, { strict: false, isRequired: () => true })).toBe(2);
  });
  it('is neither stale nor new where it is listed too', () => {
    const too = { ...known, check: 'speech.speed/above' };
    const findings = [failing(), hanging({ is: 'control', check: known.check })];
    const all = withKnownFailures(findings, [known, too], today, []);
    expect(all[1]).toMatchObject({ verdict: { is: 'notApplicable', about }, knownFailure: { is: 'inconclusive' } });
    expect(exitCodeFor(all, { strict: false, isRequired: () => false })).toBe(0);
  });
  it('is left alone without known failures', () => {
    const findings = [hanging({ is: 'control', check: known.check })];
    expect(withKnownFailures(findings, undefined, today, [])).toBe(findings);
  });
});
