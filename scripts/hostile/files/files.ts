import { cpSync, existsSync, lstatSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { selectChecks } from '../../../conformance/model/select.ts';
import { startService, withFault } from '../../../fixtures/index.ts';
import { brokenBounds, mostMemory, type BrokenBound } from '../bounds.ts';
import { endWithSignals, measureCommand, usualLimits } from '../measure.ts';
import { keepRows, type HostileRun } from '../rows.ts';
import { lastOutputLines, rowText, summaryText } from '../table.ts';
import { unsafeIn } from '../unsafe.ts';
import { makeValid, absentAfterValidRuns } from './valid.ts';
import { inputFiles, type HandedFile } from './places.ts';
import { plantedKey, corruptions } from './corruptions.ts';

/**
 * `npm run hostile:files [-- GLOB…]`: every file that a command reads, damaged in every way; a glob matches names such
 * as `report check*: check/run.json is a folder`. Adds to `reports/out/hostile-files.json`; ends 1 where a bound was
 * broken.
 */
const limits = { ...usualLimits, timeMs: 60_000, diskBytes: 4 * 2 ** 30 };
const climbed = join(tmpdir(), 'assay-climbed');

const globs = process.argv.slice(2);
const all = inputFiles.flatMap((place) =>
  Object.keys(corruptions).map((corruption) => ({
    id: `${place.args.join(' ')}: ${place.file} ${corruption}`,
    place,
    corruption: corruption as keyof typeof corruptions,
  })),
);
const chosen = globs.length === 0 ? all : selectChecks(all, { only: globs });
if (chosen.length === 0) {
  console.error(`hostile:files: ${globs.join(' ')} names none of ${all.length}`);
  process.exit(3);
}
const valid = mkdtempSync(join(tmpdir(), 'assay-valid-'));
const folders = new Set([valid]);
const remove = (folder: string): void => {
  rmSync(folder, { recursive: true, force: true });
  folders.delete(folder);
};
endWithSignals(() => folders.forEach(remove));
const rows: HostileRun[] = [];
const service = await startService({ behaviour: withFault('speed-clamped') });
const target = ['--target', service.url, '--token', service.token];
try {
  await makeValid(
    valid,
    chosen.map(({ place }) => place),
    target,
  );
  for (const { place, corruption } of chosen) {
    if (!existsSync(join(valid, place.file)) && !absentAfterValidRuns.includes(place.file)) continue;
    const row = await one(place, corruption);
    if (row === undefined) continue;
    console.log(rowText(row));
    rows.push(row);
  }
} finally {
  remove(valid);
  await service.close();
}
console.log(`\n${summaryText(rows)}\n\n${keepRows(rows, 'reports/out/hostile-files.json')}`);
process.exitCode = rows.some(({ broken }) => broken.length > 0) ? 1 : 0;

async function one(
  { file, command, args }: HandedFile,
  corruption: keyof typeof corruptions,
): Promise<HostileRun | undefined> {
  const cwd = mkdtempSync(join(tmpdir(), 'assay-damaged-'));
  folders.add(cwd);
  try {
    cpSync(valid, cwd, { recursive: true });
    const path = join(cwd, file);
    const before = existsSync(path) && lstatSync(path).isFile() ? readFileSync(path, 'utf8') : '{}\n';
    corruptions[corruption](path, before);
    if (isAs(path, before)) return undefined;
    const line = args.flatMap((each) => (each === '<target>' ? target : [each]));
    const run = await measureCommand(line, { cwd, limits });
    const seen = { ...run, folderBytes: 0, missing: [], leaks: [], unsafe: unsafeIn(join(cwd, 'check'), run) };
    const { out, err, ms, ...rest } = seen;
    const broken: readonly BrokenBound[] = [
      ...brokenBounds(command, seen, { on: [] }, false),
      ...(/^\s+at .+:\d+:\d+\)?$/m.test(out + err) ? [{ bound: 'said', by: 'a stack trace' }] : []),
      ...(run.peakBytes > mostMemory && command === 'compare'
        ? [{ bound: 'memory', by: `${Math.round(run.peakBytes / 2 ** 20)} MB` }]
        : []),
      ...((out + err).includes(plantedKey.slice(0, 40)) ? [{ bound: 'secret', by: 'a private key' }] : []),
      ...(/root:x:0:0/.test(out + err) ? [{ bound: 'secret', by: 'a file of the system' }] : []),
      ...(existsSync(climbed) ? [{ bound: 'unsafe', by: 'it wrote outside of its folder' }] : []),
    ];
    return {
      behaviour: `${file} ${corruption}`,
      run: `${command}${command === 'check' && args.includes('--resume') ? ' --resume' : ''}`,
      ...rest,
      ms: Math.round(ms),
      asked: { requests: 0, treated: 0 },
      said: lastOutputLines(out, err),
      broken,
    };
  } finally {
    remove(cwd);
    rmSync(climbed, { recursive: true, force: true });
  }
}

/** True where the corruption changed nothing, as may happen for this file. */
function isAs(path: string, before: string): boolean {
  return (
    lstatSync(path, { throwIfNoEntry: false })?.isFile() === true &&
    statSync(path).size < 2 ** 20 &&
    readFileSync(path, 'utf8') === before
  );
}
