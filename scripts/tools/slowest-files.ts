import { relative } from 'node:path';
import { parseJson } from '../../load/records/narrow.ts';

type TimedFile = { readonly name: string; readonly startTime: number; readonly endTime: number };

/** The slowest test files in Vitest's JSON report, a line each. */
export function slowestFiles(json: string | undefined, folder: string, most = 10): readonly string[] {
  const report = parseJson(json ?? '') as { readonly testResults: readonly TimedFile[] } | undefined;
  return (report?.testResults ?? [])
    .map(({ name, startTime, endTime }) => ({ file: relative(folder, name), ms: endTime - startTime }))
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, most)
    .map(({ file, ms }) => `${(ms / 1_000).toFixed(1).padStart(7)} s  ${file}`);
}
