import { cpSync, existsSync, lstatSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { selected } from '../../../conformance/core/select.ts';
import { brokenBy, type Broken } from '../bounds.ts';
import { endWithSignals, measured, usualLimits } from '../measure.ts';
import { keepRows, type Row } from '../rows.ts';
import { lastOf, rowText, summaryText } from '../table.ts';
import { unsafeIn } from '../unsafe.ts';
import { makeLawful } from './lawful.ts';
import { places, type Place } from './places.ts';
import { spoils } from './spoils.ts';

/**
 * `npm run hostile:files [-- GLOB…]`: every file that a command reads, spoilt in every way; a glob names such as
 * `report check/run.json is a folder`. Adds to `reports/out/hostile-files.json`; ends 1 where a bound was broken.
 */
const limits = { ...usualLimits, timeMs: 30_000 };
const climbed = join(tmpdir(), 'assay-climbed');

const globs = process.argv.slice(2);
const all = places.flatMap((place) =>
  Object.keys(spoils).map((spoil) => ({
    id: `${place.command} ${place.file} ${spoil}`,
    place,
    spoil: spoil as keyof typeof spoils,
  })),
);
const chosen = globs.length === 0 ? all : selected(all, { only: globs });
if (chosen.length === 0) {
  console.error(`hostile:files: ${globs.join(' ')} names none of ${all.length}`);
  process.exit(3);
}
const lawful = mkdtempSync(join(tmpdir(), 'assay-lawful-'));
const folders = new Set([lawful]);
const remove = (folder: string): void => {
  rmSync(folder, { recursive: true, force: true });
  folders.delete(folder);
};
endWithSignals(() => folders.forEach(remove));
const rows: Row[] = [];
try {
  await makeLawful(
    lawful,
    chosen.map(({ place }) => place),
  );
  for (const { place, spoil } of chosen) {
    if (
      !existsSync(join(lawful, place.file)) &&
      place.file !== 'check/circumstances.ndjson' &&
      place.file !== 'check/workspaces.ndjson' &&
      place.file !== 'load/gate.json'
    )
      continue;
    const row = await one(place, spoil);
    console.log(rowText(row));
    rows.push(row);
  }
} finally {
  remove(lawful);
}
console.log(`\n${summaryText(rows)}\n\n${keepRows(rows, 'reports/out/hostile-files.json')}`);
process.exitCode = rows.some(({ broken }) => broken.length > 0) ? 1 : 0;

async function one({ file, command, args }: Place, spoil: keyof typeof spoils): Promise<Row> {
  const cwd = mkdtempSync(join(tmpdir(), 'assay-spoilt-'));
  folders.add(cwd);
  try {
    cpSync(lawful, cwd, { recursive: true });
    const path = join(cwd, file);
    spoils[spoil](path, existsSync(path) && lstatSync(path).isFile() ? readFileSync(path, 'utf8') : '{}\n');
    const run = await measured(args, { cwd, limits });
    const seen = { ...run, folderBytes: 0, missing: [], leaks: [], unsafe: unsafeIn(join(cwd, 'check'), run) };
    const { out, err, ms, ...rest } = seen;
    const broken: readonly Broken[] = [
      ...brokenBy(command, seen, { on: [] }, false),
      ...(/^\s+at .+:\d+:\d+\)?$/m.test(out + err) ? [{ bound: 'said', by: 'a stack trace' }] : []),
      ...(/root:x:0:0/.test(out + err) ? [{ bound: 'secret', by: 'a file of the system' }] : []),
      ...(existsSync(climbed) ? [{ bound: 'unsafe', by: 'it wrote outside of its folder' }] : []),
    ];
    return {
      behaviour: `${file} ${spoil}`,
      run: command,
      ...rest,
      ms: Math.round(ms),
      asked: { requests: 0, treated: 0 },
      said: lastOf(out, err),
      broken,
    };
  } finally {
    remove(cwd);
    rmSync(climbed, { recursive: true, force: true });
  }
}
