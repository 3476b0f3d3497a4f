import { filterTests, parse } from 'ctrf';
import { describe, expect, it } from 'vitest';
import { checkCtrf } from './ctrf.ts';
import { mixedRun } from '../sample-run.testing.ts';

const report = parse(checkCtrf(mixedRun));

describe('a run in CTRF', () => {
  it('counts what could not be judged as other, never as passed', () => {
    const { tests, passed, failed, skipped, pending, other } = report.results.summary;
    expect({ tests, passed, failed, skipped, pending, other }).toEqual({
      tests: 5,
      passed: 1,
      failed: 1,
      skipped: 2,
      pending: 0,
      other: 1,
    });
    expect(filterTests(report, { status: 'other' })).toMatchObject([
      { testId: 'chat.reply/answers', rawStatus: 'inconclusive', message: '503 twice' },
    ]);
  });

  it('says of a failure the clause, expected and observed, and how to see it again', () => {
    const [failed] = filterTests(report, { status: 'failed' });
    expect(failed).toMatchObject({
      name: 'rejects-above-maximum',
      suite: ['2.5', 'speech.speed'],
      labels: { clause: ['2.5', '8.2'], level: 'MUST' },
      message:
        'status: expected a refusal (4xx), observed 200; ' +
        'error object: expected error.code and error.message, both strings, observed {"audioBase64":"…"}',
    });
    expect(failed?.trace).toContain('expected a refusal (4xx)\n  observed 200');
    expect(failed?.trace).toContain('curl -sS');
  });

  it('skips a known failure, with its reason', () => {
    expect(filterTests(report, { status: 'skipped' }).map(({ message }) => message)).toEqual([
      'known failure until 2026-12-31 (clamped until release 2.1)',
      'no provisioner',
    ]);
  });
});
