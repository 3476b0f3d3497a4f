import type { Load } from '../../conformance/contract/formats/load/load.ts';
import { asObject, asNumber, withoutUndefined, asString } from '../records/narrow.ts';

/** Contents of environment.json: the software and the machine of the measurement. */
export type Environment = NonNullable<Load['environment']>;

/** The label of the run, which environment.json also contains. */
export function labelOf(json: unknown): string | undefined {
  return asString(asObject(json)?.['label']);
}

/**
 * Whether the run writes asked-after.json wherever it is needed: earlier builds wrote it only where they could send
 * requests.
 */
export function alwaysWritesAskedAfter(json: unknown): boolean {
  return asObject(json)?.['tellsAskedAfter'] === true;
}

/** Reads environment.json. Undefined where it is invalid. */
export function environmentOf(json: unknown): Environment | undefined {
  const fields = asObject(json);
  const [assay, node, machine] = [
    asString(fields?.['assay']),
    asString(fields?.['node']),
    asString(fields?.['machine']),
  ];
  if (assay === undefined || node === undefined || machine === undefined) return undefined;
  const others = withoutUndefined({
    k6: asString(fields?.['k6']),
    client: asString(fields?.['client']),
    memoryGb: asNumber(fields?.['memoryGb']),
  });
  return { assay, node, machine, ...others, embedded: fields?.['embedded'] === true };
}
