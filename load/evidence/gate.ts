import type { Load as LoadForm } from '../../conformance/contract/formats/load/load.ts';
import { asObject, asString } from '../records/narrow.ts';

/** Contents of gate.json: the result of a conformance run of the same target. A fast service that is wrong is wrong. */
export type Gate = NonNullable<LoadForm['gate']>;

/** Reads gate.json. Undefined where it is invalid. */
export function gateOf(json: unknown): Gate | undefined {
  const fields = asObject(json);
  const is = (['pass', 'fail', 'inconclusive'] as const).find((each) => each === fields?.['is']);
  const [says, target, startedAt] = ['says', 'target', 'startedAt'].map((name) => asString(fields?.[name]));
  const failed = fields?.['failed'];
  if (is === undefined || says === undefined || target === undefined || startedAt === undefined) return undefined;
  if (!Array.isArray(failed) || !failed.every((each) => typeof each === 'string')) return undefined;
  return { is, says, target, startedAt, failed };
}

const codes = { pass: 0, fail: 1, inconclusive: 2 } as const;

/**
 * Exit code of a load run after a conformance run: a failure of either counts first, then an inconclusive result of
 * either.
 */
export function gatedCode(code: 0 | 1 | 2, gate: Gate | undefined): 0 | 1 | 2 {
  const both = [code, gate === undefined ? 0 : codes[gate.is]];
  return both.includes(1) ? 1 : both.includes(2) ? 2 : 0;
}
