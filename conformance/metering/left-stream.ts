import type { Probe } from '../core/probe.ts';
import { callFor, callerOf } from './uses.ts';

/** A stream that the client leaves after its first piece, and then a chat, on a balance for one of the two. */
export const leftStream: Probe = {
  name: 'a stream left early, then a chat',
  needs: ['provisioner', 'bot'],
  costs: { chats: 2, speeches: 0 },
  workspace: { kind: 'credit-balance', credits: 1 },
  steps: [
    (known) => [{ ...callFor('stream', callerOf(known), known, true), leaveAfter: 1 }],
    (known) => [callFor('chat', callerOf(known), known, true)],
  ],
};
