import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { failedSpeed, sampleFinding, sampleRun } from '../../reports/check/sample-run.testing.ts';
import { emptyFolder } from '../testing/run-assay.testing.ts';
import { earlierRun } from './earlier-run.ts';

const passing = sampleFinding('errors.envelope/on-404', '7');

type Sample = ReturnType<typeof sampleRun>;

/** Folders of runs beside that of the run which asks. */
function beside(runs: Readonly<Record<string, Partial<Sample> | string>>): string {
  const parent = emptyFolder();
  for (const [name, run] of Object.entries(runs)) {
    mkdirSync(join(parent, name));
    const text = typeof run === 'string' ? run : JSON.stringify({ ...sampleRun([passing]), ...run });
    writeFileSync(join(parent, name, 'run.json'), text);
  }
  return join(parent, 'this one');
}

const run = { ...sampleRun([failedSpeed]), startedAt: '2026-11-21T05:00:00.000Z' };
const at = (day: number) => ({ startedAt: `2026-11-${day}T05:00:00.000Z` });

it('is the last one before, of the same target and command', () => {
  const folder = beside({
    a: at(18),
    b: at(19),
    after: at(22),
    'of another target': { ...at(20), target: 'https://other.example' },
    fuzz: { ...at(20), command: 'fuzz' },
  });
  expect(earlierRun(folder, run)).toEqual({
    folder: 'b',
    startedAt: at(19).startedAt,
    verdicts: new Map([[passing.check, 'pass']]),
  });
});

it('is none where nothing failed, or none is beside', () => {
  expect(earlierRun(beside({ a: at(19) }), sampleRun([passing]))).toBeUndefined();
  expect(earlierRun(beside({}), run)).toBeUndefined();
  expect(earlierRun(join(emptyFolder(), 'not', 'there'), run)).toBeUndefined();
});

it('is not stopped by what is no run, is too long, or is a link', () => {
  const folder = beside({ 'no JSON': '{', other: '{"schema":"assay.load/3"}', long: ' '.repeat(8 * 2 ** 20 + 1) });
  mkdirSync(join(folder, '..', 'linked'));
  symlinkSync('/dev/zero', join(folder, '..', 'linked', 'run.json'));
  expect(earlierRun(folder, run)).toBeUndefined();
});

it('is not stopped by what cannot be read', () => {
  const parent = longPath();
  mkdirSync(join(parent, 'a'), { recursive: true });
  writeFileSync(join(parent, 'a', 'run.json'), JSON.stringify({ ...sampleRun([passing]), ...at(19) }));
  // Its run.json has a path that no system call takes.
  mkdirSync(join(parent, 'b'.repeat(longestPath - parent.length - 1)));
  expect(earlierRun(join(parent, 'this one'), run)?.folder).toBe('a');
  expect(earlierRun(join(parent, 'a', 'run.json', 'out'), run)).toBeUndefined();
});

/** PATH_MAX of Linux, without the zero at its end. */
const longestPath = 4_095;

/** With room for names of at most some 200 letters behind it. */
function longPath(): string {
  let path = emptyFolder();
  while (path.length < longestPath - 200) path = join(path, 'p'.repeat(Math.min(200, longestPath - 100 - path.length)));
  return path;
}
