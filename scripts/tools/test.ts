import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { chromiumIn } from './chromium.ts';
import { afterSecondTry, failedTests, lineOfFailed, worthASecondTry, type FailedTest } from './failed-tests.ts';
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
 * `npm test`: every gate, and beside them the tests of `quick`, counted from the runners' own machine-readable results. The last
 * line is `N passed, N failed`; a gate that fails counts as one failed. `test.ts full` takes more tests, and `test.ts rest`
 * only those: behind `npm test`, and its last line counts both. `test.ts deep` takes those of no other list, and no gate.
 * Ends 3 for another list.
 */
const list = testLists.find((each) => each === (process.argv[2] ?? 'quick'));
if (list === undefined) {
  console.error(`test: ${process.argv[2]} is none of ${testLists.join(', ')}`);
  process.exit(3);
}
/** What `npm test` came to, for `test.ts rest`. Of a run that has not come to its end there is none. */
const countsFile = join('reports', 'out', 'tests.json');
const before = list === 'rest' ? countsBefore(textIn(countsFile)) : noCounts;
/** What failed, or passed only at a second try, a line each: said once more at the end, where one looks for it. */
const failures: string[] = list === 'rest' ? [...failuresBefore(textIn(countsFile))] : [];
rmSync(countsFile, { force: true });
const folder = mkdtempSync(join(tmpdir(), 'assay-test-'));
const vitestResults = join(folder, 'vitest.json');

function textIn(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

/** Ends with the command's output on the terminal, or, where it is wanted, its stdout or all that it said in hand. */
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
  // All at once: tests run beside it.
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

/** `files` are all of the list where none is named. */
async function runVitest(
  files: readonly string[],
  list: TestList | '',
): Promise<{ readonly code: number; readonly report: string | undefined }> {
  rmSync(vitestResults, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${vitestResults}`];
  // What tests leave there goes with it: some thousand folders.
  const env = { TMPDIR: folder, ...(list === '' ? {} : { ASSAY_TESTS: list }) };
  const { code } = await run('vitest', ['run', ...reporters, ...files], { env });
  return { code, report: textIn(vitestResults) };
}

async function tryAgain(counts: TestCounts, failed: readonly FailedTest[]): Promise<TestCounts> {
  const files = worthASecondTry(failed);
  if (files.length === 0) {
    failures.push(...failed.map((test) => `✗${lineOfFailed(test)}`));
    return counts;
  }
  console.log(`\n— once more, by themselves: ${files.join(', ')}`);
  const { code, report } = await runVitest(files, '');
  // Without a report, or with fewer tests than there are, nothing is known to have passed.
  const isJudged = report !== undefined && (code === 0 || countVitest(report).failed > 0);
  const after = afterSecondTry(counts, failed, isJudged ? failedTests(report, process.cwd()) : failed);
  failures.push(...after.failed.map((test) => `✗${lineOfFailed(test)}`));
  failures.push(...after.passed.map((test) => `! passed only at a second try, by itself:${lineOfFailed(test)}`));
  return after.counts;
}

const extension = 'load/k6ext';
/** As k6 itself is built for the tests: with other flags all that it is made of would be compiled once more. */
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

/** What has none, the program of k6 itself, is half of all that would be compiled for the race detector. */
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
/** It looks through all that k6 is made of, too long for `npm test`; its module is apart, so that k6 is built of nothing more. */
const staticcheck = (): Promise<TestCounts> =>
  gate('staticcheck', 'go', ['tool', `-modfile=${resolve('scripts/tools/go/go.mod')}`, 'staticcheck', './...'], {
    ...asK6,
    env: { ...asK6.env, GOFLAGS: '-trimpath' },
  });
/** What computes while tests wait, for what they have started or for a time limit. */
const beside = async (): Promise<TestCounts> => {
  if (list === 'rest' || list === 'deep') return noCounts;
  const gated = await gates();
  return list === 'quick' && hasGo ? sum(gated, await goTests(['-trimpath'], asK6.env)) : gated;
};
/** For its race detector all of Go is compiled anew, which would be in the way of tests that measure. */
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
// The rest has it from `npm test` that something is missing.
const failed = counts.failed + (inCi && list !== 'rest' ? missing.length : 0);
const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : '';
if (list === 'quick') {
  mkdirSync(dirname(countsFile), { recursive: true });
  writeFileSync(countsFile, JSON.stringify({ ...counts, failed, failures }));
}
console.log(`\n${counts.passed} passed, ${failed} failed${skipped}`);
process.exitCode = failed > 0 || counts.passed === 0 ? 1 : 0;
