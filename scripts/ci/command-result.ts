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
import { markdownCodeBlock } from '../../reports/text/markdown-text.ts';
import { fileBounds } from '../reading/file-bounds.ts';
import { readJson } from '../reading/read-json.ts';
import { readText } from '../reading/read-text.ts';
import type { CiCommand } from './inputs.ts';

/** A finished command, with the end of its output. */
export type CommandResult = { readonly command: CiCommand; readonly code: number; readonly said: string };

/** The meaning of each exit code. */
export const verdicts: Readonly<Record<number, string>> = {
  0: 'passed',
  1: 'failed',
  2: 'inconclusive',
  3: 'usage error',
  70: 'defect',
  130: 'interrupted',
  143: 'interrupted',
};

/** After these codes no further command runs, and written results may be incomplete. */
export const ending = [70, 143, 130, 3];

/**
 * Whether the command left figures to compare. Its exit code does not say: after a failed check it is 1 also for an
 * invalid measurement, and after an inconclusive one 2 also for a valid measurement.
 */
export function isMeasured({ command: { name, folder } }: CommandResult): boolean {
  return name === 'load' && (jsonIn(folder, 'load.json') as Load | undefined)?.validity?.is === 'valid';
}

/** The annotations of its results; the command's own output where it left none, or did not end normally. */
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

/** The summary of its results; the command's own output in the same cases. */
export function summaryOf({ command: { name, folder }, code, said }: CommandResult): string {
  const file = join(folder, 'summary.md');
  const summary = existsSync(file) ? readText({ path: file }, fileBounds.jsonBytes) : undefined;
  if (summary !== undefined && !ending.includes(code)) return summary;
  const own = `## ${marks[code] ?? '✗'} assay ${name}: ${verdicts[code] ?? code}\n\n${markdownCodeBlock('', said)}\n`;
  return summary === undefined ? own : `${own}\n${summary}`;
}

function jsonIn(folder: string, file: string): unknown {
  const path = join(folder, file);
  return existsSync(path) ? readJson({ path }) : undefined;
}
