import { fieldsOf, numberOf, present, textOf } from '../records/narrow.ts';

/** What measured, and on what: environment.json. */
export type Environment = {
  /** Version of assay. */
  readonly assay: string;
  readonly node: string;
  readonly k6?: string;
  /** Processors and system, as `Calibration.machine`. */
  readonly machine: string;
  readonly memoryGb?: number;
  /** What was measured is assay's own reference service. */
  readonly embedded: boolean;
};

/** What environment.json holds, or `undefined`. */
export function environmentOf(json: unknown): Environment | undefined {
  const fields = fieldsOf(json);
  const [assay, node, machine] = [textOf(fields?.['assay']), textOf(fields?.['node']), textOf(fields?.['machine'])];
  if (assay === undefined || node === undefined || machine === undefined) return undefined;
  const others = present({ k6: textOf(fields?.['k6']), memoryGb: numberOf(fields?.['memoryGb']) });
  return { assay, node, machine, ...others, embedded: fields?.['embedded'] === true };
}
