import { relative } from 'node:path';
import { parseJson } from '../../load/records/narrow.ts';
import type { TestCounts } from './test-counts.ts';

/** `why` is the first line of the failure. */
export type FailedTest = { readonly file: string; readonly name: string; readonly why: string };

type TestFile = {
  readonly name: string;
  readonly status: string;
  readonly message?: string;
  readonly assertionResults: readonly {
    readonly fullName: string;
    readonly status: string;
    readonly failureMessages?: readonly string[];
  }[];
};

/** The failed tests in Vitest's JSON report; a file that could not be loaded counts as one, without a name. */
export function failedTests(json: string | undefined, folder: string): readonly FailedTest[] {
  const report = parseJson(json ?? '') as { readonly testResults: readonly TestFile[] } | undefined;
  return (report?.testResults ?? []).flatMap(({ name, status, message, assertionResults }): FailedTest[] => {
    const file = relative(folder, name);
    if (assertionResults.length === 0) return status === 'failed' ? [{ file, name: '', why: firstLine(message) }] : [];
    return assertionResults
      .filter((test) => test.status === 'failed')
      .map(({ fullName, failureMessages }) => ({ file, name: fullName, why: firstLine(failureMessages?.[0]) }));
  });
}

function firstLine(text: string | undefined): string {
  return (text ?? '').split('\n', 1)[0] ?? '';
}

export function lineOfFailed({ file, name, why }: FailedTest): string {
  return `  ${[file, name, why].filter((part) => part !== '').join(' · ')}`;
}

/**
 * The files to try once more by themselves, if all failed files could be loaded: some tests wait for a time limit,
 * which a busy machine can miss. More failed files than `mostFiles` have another cause.
 */
export function filesToRetry(failed: readonly FailedTest[], mostFiles = 3): readonly string[] {
  const files = [...new Set(failed.map(({ file }) => file))];
  return failed.some(({ name }) => name === '') || files.length > mostFiles ? [] : files;
}

/** The tests that failed both times, those that failed only the first time, and the counts after both. */
export function afterSecondTry(
  counts: TestCounts,
  first: readonly FailedTest[],
  second: readonly FailedTest[],
): { readonly counts: TestCounts; readonly failed: readonly FailedTest[]; readonly passed: readonly FailedTest[] } {
  const again = new Set(second.map(idOf));
  const passed = first.filter((test) => !again.has(idOf(test)) && !again.has(idOf({ ...test, name: '' })));
  // A test that failed only the second time is a failure too.
  const before = new Set(first.map(idOf));
  const added = second.filter((test) => !before.has(idOf(test)));
  return {
    counts: {
      ...counts,
      passed: counts.passed + passed.length - added.length,
      failed: counts.failed - passed.length + added.length,
    },
    failed: [...first.filter((test) => !passed.includes(test)), ...added],
    passed,
  };
}

function idOf({ file, name }: FailedTest): string {
  return `${file}\n${name}`;
}
