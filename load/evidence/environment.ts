import type { Load } from '../../conformance/contract/formats/load/load.ts';
import { fieldsOf, numberOf, present, stringOf } from '../records/narrow.ts';

/** Contents of environment.json: the software and the machine of the measurement. */
export type Environment = NonNullable<Load['environment']>;

/** The label of the run, which environment.json also contains. */
export function labelOf(json: unknown): string | undefined {
  return stringOf(fieldsOf(json)?.['label']);
}

/**
 * Whether the run writes asked-after.json wherever it is needed: earlier builds wrote it only where they could send
 * requests.
 */
export function tellsAskedAfterOf(json: unknown): boolean {
  return fieldsOf(json)?.['tellsAskedAfter'] === true;
}

/** Reads environment.json. Undefined where it is invalid. */
export function environmentOf(json: unknown): Environment | undefined {
  const fields = fieldsOf(json);
  const [assay, node, machine] = [
    stringOf(fields?.['assay']),
    stringOf(fields?.['node']),
    stringOf(fields?.['machine']),
  ];
  if (assay === undefined || node === undefined || machine === undefined) return undefined;
  const others = present({
    k6: stringOf(fields?.['k6']),
    client: stringOf(fields?.['client']),
    memoryGb: numberOf(fields?.['memoryGb']),
  });
  return { assay, node, machine, ...others, embedded: fields?.['embedded'] === true };
}
