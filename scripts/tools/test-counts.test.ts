import { describe, expect, it } from 'vitest';
import { countGoTests, countsBefore, countVitest, noCounts, sum } from './test-counts.ts';

const report = (testResults: readonly object[]): string =>
  JSON.stringify({ numPassedTests: 5, numFailedTests: 1, numPendingTests: 2, testResults });
const go = (...events: readonly object[]): string => events.map((event) => `${JSON.stringify(event)}\n`).join('');

describe('what npm test counts of Vitest', () => {
  it('is what it reports, and each file that could not be loaded', () => {
    const [whole, broken] = [
      { status: 'failed', assertionResults: [{}] },
      { status: 'failed', assertionResults: [] },
    ];
    expect(countVitest(report([whole]))).toEqual({ passed: 5, failed: 1, skipped: 2 });
    expect(countVitest(report([whole, broken]))).toEqual({ passed: 5, failed: 2, skipped: 2 });
  });
  it.each([undefined, '', '{"numPassedTests":5'])('is a failure where its report is %j', (json) => {
    expect(countVitest(json)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });
});

describe('what npm test counts of Go', () => {
  it('is each test that ended, with what a failed one said', () => {
    const { counts, failures } = countGoTests(
      go(
        { Action: 'pass', Package: 'p', Test: 'A' },
        { Action: 'output', Package: 'p', Test: 'B', Output: 'expected 1\n' },
        { Action: 'fail', Package: 'p', Test: 'B' },
        { Action: 'skip', Package: 'p', Test: 'C' },
        { Action: 'fail', Package: 'p' },
      ),
    );
    expect({ counts, failures }).toEqual({ counts: { passed: 1, failed: 1, skipped: 1 }, failures: 'expected 1\n' });
  });
  it('is a failure for a package that does not build, and for a line that breaks off', () => {
    expect(countGoTests(`${go({ Action: 'fail', Package: 'p' })}{"Action":`).counts).toEqual({
      ...noCounts,
      failed: 1,
    });
  });
});

describe('what the rest of the tests adds to', () => {
  it('is what npm test came to', () => {
    expect(countsBefore('{"passed":5,"failed":1,"skipped":2}')).toEqual({ passed: 5, failed: 1, skipped: 2 });
  });
  it.each([undefined, '', '{"passed":5', '{"passed":5}'])('is a failure where that left %j', (json) => {
    expect(countsBefore(json)).toEqual({ ...noCounts, failed: 1 });
  });
});

it('adds up', () => {
  expect(sum({ passed: 1, failed: 2, skipped: 3 }, { passed: 4, failed: 5, skipped: 6 })).toEqual({
    passed: 5,
    failed: 7,
    skipped: 9,
  });
});
