import { parseJson } from '../../load/records/narrow.ts';

/** Number of tests by result. */
export type TestCounts = { readonly passed: number; readonly failed: number; readonly skipped: number };

export const noCounts: TestCounts = { passed: 0, failed: 0, skipped: 0 };

export function sum(a: TestCounts, b: TestCounts): TestCounts {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped };
}

type VitestReport = {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly testResults: readonly { readonly status: string; readonly assertionResults: readonly unknown[] }[];
};

/**
 * The counts in Vitest's JSON report. A file that cannot be loaded has no tests but is a failure; so is a Vitest run
 * that ended without a complete report (`undefined`).
 */
export function countVitest(json: string | undefined): TestCounts {
  const report = parseJson(json ?? '') as VitestReport | undefined;
  if (report === undefined) return { passed: 0, failed: 1, skipped: 0 };
  const unloadable = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloadable.length,
    skipped: report.numPendingTests,
  };
}

type GoEvent = { readonly Action: string; readonly Package?: string; readonly Test?: string; readonly Output?: string };

/** The results of `go test -json`, one event a line; a package that does not build fails without a test. */
export function countGoTests(lines: string): { readonly counts: TestCounts; readonly failures: string } {
  const events = lines
    .split('\n')
    .flatMap((line) => (line.startsWith('{') ? ((parseJson(line) as GoEvent | undefined) ?? []) : []));
  const ended = (action: string): readonly GoEvent[] =>
    events.filter(({ Action, Test }) => Action === action && Test !== undefined);
  const failed = new Set(
    events.filter(({ Action }) => Action === 'fail').map(({ Package, Test }) => `${Package} ${Test}`),
  );
  const broken = events.filter(({ Action, Test }) => Action === 'fail' && Test === undefined).length;
  const failures = events
    .filter(({ Package, Test, Action }) => Action === 'output' && failed.has(`${Package} ${Test}`))
    .map(({ Output }) => Output);
  const counts = {
    passed: ended('pass').length,
    failed: Math.max(ended('fail').length, broken),
    skipped: ended('skip').length,
  };
  return { counts, failures: failures.join('') };
}

/** The counts that the previous tests wrote; one failure where they did not finish (`undefined`). */
export function countsBefore(json: string | undefined): TestCounts {
  const { passed, failed, skipped } = (parseJson(json ?? '') ?? {}) as Partial<TestCounts>;
  if (passed === undefined || failed === undefined || skipped === undefined) return { ...noCounts, failed: 1 };
  return { passed, failed, skipped };
}

/** The failures of the previous tests, in their own lines. */
export function failuresBefore(json: string | undefined): readonly string[] {
  const { failures } = (parseJson(json ?? '') ?? {}) as { readonly failures?: readonly string[] };
  return failures ?? [];
}
