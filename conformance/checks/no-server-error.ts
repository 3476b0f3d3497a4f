import type { FaultId } from '../../fixtures/faults/index.ts';
import type { Expectation } from '../model/check.ts';
import type { Probe } from '../model/probe.ts';
import { isNoServerError } from '../expectations/statuses/is-refusal.ts';

/**
 * Checks of what a service may take or refuse, with one control: a 5xx says that the service is at fault, and not the request
 * (RFC 9110 15.6). Each is a MUST; one of bytes that no common client sends is an HTTP obligation, and written out.
 */
export function noServerErrors(control: string, expect: readonly Expectation[] = [isNoServerError]) {
  return (probe: Probe, fault: FaultId) => ({ level: 'MUST', control, probe, expect, fault }) as const;
}
