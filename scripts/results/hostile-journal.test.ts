import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { compareRuns } from '../../conformance/engine/run/compare-runs.ts';
import { lastLine } from '../../reports/check/terminal.ts';
import { comparisonHtml } from '../../reports/html/compare.ts';
import { UsageError } from '../errors/usage-error.ts';
import { terminalStyle } from '../output/terminal-style.ts';
import { assay, emptyFolder } from '../testing/run-assay.testing.ts';
import { readRunJson } from './read-run-json.ts';
import { readRun } from './read-run.ts';
import type { ResultFolder } from './result-folder.ts';
import { writeCheckReports } from './write-reports.ts';

/** JSON that stands where assay wrote something else. */
const others = [
  'null',
  '-1',
  '1e999',
  '1e308',
  '""',
  '"constructor"',
  '"\\u0000\\u001b[2J\\ud800::error::x"',
  '"+275760-09-13T00:00:00.000Z"',
  '[]',
  '[null]',
  '{}',
  '{"__proto__":{"a":1},"toString":1,"length":1e9}',
  `${'['.repeat(900)}${']'.repeat(900)}`,
];
const mark = '@@OTHER@@';
type Path = readonly (string | number)[];

function pathsIn(value: unknown, path: Path = []): readonly Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([name, held]) => pathsIn(held, [...path, name]))];
}

function marked(value: unknown, [name, ...rest]: Path): unknown {
  if (name === undefined) return mark;
  const copy = structuredClone(value) as Record<string, unknown>;
  copy[name] = marked(copy[name], rest);
  return copy;
}

/** Every text of a file of which one value is another; of lists, and of lines of one form, each place counts once. */
function* damaged(text: string, isWhole: boolean): Generator<string> {
  const lines = isWhole ? [text] : text.trimEnd().split('\n');
  const seen = new Set<string>();
  for (const [at, line] of lines.entries()) {
    const value: unknown = JSON.parse(line);
    for (const path of pathsIn(value)) {
      const place = `${at === 0} ${path.map((name) => (/^\d+$/.test(String(name)) ? '#' : name)).join('.')}`;
      if (seen.has(place)) continue;
      seen.add(place);
      const frame = JSON.stringify(marked(value, path));
      for (const other of others) {
        const changed = frame.replace(JSON.stringify(mark), () => other);
        yield [...lines.slice(0, at), changed, ...lines.slice(at + 1), ''].join('\n');
      }
    }
  }
}

const nowhere: ResultFolder = { path: '', append: () => {}, write: () => {}, close: () => {} };

let valid: string;
beforeAll(async () => {
  valid = emptyFolder();
  await assay(['check', '--embedded', '--only', 'voices.list/*', 'speech.speed/rejects-above-maximum', '--out', valid]);
});

/** A copy of it in which this file says this. */
function folderWith(folder: string, file: string, text: string): string {
  for (const name of ['findings.ndjson', 'exchanges.ndjson', 'run.json'])
    writeFileSync(join(folder, name), name === file ? text : readFileSync(join(valid, name)));
  return folder;
}

/** What was thrown by this but mistakes of whoever gave the file, and how often it was well. */
async function thrownBy(
  file: string,
  act: (folder: string) => Promise<void> | void,
): Promise<{ readonly strange: readonly unknown[]; readonly well: number }> {
  const text = readFileSync(join(valid, file), 'utf8');
  const folder = emptyFolder();
  const strange: unknown[] = [];
  let well = 0;
  for (const changed of damaged(text, file === 'run.json')) {
    try {
      await act(folderWith(folder, file, changed));
      well += 1;
    } catch (error) {
      if (!(error instanceof UsageError)) strange.push(error);
    }
  }
  return { strange, well };
}

describe('a result folder in which any value is another is reported, or refused, and never a defect', () => {
  it.each(['findings.ndjson', 'exchanges.ndjson'])('%s', async (file) => {
    const { strange, well } = await thrownBy(file, async (folder) => {
      const { run, exchanges } = readRun(folder);
      await writeCheckReports(nowhere, run, exchanges, { names: ['ctrf', 'sarif', 'har'], script: true });
      lastLine(run, terminalStyle());
    });
    expect(strange).toEqual([]);
    expect(well).toBeGreaterThan(40);
  });
  it('run.json, which compare reads', async () => {
    const b = readRunJson(valid);
    const { strange, well } = await thrownBy('run.json', (folder) => {
      const a = readRunJson(folder);
      for (const comparison of [compareRuns(a, b), compareRuns(b, a)]) comparisonHtml(comparison);
    });
    expect(strange).toEqual([]);
    expect(well).toBeGreaterThan(40);
  });
});
