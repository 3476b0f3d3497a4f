import { describe, expect, it } from 'vitest';
import { afterSecondTry, failedTests, lineOfFailed, filesToRetry, type FailedTest } from './failed-tests.ts';

const counts = { passed: 10, failed: 2, skipped: 1 };
const a: FailedTest = { file: 'a.test.ts', name: 'adds up', why: 'Error: 1' };
const b: FailedTest = { file: 'b.test.ts', name: 'waits', why: 'Error: 2' };

describe('the tests that failed', () => {
  const report = {
    testResults: [
      {
        name: '/clone/a.test.ts',
        status: 'failed',
        assertionResults: [
          { fullName: 'adds up', status: 'failed', failureMessages: ['Error: 1\n  at a.test.ts:3'] },
          { fullName: 'takes away', status: 'passed' },
        ],
      },
      { name: '/clone/c.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
      { name: '/clone/d.test.ts', status: 'passed', assertionResults: [] },
    ],
  };
  it('are told with their file and the first line of why', () => {
    const failed = failedTests(JSON.stringify(report), '/clone');
    expect(failed).toEqual([a, { file: 'c.test.ts', name: '', why: 'no such module' }]);
    expect(failed.map(lineOfFailed)).toEqual(['  a.test.ts · adds up · Error: 1', '  c.test.ts · no such module']);
  });
  it.each([undefined, '', '{"testResults'])('are none of a report that is %j', (json) => {
    expect(failedTests(json, '/clone')).toEqual([]);
  });
});

describe('a second try', () => {
  it('is for a few files that could be loaded', () => {
    expect(filesToRetry([a, b, { ...a, name: 'and another' }])).toEqual(['a.test.ts', 'b.test.ts']);
    expect(filesToRetry([a, b], 1)).toEqual([]);
    expect(filesToRetry([a, { ...b, name: '' }])).toEqual([]);
  });
  it('leaves as failed what fails again', () => {
    expect(afterSecondTry(counts, [a, b], [b])).toEqual({
      counts: { passed: 11, failed: 1, skipped: 1 },
      failed: [b],
      passed: [a],
    });
  });
  it('passes nothing of a file that can no longer be loaded, and counts that too', () => {
    const unloadable = { file: 'a.test.ts', name: '', why: 'no such module' };
    expect(afterSecondTry(counts, [a, b], [unloadable])).toEqual({
      counts: { passed: 10, failed: 2, skipped: 1 },
      failed: [a, unloadable],
      passed: [b],
    });
  });
  it('counts what fails only now', () => {
    expect(afterSecondTry(counts, [a, b], [{ ...a, name: 'takes away' }])).toMatchObject({
      counts: { passed: 11, failed: 1 },
      passed: [a, b],
    });
  });
});
