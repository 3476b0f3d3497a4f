import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { loadFile } from '../../../conformance/evidence/bundle.ts';
import { sequentialRepliesFromJson } from '../../../load/records/sequential-replies.ts';
import { canaryOf } from '../../../load/evidence/canary.ts';
import { chargingOf } from '../../../load/evidence/charging.ts';
import { environmentOf, labelOf, tellsAskedAfterOf, type Environment } from '../../../load/evidence/environment.ts';
import { instrumentOf, mergedInstrument, type Instrument } from '../../../load/evidence/instrument.ts';
import { fieldsOf, jsonOf, numberOf, numbersOf, present, stringOf } from '../../../load/records/narrow.ts';
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

/** Holds when the emitter wrote each event of the canary's streams, one stream a line. */
export const canaryFile = loadFile.canary;

/** Holds what the stream client knows of itself. */
export const instrumentFile = loadFile.instrument;

/** Holds what measured, and on what. */
export const environmentFile = loadFile.environment;

/** Holds what was left of a workspace that was made for the run. */
export const chargingFile = loadFile.charging;

/** Holds what the spoken answers were found to be that were decoded behind the run. */
export const samplesFile = loadFile.samples;

/** Holds how many replies that were asked for one at a time behind the run had their marks. */
export const askedAfterFile = loadFile.askedAfter;

/** Holds what `assay calibrate` had found on it. */
export const calibrationFile = loadFile.calibration;

/** @param t0MonotonicNs of the segment that the stream belongs to, where a file holds several */
export function canaryLine(id: string, writtenNs: readonly number[], t0MonotonicNs?: number): string {
  return JSON.stringify({ id, ...(t0MonotonicNs !== undefined && { t0MonotonicNs }), writtenNs });
}

type EvidenceSource = {
  readonly path: string;
  readonly header: RequestsHeader;
  readonly canaries: readonly RequestRecord[];
  /** Records that name a sample of their audio. */
  readonly audioSamples?: number;
  /** Whether all of the run is there: the samples of one that was interrupted are not decoded. */
  readonly complete?: boolean;
};

/** What the folders of one run tell of its instrument, besides the records; the same after the run as in later reports. */
export function evidenceIn(sources: readonly EvidenceSource[]): Evidence {
  const each = sources.map((source) => ({ ...source, ...keptIn(source.path) }));
  const instrument = mergedInstrument(each.flatMap((kept) => kept.instrument ?? []));
  const canary = canaryOf(
    sources.map(({ path, header, canaries }) => ({ header, records: canaries, written: writtenIn(path, header) })),
  );
  const [calibration] = sources.flatMap(({ path }) => calibrationOf(jsonIn(join(path, calibrationFile))) ?? []);
  const [environment] = each.flatMap((kept) => kept.environment ?? []);
  const [label] = each.flatMap((kept) => kept.label ?? []);
  // Each segment of a run has a workspace of its own, if any, and the figures are those of all; so are the replies to it.
  const [only, ...others] = sources;
  const charging = only && others.length === 0 ? chargingOf(jsonIn(join(only.path, chargingFile))) : undefined;
  const askedAfter =
    only && others.length === 0 ? sequentialRepliesFromJson(jsonIn(join(only.path, askedAfterFile))) : undefined;
  const samplesHeard = mergedSamples(each.flatMap((kept) => kept.samples ?? []));
  const missing = missingIn(each);
  return {
    ...(missing.length > 0 && { missing }),
    ...present({ charging, samplesHeard, askedAfter }),
    ...(each.some((kept) => kept.tellsAskedAfter) && { tellsAskedAfter: true }),
    ...present({ instrument, canary, calibration, environment, label }),
  };
}

type Kept = {
  readonly instrument: Instrument | undefined;
  readonly samples: JudgedSamples | undefined;
  readonly environment: Environment | undefined;
  readonly label: string | undefined;
  readonly tellsAskedAfter: boolean;
};

/** What one folder keeps besides its records, each file read once. */
function keptIn(path: string): Kept {
  const told = jsonIn(join(path, environmentFile));
  return {
    instrument: instrumentOf(jsonIn(join(path, instrumentFile))),
    samples: judgedSamplesOf(jsonIn(join(path, samplesFile))),
    environment: environmentOf(told),
    label: labelOf(told),
    tellsAskedAfter: tellsAskedAfterOf(told),
  };
}

/**
 * The stream client writes its instrument from the first moment on. Samples are decoded by `load` alone, which tells its
 * environment, and not of segments.
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

/** Undefined where there is no such file, or it is not JSON. Throws a UsageError where it is not a file, or far too long. */
export function jsonIn(path: string): unknown {
  return existsSync(path) ? readJson({ path }) : undefined;
}

/** On the clock of this header: each machine counts from another time. */
export function writtenIn(folder: string, { t0MonotonicNs: own = 0 }: RequestsHeader): WrittenTimes {
  const path = join(folder, canaryFile);
  const { canaryBytes: most, lineBytes: mostLine } = fileBounds;
  const written = new Map<string, readonly number[]>();
  for (const { text } of existsSync(path) ? readLines({ path }, { most, mostLine }) : []) {
    const fields = fieldsOf(jsonOf(text));
    const [id, writtenNs] = [stringOf(fields?.['id']), numbersOf(fields?.['writtenNs'])];
    if (id === undefined || writtenNs === undefined) continue;
    const aheadNs = own - (numberOf(fields?.['t0MonotonicNs']) ?? own);
    written.set(
      id,
      writtenNs.map((ns) => ns + aheadNs),
    );
  }
  return written;
}
