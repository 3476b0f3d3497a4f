import { lstatSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RequestsHeader } from '../../../load/records/requests.ts';
import { fileBounds } from '../../reading/file-bounds.ts';
import { makeFolder } from '../../input/make-folder.ts';
import { readBytes } from '../../reading/read-bytes.ts';
import { canaryFile, canaryLine, instrumentFile, instrumentIn, samplesFile, samplesIn, writtenIn } from './evidence.ts';
import { audioFolder, wrongFolder } from './wrong-answers.ts';
import type { ResultFolder } from '../../results/result-folder.ts';

type Segment = { readonly path: string; readonly header: RequestsHeader };

/** What the folder of a merged run keeps beside its records: one canary.ndjson, one instrument.json, and the answers that each keeps. */
export function mergeKept(segments: readonly Segment[], into: ResultFolder): void {
  for (const { path, header } of segments) {
    for (const [id, writtenNs] of writtenIn(path, header)) {
      into.append(canaryFile, canaryLine(id, writtenNs, header.t0MonotonicNs));
    }
  }
  for (const { path } of segments) for (const kept of keptFolders) copyKept(join(path, kept), join(into.path, kept));
  const instrument = instrumentIn(segments.map(({ path }) => path));
  const heard = samplesIn(segments.map(({ path }) => path));
  if (heard) into.write(samplesFile, `${JSON.stringify(heard)}\n`);
  if (instrument) into.write(instrumentFile, `${JSON.stringify(instrument)}\n`);
}

const keptFolders = [wrongFolder, audioFolder];

/** A segment keeps some twenty of each, and two formats more; a folder may be anything. */
const mostKept = 200;

/** Each file is named by its request, of which no two segments have the same. What is not a plain file is left where it is. */
function copyKept(from: string, to: string): void {
  if (lstatSync(from, { throwIfNoEntry: false })?.isDirectory() !== true) return;
  const files = readdirSync(from, { withFileTypes: true })
    .filter((entry) => entry.isFile() && keptName.test(entry.name))
    .map(({ name }) => name)
    .toSorted();
  if (files.length > 0) makeFolder(to);
  for (const name of files.slice(0, mostKept)) {
    const bytes = readBytes({ path: join(from, name) }, { most: fileBounds.sampleBytes });
    rmSync(join(to, name), { force: true });
    writeFileSync(join(to, name), bytes, { flag: 'wx' });
  }
}

const keptName = /^[\w-]{1,200}\.\w{1,10}$/;
