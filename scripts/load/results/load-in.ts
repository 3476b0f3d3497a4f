import { join } from 'node:path';
import type { Gate } from '../../../load/evidence/gate.ts';
import { judgedLoad } from '../../../load/verdict/judged-load.ts';
import type { Load } from '../../../load/verdict/load.ts';
import { judgedGenerators } from '../../../load/verdict/generators.ts';
import type { RequestRecord } from '../../../load/records/record.ts';
import type { RequestsHeader } from '../../../load/records/requests.ts';
import { checkRecords } from '../../../load/plan/record-checks.ts';
import { mergedHeader } from '../../../load/records/segments.ts';
import { withSampleVerdict } from '../../../load/evidence/judged-samples.ts';
import type { Evidence } from '../../../load/verdict/validity.ts';
import type { MeasuredLoad } from '../../../load/figures/figures.ts';
import { summaryOf, type Summary } from '../../../load/figures/summary.ts';
import { gateOfRun, storedGate } from './gate.ts';
import { environmentIn, evidenceIn, samplesIn } from './evidence.ts';
import { generatorIn, writeGenerators, storedGenerators, type StoredGenerators } from './generators-file.ts';
import { mergeRecords } from './merge-records.ts';
import { sentAlongside } from './sent-alongside.ts';
import { readLoadHeader } from './read-load-header.ts';
import type { ResultFolder } from '../../results/result-folder.ts';
import { UsageError } from '../../errors/usage-error.ts';

/** A folder with records, which may be a segment of a run. */
export type LoadFolder = { readonly path: string; readonly header: RequestsHeader };

/** For merging segments to a run: second attempts, which do not count, and the folder of the merged run. */
type Merging = {
  readonly repeated?: readonly LoadFolder[];
  /** Opens the folder; called only when all arguments are known to be valid. */
  readonly into?: () => ResultFolder;
};

/** The load of a single folder according to its records. */
export async function loadIn(path: string): Promise<Load> {
  return loadOf([{ path, header: readLoadHeader(path) }], undefined);
}

/**
 * The load of these segments together, with the gate of this folder, otherwise with the gate that the segments have.
 * Every record is read once, in the order of intended times, and no request counts twice. It does not load the chart
 * library, which only writing reports needs.
 */
export async function loadOf(
  run: readonly LoadFolder[],
  gatePath: string | undefined,
  { repeated = [], into }: Merging = {},
): Promise<Load> {
  const header = mergedHeader(run.map((each) => each.header));
  const gate = await gateOn(run, header, gatePath);
  const summary = summaryOf(header);
  const folder = into?.();
  folder?.append('requests.ndjson', JSON.stringify(header));
  const { canaries, duplicates, kept, offSchedule, audioSamples } = foldRecords(run, summary, header, folder);
  const measured = summary.load();
  const { complete } = measured;
  const sources = run.map((each, place) => ({ ...each, canaries: canaries[place] ?? [], audioSamples, complete }));
  const ofEach = kept ?? {
    each: sources
      .filter((source) => source.header.segment !== undefined)
      .map((source, place) => generatorIn(source, source.canaries, duplicates[place] ?? 0)),
    repeated: sentAlongside(run, repeated, measured),
  };
  if (folder && ofEach.each.length > 0) writeGenerators(folder, ofEach);
  const load = judgedIn(measured, summary, ofEach, { ...evidenceIn(sources), offSchedule });
  return gate === undefined ? load : { ...load, gate };
}

function judgedIn(
  measured: MeasuredLoad,
  summary: Summary,
  { each, repeated }: StoredGenerators,
  evidence: Evidence,
): Load {
  if (each.length === 0) return judgedLoad(measured, evidence);
  const sources = each.map((one, place) => ({ ...one, figures: summary.ofGenerators([place]) }));
  const generators = judgedGenerators(measured, sources, repeated, summary.ofGenerators);
  return judgedLoad(measured, { ...evidence, generators });
}

/** The error for two records of the same request in a file: figures would count it twice. */
export function duplicateRequestError(path: string, { index }: RequestRecord): UsageError {
  return new UsageError(
    `${join(path, 'requests.ndjson')} has request ${index} twice, which no run leaves: it was changed, or written into twice; take the folder as load left it`,
  );
}

type Folded = {
  /** Canary records by folder. */
  readonly canaries: readonly (readonly RequestRecord[])[];
  /** Number of records by folder that another folder already had. */
  readonly duplicates: readonly number[];
  /** Defined where the only folder is that of a merged run. */
  readonly kept: StoredGenerators | undefined;
} & ReturnType<ReturnType<typeof checkRecords>['result']>;

function foldRecords(
  run: readonly LoadFolder[],
  summary: Summary,
  header: RequestsHeader,
  folder: ResultFolder | undefined,
): Folded {
  const paths = run.map(({ path }) => path);
  const heard = withSampleVerdict(samplesIn(paths));
  const [only, ...others] = paths;
  const kept = only !== undefined && others.length === 0 ? storedGenerators(only) : undefined;
  const placeOf = kept && generatorByRun(kept);
  const records = checkRecords(header);
  const canaries: RequestRecord[][] = run.map(() => []);
  const duplicates = run.map(() => 0);
  const lines = folder && mergedLines(folder);
  mergeRecords(paths, ({ record, bytes }, place) => {
    if (record.operation === 'canary') canaries[place]?.push(record);
    else if (records.isDuplicate(record)) {
      // With several generators, the record of another generator for the same request.
      if (only !== undefined && others.length === 0) throw duplicateRequestError(only, record);
      duplicates[place] = (duplicates[place] ?? 0) + 1;
      return;
    } else {
      records.add(record);
      summary.add(heard(record), placeOf?.(record.id) ?? place);
    }
    lines?.add(bytes());
  });
  lines?.end();
  return { canaries, duplicates, kept, ...records.result() };
}

/** The id of a record begins with that of its generator. */
function generatorByRun({ each }: StoredGenerators): (id: string) => number | undefined {
  const places = new Map(each.map(({ header }, place) => [header.run, place]));
  return (id) => places.get(id.slice(0, Math.max(0, id.lastIndexOf('-'))));
}

/** A gate that was named comes before the one that a folder keeps. */
async function gateOn(
  run: readonly LoadFolder[],
  { settings }: RequestsHeader,
  gatePath: string | undefined,
): Promise<Gate | undefined> {
  const paths = run.map(({ path }) => path);
  if (gatePath === undefined) return storedGate(paths);
  return gateOfRun(gatePath, { target: settings.target, embedded: environmentIn(paths)?.embedded === true });
}

/** Lines on their way into a merged requests.ndjson. */
type MergedLines = { readonly add: (line: Uint8Array) => void; readonly end: () => void };

/** So many bytes are worth a write. */
const writeAt = 1 << 20;
const lineFeed = 10;

/** Many lines at once, as each write looks for secrets and for the file. */
function mergedLines(folder: ResultFolder): MergedLines {
  const held = Buffer.allocUnsafeSlow(writeAt);
  let size = 0;
  const write = (): void => {
    // Its own line feed ends the last one.
    if (size > 0) folder.append('requests.ndjson', held.toString('utf8', 0, size - 1));
    size = 0;
  };
  return {
    add: (line) => {
      if (size + line.length + 1 > held.length) write();
      if (line.length + 1 > held.length) folder.append('requests.ndjson', Buffer.from(line).toString('utf8'));
      else {
        held.set(line, size);
        held[size + line.length] = lineFeed;
        size += line.length + 1;
      }
    },
    end: write,
  };
}
