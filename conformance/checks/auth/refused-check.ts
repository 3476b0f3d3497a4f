import type { FaultId } from '../../../fixtures/faults/index.ts';
import type { Probe } from '../../model/probe.ts';
import { hasErrorEnvelope } from '../../expectations/bodies/has-error-envelope.ts';
import { isRefusal } from '../../expectations/statuses/is-refusal.ts';

export const refusalExpectations = [isRefusal, hasErrorEnvelope];

/** Of each operation the request that the caller's own token opens. */
export const acceptingChecks = {
  chat: 'chat.request/accepts-least',
  stream: 'stream.response/succeeds',
  speech: 'speech.request/accepts-least',
} as const;

/** Without the token of the caller in its place, the same is refused. */
export const refusedCheck = (operation: keyof typeof acceptingChecks, probe: Probe, fault: FaultId) =>
  ({ level: 'MUST', control: acceptingChecks[operation], probe, expect: refusalExpectations, fault }) as const;
