import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { canaryOf } from '../../load/model/canary.ts';
import { environmentOf, type Environment } from '../../load/model/environment.ts';
import { instrumentOf, mergedInstrument, type Instrument } from '../../load/model/instrument.ts';
import { fieldsOf, jsonOf, numbersOf, textOf } from '../../load/model/narrow.ts';
import type { WrittenTimes } from '../../load/model/observation.ts';
import type { RequestRecord } from '../../load/model/record.ts';
import type { RequestsHeader } from '../../load/model/requests.ts';
import type { Evidence } from '../../load/model/validity.ts';
import { calibrationOf } from './calibration-file.ts';

/** Holds when the emitter wrote each event of the canary's streams, one stream a line. */
export const canaryFile = 'canary.ndjson';

/** Holds what measured, and on what. */
export const environmentFile = 'environment.json';

export function canaryLine(id: string, writtenNs: readonly number[]): string {
  return JSON.stringify({ id, writtenNs });
}

export type EvidenceSource = {
  readonly path: string;
  readonly header: RequestsHeader;
  readonly canaries: readonly RequestRecord[];
};

/** What the folders of one run tell of its instrument, besides the records; the same after the run as in later reports. */
export function evidenceIn(sources: readonly EvidenceSource[]): Evidence {
  const instrument = instrumentIn(sources.map(({ path }) => path));
  const [canary] = sources.flatMap(({ path, header, canaries }) => canaryOf(header, canaries, writtenIn(path)) ?? []);
  const [calibration] = sources.flatMap(({ path }) => calibrationOf(jsonIn(join(path, 'calibration.json'))) ?? []);
  const environment = environmentIn(sources.map(({ path }) => path));
  return {
    ...(instrument && { instrument }),
    ...(canary && { canary }),
    ...(calibration && { calibration }),
    ...(environment && { environment }),
  };
}

export function instrumentIn(folders: readonly string[]): Instrument | undefined {
  return mergedInstrument(folders.flatMap((path) => instrumentOf(jsonIn(join(path, 'instrument.json'))) ?? []));
}

export function environmentIn(folders: readonly string[]): Environment | undefined {
  return folders.flatMap((path) => environmentOf(jsonIn(join(path, environmentFile))) ?? [])[0];
}

export function jsonIn(path: string): unknown {
  return existsSync(path) ? jsonOf(readFileSync(path, 'utf8')) : undefined;
}

function writtenIn(folder: string): WrittenTimes {
  const path = join(folder, canaryFile);
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : [];
  return new Map(
    lines.flatMap((line) => {
      const fields = fieldsOf(jsonOf(line));
      const [id, writtenNs] = [textOf(fields?.['id']), numbersOf(fields?.['writtenNs'])];
      return id === undefined || writtenNs === undefined ? [] : [[id, writtenNs] as const];
    }),
  );
}
