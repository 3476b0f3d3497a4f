import type { FaultId } from '../../fixtures/faults/index.ts';
import type { Expectation } from '../model/check.ts';
import type { Probe } from '../model/probe.ts';
import { isNoServerError } from '../expectations/statuses/is-refusal.ts';

/**
 * Makes checks of requests that a service may accept or refuse, all with the same control. A 5xx says that the fault is
 * the service's and not the request's (RFC 9110 15.6). Each check is a MUST. Checks of bytes that no common client
 * sends are HTTP obligations, and are written out elsewhere.
 */
export function noServerErrors(control: string, expect: readonly Expectation[] = [isNoServerError]) {
  return (probe: Probe, fault: FaultId) => ({ level: 'MUST', control, probe, expect, fault }) as const;
}
