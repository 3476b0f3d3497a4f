import type { SelfTest } from '../contract/formats/self-test.ts';
import { formOf } from '../reading/form.ts';

export type { SelfTest };
export type SelfTestFault = SelfTest['faults'][number];

/** The form of a self-test. */
export const selfTestForm = formOf<SelfTest>('self-test');

/**
 * The first of these checks whose fault the self-test does not list as found by it, or a fault that no check names or
 * that is listed twice; undefined where there is none.
 */
export function notSelfTested(
  { faults }: SelfTest,
  checks: readonly { readonly id: string; readonly fault: string }[],
): string | undefined {
  const found = new Map(faults.map(({ fault, foundBy }) => [fault, new Set(foundBy)]));
  const named = new Set(checks.map(({ fault }) => fault));
  const missing = checks.find(({ id, fault }) => found.get(fault)?.has(id) !== true);
  return (
    missing?.id ??
    faults.find(({ fault }, at) => !named.has(fault) || faults.findIndex((each) => each.fault === fault) !== at)?.fault
  );
}

/** Why a build with this self-test must not certify any service; undefined where it may. */
export function selfTestFlaw({ faults, accusations }: SelfTest): string | undefined {
  const missed = faults.filter(({ missedBy }) => missedBy.length > 0);
  if (faults.length === 0) return 'its self-test tried no fault';
  if (missed.length > 0)
    return `its self-test missed ${missed.length} of ${faults.length} faults, the first ${missed[0]?.fault ?? ''}`;
  return accusations.length > 0 ? `its self-test accused a valid service: ${accusations[0] ?? ''}` : undefined;
}
