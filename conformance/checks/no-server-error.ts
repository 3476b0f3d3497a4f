import type { FaultId } from '../../fixtures/faults/index.ts';
import type { Expectation } from '../model/check.ts';
import type { Probe } from '../model/probe.ts';
import { isNoServerError } from '../expectations/statuses/is-refusal.ts';

/**
 * Checks of what a service may take or refuse, with one control: that it has no 5xx over it is its own status's word (RFC
 * 9110 15.6).
 */
export function noServerErrors(control: string, expect: readonly Expectation[] = [isNoServerError]) {
  return (probe: Probe, fault: FaultId) => ({ level: 'MUST', control, probe, expect, fault }) as const;
}
