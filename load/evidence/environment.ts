import type { Load } from '../../conformance/contract/formats/load/load.ts';
import { fieldsOf, numberOf, present, stringOf } from '../records/narrow.ts';

/** What measured, and on what: environment.json. */
export type Environment = NonNullable<Load['environment']>;

/** What the run was called, which environment.json keeps too. */
export function labelOf(json: unknown): string | undefined {
  return stringOf(fieldsOf(json)?.['label']);
}

/** Whether the run writes asked-after.json wherever that is wanted: earlier builds did so only where they could ask. */
export function tellsAskedAfterOf(json: unknown): boolean {
  return fieldsOf(json)?.['tellsAskedAfter'] === true;
}

/** What environment.json holds, or `undefined`. */
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
