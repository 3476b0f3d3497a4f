import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Run } from '../../conformance/model/run.ts';
import type { LoadComparison } from '../../load/compare/comparison.ts';
import type { Load } from '../../load/verdict/load.ts';
import {
  annotation,
  checkAnnotations,
  comparisonAnnotations,
  loadAnnotations,
  type Annotation,
} from '../../reports/annotations.ts';
import { block } from '../../reports/text/markdown-text.ts';
import { fileBounds } from '../reading/file-bounds.ts';
import { readJson } from '../reading/read-json.ts';
import { readText } from '../reading/read-text.ts';
import type { CiCommand } from './inputs.ts';

/** A command that is over, with the end of what it said. */
export type CommandResult = { readonly command: CiCommand; readonly code: number; readonly said: string };

/** What each exit code says of a run. */
export const verdicts: Readonly<Record<number, string>> = {
  0: 'passed',
  1: 'failed',
  2: 'inconclusive',
  3: 'usage error',
  70: 'defect',
  130: 'interrupted',
  143: 'interrupted',
};

/** After these nothing further is tried, and what was written may be a part. */
export const ending = [70, 143, 130, 3];

/**
 * Whether it has left figures to compare. Its exit code does not tell: behind a check that failed it is 1 also where the
 * measurement is invalid, and behind one that settled nothing 2 also where it is valid.
 */
export function isMeasured({ command: { name, folder } }: CommandResult): boolean {
  return name === 'load' && (jsonIn(folder, 'load.json') as Load | undefined)?.validity?.is === 'valid';
}

/** What its results have to say; and its own words where it left none, or did not end as a run does. */
export function annotationsOf({ command: { name, folder }, code, said }: CommandResult): readonly Annotation[] {
  const results = annotationsIn(folder);
  if (results !== undefined && !ending.includes(code)) return results;
  const level = code === 2 ? 'warning' : 'error';
  const own = annotation(level, `assay ${name}: ${verdicts[code] ?? code}`, said.split('\n').slice(-10));
  return code === 0 ? [] : [own, ...(results ?? [])];
}

function annotationsIn(folder: string): readonly Annotation[] | undefined {
  const check = jsonIn(folder, 'run.json') as Run | undefined;
  const load = jsonIn(folder, 'load.json') as Load | undefined;
  const comparison = jsonIn(folder, 'compare.json') as LoadComparison | undefined;
  if (check !== undefined) return checkAnnotations(check);
  if (load !== undefined) return loadAnnotations(load);
  return comparison === undefined ? undefined : comparisonAnnotations(comparison);
}

const marks: Readonly<Record<number, string>> = { 0: '✓', 2: '?' };

/** Its summary; and its own words, for the same. */
export function summaryOf({ command: { name, folder }, code, said }: CommandResult): string {
  const file = join(folder, 'summary.md');
  const summary = existsSync(file) ? readText({ path: file }, fileBounds.jsonBytes) : undefined;
  if (summary !== undefined && !ending.includes(code)) return summary;
  const own = `## ${marks[code] ?? '✗'} assay ${name}: ${verdicts[code] ?? code}\n\n${block('', said)}\n`;
  return summary === undefined ? own : `${own}\n${summary}`;
}

function jsonIn(folder: string, file: string): unknown {
  const path = join(folder, file);
  return existsSync(path) ? readJson({ path }) : undefined;
}
