import { join } from 'node:path';
import { loadFile } from '../../../conformance/evidence/bundle.ts';
import { canaryOf } from '../../../load/evidence/canary.ts';
import { environmentOf } from '../../../load/evidence/environment.ts';
import { instrumentOf, type Canary } from '../../../load/evidence/instrument.ts';
import { asObject, asNumber, withoutUndefined, asString } from '../../../load/records/narrow.ts';
import type { RequestRecord } from '../../../load/records/record.ts';
import { headerOf, type RequestsHeader } from '../../../load/records/requests.ts';
import type { Generators, GeneratorSource } from '../../../load/verdict/generators.ts';
import type { ResultFolder } from '../../results/result-folder.ts';
import { calibrationOf } from './calibration-file.ts';
import { calibrationFile, environmentIn, instrumentIn, jsonIn, writtenIn } from './evidence.ts';

/** Contains, in the folder of a merged run, the data of each generator; the ids of its records identify a generator. */
const generatorsFile = loadFile.generators;

/** A generator without its figures, which its records give. */
type KeptGenerator = Omit<GeneratorSource, 'figures'>;

export type StoredGenerators = {
  readonly each: readonly KeptGenerator[];
  readonly repeated: Generators['repeated'];
};

/** The data of a generator in the folder of its segment. */
export function generatorIn(
  { path, header }: { readonly path: string; readonly header: RequestsHeader },
  canaries: readonly RequestRecord[],
  duplicates: number,
): KeptGenerator {
  const canary = canaryOf([{ header, records: canaries, written: writtenIn(path, header) }]);
  const instrument = instrumentIn([path]);
  const calibration = calibrationOf(jsonIn(join(path, calibrationFile)));
  const environment = environmentIn([path]);
  return {
    header,
    duplicates,
    ...withoutUndefined({ instrument, canary, calibration, environment }),
  };
}

export function writeGenerators(folder: ResultFolder, kept: StoredGenerators): void {
  folder.write(generatorsFile, `${JSON.stringify({ schema: 'assay.generators/1', ...kept })}\n`);
}

/** The data that `writeGenerators` wrote to this folder. Undefined where the folder is not that of a merged run. */
export function storedGenerators(path: string): StoredGenerators | undefined {
  const fields = asObject(jsonIn(join(path, generatorsFile)));
  const [each, repeated] = [fields?.['each'], fields?.['repeated']];
  if (fields?.['schema'] !== 'assay.generators/1' || !Array.isArray(each)) return undefined;
  const generators = each.flatMap((one) => generatorOf(one) ?? []);
  if (generators.length !== each.length || generators.length === 0) return undefined;
  const again = Array.isArray(repeated) ? repeated.map(asObject) : [];
  return {
    each: generators,
    repeated: again.flatMap((one) => {
      const [segment, run] = [asString(one?.['segment']), asString(one?.['run'])];
      const counts: unknown = one?.['alongside'];
      const alongside = Array.isArray(counts)
        ? counts.map((count) => Math.max(0, Math.floor(asNumber(count) ?? 0)))
        : [];
      if (segment === undefined || run === undefined) return [];
      return [{ segment, run, ...(alongside.length > 0 && { alongside }) }];
    }),
  };
}

function generatorOf(json: unknown): KeptGenerator | undefined {
  const fields = asObject(json);
  const header = headerOf(JSON.stringify(fields?.['header'] ?? null));
  if (header?.segment === undefined) return undefined;
  const [instrument, canary] = [instrumentOf(fields?.['instrument']), canaryIn(fields?.['canary'])];
  const [calibration, environment] = [calibrationOf(fields?.['calibration']), environmentOf(fields?.['environment'])];
  return {
    header,
    duplicates: Math.max(0, Math.floor(asNumber(fields?.['duplicates']) ?? 0)),
    ...withoutUndefined({ instrument, canary, calibration, environment }),
  };
}

function canaryIn(json: unknown): Canary | undefined {
  const fields = asObject(json);
  const [ratePerS, events, error] = [
    asNumber(fields?.['ratePerS']),
    asNumber(fields?.['events']),
    asObject(fields?.['errorMs']),
  ];
  const [p50, p95, p99, max] = ['p50', 'p95', 'p99', 'max'].map((name) => asNumber(error?.[name]));
  if (ratePerS === undefined || events === undefined || p50 === undefined || p95 === undefined) return undefined;
  return p99 === undefined || max === undefined ? undefined : { ratePerS, events, errorMs: { p50, p95, p99, max } };
}
