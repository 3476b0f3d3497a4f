import type { FaultId } from '../../../fixtures/faults/index.ts';
import type { Probe } from '../../model/probe.ts';
import { hasErrorEnvelope } from '../../expectations/bodies/has-error-envelope.ts';
import { isRefusal } from '../../expectations/statuses/is-refusal.ts';

export const refused = [isRefusal, hasErrorEnvelope];

/** Of each operation the request that the caller's own token opens. */
export const opened = {
  chat: 'chat.request/accepts-least',
  stream: 'stream.response/succeeds',
  speech: 'speech.request/accepts-least',
} as const;

/** Without the token of the caller in its place, the same is refused. */
export const isRefused = (operation: keyof typeof opened, probe: Probe, fault: FaultId) =>
  ({ level: 'MUST', control: opened[operation], probe, expect: refused, fault }) as const;
