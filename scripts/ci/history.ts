import { cpSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** The files of a result folder that a history reads, and the report that it links to. */
const keptFiles = ['run.json', 'load.json', 'report.html'];

/** Number of results that are kept, the newest ones: a run takes 1 MB. */
const mostKept = 100;

/** `2026-11-21T05-00-00-000Z`: sorted by name, older folders come first. Folders with other names are never removed. */
const isKept = (name: string): boolean => /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z$/.test(name);

type Results = { readonly name: string; readonly folder: string };

/** Copies the results of commands next to earlier ones, where `report --history` finds them. */
export function keepResults(history: string, results: readonly Results[], now: Date): void {
  const into = join(history, now.toISOString().replaceAll(/[:.]/g, '-'));
  for (const { name, folder } of results)
    for (const file of keptFiles.filter((each) => existsSync(join(folder, each)))) {
      mkdirSync(join(into, name), { recursive: true });
      cpSync(join(folder, file), join(into, name, file));
    }
  if (!existsSync(history)) return;
  const older = readdirSync(history).filter(isKept).toSorted().slice(0, -mostKept);
  for (const name of older) rmSync(join(history, name), { recursive: true });
}
