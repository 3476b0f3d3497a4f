import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { BrokenBound } from './bounds.ts';
import type { MeasuredCommand } from './measure.ts';

/** One run of one command against one behaviour. */
export type HostileRun = Omit<MeasuredCommand, 'out' | 'err'> & {
  readonly behaviour: string;
  readonly run: string;
  readonly asked: { readonly requests: number; readonly treated: number };
  readonly missing: readonly string[];
  readonly leaks: readonly string[];
  readonly unsafe: readonly string[];
  /** The last lines of stdout, then of stderr. */
  readonly said: readonly string[];
  readonly broken: readonly BrokenBound[];
};

type Kept = { readonly schema: 'assay.hostile/1'; readonly at: string; readonly rows: readonly HostileRun[] };

const rowsFile = 'reports/out/hostile.json';

/** Adds these rows to those of earlier runs, replacing rows of the same run. Returns the file. */
export function keepRows(rows: readonly HostileRun[], file: string = rowsFile): string {
  const keyOf = ({ behaviour, run }: HostileRun): string => `${behaviour} ${run}`;
  const earlier = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Kept).rows : [];
  const all = new Map([...earlier, ...rows].map((row) => [keyOf(row), row]));
  const kept: Kept = { schema: 'assay.hostile/1', at: new Date().toISOString(), rows: [...all.values()] };
  mkdirSync('reports/out', { recursive: true });
  writeFileSync(file, `${JSON.stringify(kept, null, 2)}\n`);
  return file;
}
