import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { chromiumIn } from './chromium.ts';
import { afterSecondTry, failedTests, lineOfFailed, filesToRetry, type FailedTest } from './failed-tests.ts';
import { slowestFiles } from './slowest-files.ts';
import {
  countGoTests,
  countsBefore,
  countVitest,
  failuresBefore,
  noCounts,
  sum,
  type TestCounts,
} from './test-counts.ts';
import { testLists, type TestList } from './test-lists.ts';

/**
 * `npm test`: runs every gate and the tests of `quick` in parallel, and counts from the runners' machine-readable
 * results. The last line is `N passed, N failed`; a failed gate counts as one. `test.ts full` runs more tests; `test.ts
 * rest` runs only the additional ones after `npm test`, and its last line counts both. `test.ts deep` runs the tests of
 * no other list, and no gates. Ends 3 for an unknown list.
 */
const list = testLists.find((each) => each === (process.argv[2] ?? 'quick'));
if (list === undefined) {
  console.error(`test: ${process.argv[2]} is none of ${testLists.join(', ')}`);
  process.exit(3);
}
/** The result of `npm test`, for `test.ts rest`; a run that did not finish leaves none. */
const countsFile = join('reports', 'out', 'tests.json');
const before = list === 'rest' ? countsBefore(textIn(countsFile)) : noCounts;
/** One line for each test that failed, or passed only at the second try: repeated at the end, where readers look. */
const failures: string[] = list === 'rest' ? [...failuresBefore(textIn(countsFile))] : [];
rmSync(countsFile, { force: true });
const folder = mkdtempSync(join(tmpdir(), 'assay-test-'));
const vitestResults = join(folder, 'vitest.json');

function textIn(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

/** Runs a command with its output on the terminal or, with `capture`, returns its stdout or all of its output. */
function run(
  command: string,
  args: readonly string[],
  options: { cwd?: string; capture?: 'stdout' | 'all'; env?: Readonly<Record<string, string>> } = {},
): Promise<{ code: number; out: string }> {
  return new Promise((resolve) => {
    const out: string[] = [];
    const child = spawn(command, args, {
      stdio: [
        'ignore',
        options.capture === undefined ? 'inherit' : 'pipe',
        options.capture === 'all' ? 'pipe' : 'inherit',
      ],
      ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
      env: { ...process.env, ...options.env },
    });
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => out.push(text));
    child.once('error', (error) => resolve({ code: 127, out: String(error) }));
    child.once('close', (code) => resolve({ code: code ?? 1, out: out.join('') }));
  });
}

async function gate(
  name: string,
  command: string,
  args: readonly string[],
  where: { cwd?: string; env?: Readonly<Record<string, string>> } = {},
): Promise<TestCounts> {
  const { code, out } = await run(command, args, { ...where, capture: 'all' });
  if (code === 0) return noCounts;
  // Printed in one piece, since tests run at the same time.
  console.log(`\n— ${name}\n${out}\n✗ ${name} failed`);
  failures.push(`✗ ${name}`);
  return { passed: 0, failed: 1, skipped: 0 };
}

let slowest: readonly string[] = [];

async function vitest(list: TestList): Promise<TestCounts> {
  console.log('\n— tests');
  const { code, report } = await runVitest([], list);
  slowest = slowestFiles(report, process.cwd());
  const counts = countVitest(report);
  if (code !== 0 && counts.failed === 0) {
    failures.push(`✗ vitest ended with ${code}, and no test failed: an error outside of all of them is above`);
    return { ...counts, failed: 1 };
  }
  return counts.failed === 0 ? counts : tryAgain(counts, failedTests(report, process.cwd()));
}

