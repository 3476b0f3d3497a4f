import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { loadFile } from '../../../conformance/evidence/bundle.ts';
import { sequentialRepliesFromJson } from '../../../load/records/sequential-replies.ts';
import { canaryOf } from '../../../load/evidence/canary.ts';
import { chargingOf } from '../../../load/evidence/charging.ts';
import {
  environmentOf,
  labelOf,
  alwaysWritesAskedAfter,
  type Environment,
} from '../../../load/evidence/environment.ts';
import { instrumentOf, mergedInstrument, type Instrument } from '../../../load/evidence/instrument.ts';
import { asObject, parseJson, asNumber, asNumbers, withoutUndefined, asString } from '../../../load/records/narrow.ts';
import type { WrittenTimes } from '../../../load/evidence/observation.ts';
import type { RequestRecord } from '../../../load/records/record.ts';
import type { RequestsHeader } from '../../../load/records/requests.ts';
import { mergedSamples, judgedSamplesOf, type JudgedSamples } from '../../../load/evidence/judged-samples.ts';
import type { NeededFile } from '../../../load/verdict/missing-files.ts';
import type { Evidence } from '../../../load/verdict/validity.ts';
import { fileBounds } from '../../reading/file-bounds.ts';
import { readJson } from '../../reading/read-json.ts';
import { readLines } from '../../reading/read-lines.ts';
import { calibrationOf } from './calibration-file.ts';

/** Contains when the canary server wrote each event, a stream per line. */
export const canaryFile = loadFile.canary;

/** Contains what the stream client records about itself. */
export const instrumentFile = loadFile.instrument;

/** Contains the software and the machine of the measurement. */
export const environmentFile = loadFile.environment;

/** Contains the remaining credits of a workspace that was made for the run. */
export const chargingFile = loadFile.charging;

/** Contains the verdicts on the spoken responses that were decoded after the run. */
export const samplesFile = loadFile.samples;

/** Contains how many sequential replies after the run had their marks. */
export const askedAfterFile = loadFile.askedAfter;

/** Contains the result of `assay calibrate` for the machine. */
export const calibrationFile = loadFile.calibration;

/** @param t0MonotonicNs t0 of the segment that the stream belongs to, where a file has several segments */
export function canaryLine(id: string, writtenNs: readonly number[], t0MonotonicNs?: number): string {
  return JSON.stringify({ id, ...(t0MonotonicNs !== undefined && { t0MonotonicNs }), writtenNs });
}

type EvidenceSource = {
  readonly path: string;
  readonly header: RequestsHeader;
  readonly canaries: readonly RequestRecord[];
  /** Number of records that name a sample of their audio. */
  readonly audioSamples?: number;
  /** Whether the run is complete: the samples of an interrupted run are not decoded. */
  readonly complete?: boolean;
};

/**
 * The evidence about the instrument in the folders of a run, besides the records. It is the same after the run as in
 * later reports.
 */
export function evidenceIn(sources: readonly EvidenceSource[]): Evidence {
  const each = sources.map((source) => ({ ...source, ...keptIn(source.path) }));
  const instrument = mergedInstrument(each.flatMap((kept) => kept.instrument ?? []));
  const canary = canaryOf(
    sources.map(({ path, header, canaries }) => ({ header, records: canaries, written: writtenIn(path, header) })),
  );
  const [calibration] = sources.flatMap(({ path }) => calibrationOf(jsonIn(join(path, calibrationFile))) ?? []);
  const [environment] = each.flatMap((kept) => kept.environment ?? []);
  const [label] = each.flatMap((kept) => kept.label ?? []);
  // Each segment has its own workspace, if any, and its own replies after the run, but the figures are those of all
  // segments: both are used only for a run of a single segment.
  const [only, ...others] = sources;
  const charging = only && others.length === 0 ? chargingOf(jsonIn(join(only.path, chargingFile))) : undefined;
  const askedAfter =
    only && others.length === 0 ? sequentialRepliesFromJson(jsonIn(join(only.path, askedAfterFile))) : undefined;
  const samplesHeard = mergedSamples(each.flatMap((kept) => kept.samples ?? []));
  const missing = missingIn(each);
  return {
    ...(missing.length > 0 && { missing }),
    ...withoutUndefined({ charging, samplesHeard, askedAfter }),
    ...(each.some((kept) => kept.tellsAskedAfter) && { tellsAskedAfter: true }),
    ...withoutUndefined({ instrument, canary, calibration, environment, label }),
  };
}

type Kept = {
  readonly instrument: Instrument | undefined;
  readonly samples: JudgedSamples | undefined;
  readonly environment: Environment | undefined;
  readonly label: string | undefined;
  readonly tellsAskedAfter: boolean;
};

/** The contents of a folder besides its records. Each file is read once. */
function keptIn(path: string): Kept {
  const told = jsonIn(join(path, environmentFile));
  return {
    instrument: instrumentOf(jsonIn(join(path, instrumentFile))),
    samples: judgedSamplesOf(jsonIn(join(path, samplesFile))),
    environment: environmentOf(told),
    label: labelOf(told),
    tellsAskedAfter: alwaysWritesAskedAfter(told),
  };
}

/**
 * The files that are missing. The stream client writes its instrument from the beginning. Samples are decoded by `load`
 * only, which also writes its environment, and not for segments.
 */
function missingIn(each: readonly (EvidenceSource & Kept)[]): readonly NeededFile[] {
  const lacksInstrument = each.some(({ instrument }) => instrument === undefined);
  const lacksSamples = each.some(({ path, header, audioSamples = 0, complete = false, environment, samples }) => {
    const isByLoad = header.segment === undefined && environment !== undefined;
    const isMerged = existsSync(join(path, loadFile.generators));
    return complete && audioSamples > 0 && isByLoad && !isMerged && samples === undefined;
  });
  return [...(lacksInstrument ? [loadFile.instrument] : []), ...(lacksSamples ? [loadFile.samples] : [])];
}

export function instrumentIn(folders: readonly string[]): Instrument | undefined {
  return mergedInstrument(folders.flatMap((path) => instrumentOf(jsonIn(join(path, instrumentFile))) ?? []));
}

export function environmentIn(folders: readonly string[]): Environment | undefined {
  return folders.flatMap((path) => environmentOf(jsonIn(join(path, environmentFile))) ?? [])[0];
}

export function samplesIn(folders: readonly string[]): JudgedSamples | undefined {
  return mergedSamples(folders.flatMap((path) => judgedSamplesOf(jsonIn(join(path, samplesFile))) ?? []));
}

/**
 * Undefined where there is no such file, or where it is not JSON. Throws a UsageError where the path is not a file, or
 * the file far too long.
 */
export function jsonIn(path: string): unknown {
  return existsSync(path) ? readJson({ path }) : undefined;
}

/** The times on the clock of this header: the clock of each machine has its own zero. */
export function writtenIn(folder: string, { t0MonotonicNs: own = 0 }: RequestsHeader): WrittenTimes {
  const path = join(folder, canaryFile);
  const { canaryBytes: most, lineBytes: mostLine } = fileBounds;
  const written = new Map<string, readonly number[]>();
  for (const { text } of existsSync(path) ? readLines({ path }, { most, mostLine }) : []) {
    const fields = asObject(parseJson(text));
    const [id, writtenNs] = [asString(fields?.['id']), asNumbers(fields?.['writtenNs'])];
    if (id === undefined || writtenNs === undefined) continue;
    const aheadNs = own - (asNumber(fields?.['t0MonotonicNs']) ?? own);
    written.set(
      id,
      writtenNs.map((ns) => ns + aheadNs),
    );
  }
  return written;
}