/** With no `files`, all files of the list run. */
async function runVitest(
  files: readonly string[],
  list: TestList | '',
): Promise<{ readonly code: number; readonly report: string | undefined }> {
  rmSync(vitestResults, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${vitestResults}`];
  // Temporary files of the tests, some thousand folders, are removed with it.
  const env = { TMPDIR: folder, ...(list === '' ? {} : { ASSAY_TESTS: list }) };
  const { code } = await run('vitest', ['run', ...reporters, ...files], { env });
  return { code, report: textIn(vitestResults) };
}

async function tryAgain(counts: TestCounts, failed: readonly FailedTest[]): Promise<TestCounts> {
  const files = filesToRetry(failed);
  if (files.length === 0) {
    failures.push(...failed.map((test) => `✗${lineOfFailed(test)}`));
    return counts;
  }
  console.log(`\n— once more, by themselves: ${files.join(', ')}`);
  const { code, report } = await runVitest(files, '');
  // Without a report, or with fewer tests than before, no test counts as passed.
  const isJudged = report !== undefined && (code === 0 || countVitest(report).failed > 0);
  const after = afterSecondTry(counts, failed, isJudged ? failedTests(report, process.cwd()) : failed);
  failures.push(...after.failed.map((test) => `✗${lineOfFailed(test)}`));
  failures.push(...after.passed.map((test) => `! passed only at a second try, by itself:${lineOfFailed(test)}`));
  return after.counts;
}

const extension = 'load/k6ext';
/** The same flags as for building k6 for the tests: with others, all dependencies would be compiled again. */
const asK6 = { cwd: extension, env: { CGO_ENABLED: '0' } };

async function goTests(flags: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<TestCounts> {
  console.log(`\n— go test ${flags.join(' ')}`);
  const args = ['test', ...flags, '-json', ...(await goPackagesWithTests(extension))];
  const { code, out } = await run('go', args, { cwd: extension, capture: 'stdout', env });
  const { counts, failures: said } = countGoTests(out);
  if (said !== '') console.log(said);
  if (code === 0 && counts.failed === 0) return counts;
  failures.push(`✗ go test ${flags.join(' ')}`);
  return counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

/**
 * Packages without tests are left out: the k6 program itself is half of what would be compiled for the race detector.
 */
async function goPackagesWithTests(cwd: string): Promise<readonly string[]> {
  const wanted = '{{if or .TestGoFiles .XTestGoFiles}}{{.ImportPath}}{{end}}';
  const { code, out } = await run('go', ['list', '-f', wanted, './...'], { cwd, capture: 'stdout' });
  const packages = out.split('\n').filter((line) => line !== '');
  return code === 0 && packages.length > 0 ? packages : ['./...'];
}

const hasGo = (await run('go', ['version'], { capture: 'stdout' })).code === 0;
const gates = async (): Promise<TestCounts> =>
  [
    await gate('types', 'tsc', ['--noEmit']),
    await gate('lint', 'oxlint', ['--type-aware', '--deny-warnings']),
    await gate('format', 'oxfmt', ['--check']),
    hasGo ? await gate('workflows', 'node', ['scripts/tools/lint-workflows.ts']) : noCounts,
    hasGo ? await gate('go vet', 'go', ['vet', '-trimpath', './...'], asK6) : noCounts,
  ].reduce(sum);
/**
 * It analyses all dependencies of k6, too slow for `npm test`. Its module is separate, so that k6 is not built with it.
 */
const staticcheck = (): Promise<TestCounts> =>
  gate('staticcheck', 'go', ['tool', `-modfile=${resolve('scripts/tools/go/go.mod')}`, 'staticcheck', './...'], {
    ...asK6,
    env: { ...asK6.env, GOFLAGS: '-trimpath' },
  });
/** Work that uses the processor while tests wait for child processes or time limits. */
const beside = async (): Promise<TestCounts> => {
  if (list === 'rest' || list === 'deep') return noCounts;
  const gated = await gates();
  return list === 'quick' && hasGo ? sum(gated, await goTests(['-trimpath'], asK6.env)) : gated;
};
/** The race detector compiles all Go code again, which would disturb tests that measure. */
const behind = async (): Promise<TestCounts> =>
  list === 'quick' || list === 'deep' || !hasGo ? noCounts : sum(await staticcheck(), await goTests(['-race']));
const counts = [before, ...(await Promise.all([vitest(list), beside()])), await behind()].reduce(sum);
rmSync(folder, { recursive: true, force: true });

const missing = [
  ...(hasGo
    ? []
    : [
        'Go is not installed: the k6 extension was NOT tested, and no workflow linted. Install Go 1.25 or later (go.dev/dl) and run again.',
      ]),
  ...(chromiumIn(process.env) !== undefined
    ? []
    : [
        'Chromium is not installed: the pages were NOT opened. Install it, or name it by ASSAY_CHROMIUM, and run again.',
      ]),
];
if (slowest.length > 0) console.log(`\n— the test files that took longest\n${slowest.join('\n')}`);
if (failures.length > 0) console.log(`\n— what failed, or only passed at a second try\n${failures.join('\n')}`);
for (const each of missing) console.log(`\n!! ${each}`);
const inCi = process.env['CI'] !== undefined && process.env['CI'] !== '';
// `rest` inherits the missing tools from `npm test`, which has counted them.
const failed = counts.failed + (inCi && list !== 'rest' ? missing.length : 0);
const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : '';
if (list === 'quick') {
  mkdirSync(dirname(countsFile), { recursive: true });
  writeFileSync(countsFile, JSON.stringify({ ...counts, failed, failures }));
}
console.log(`\n${counts.passed} passed, ${failed} failed${skipped}`);
process.exitCode = failed > 0 || counts.passed === 0 ? 1 : 0;
