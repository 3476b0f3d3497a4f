import type { PositiveControl } from '../../model/check.ts';
import { isTaken } from '../../model/exchange.ts';
import type { Probe } from '../../model/probe.ts';
import { begunWithFlags } from './begun-with-flags.ts';
import { chats } from './probes.ts';

export const message = 'Hello! What can you do?';
const flags = ['includeCitations', 'webSearch', 'useMcp'] as const;
export type Flag = (typeof flags)[number];

/** A body with all option flags set to the same value. */
export const together = (value: unknown): Readonly<Record<string, unknown>> => ({
  message,
  ...Object.fromEntries(flags.map((flag) => [flag, value])),
});

export const allTogether = begunWithFlags([together(true), together(false)]);
export const allStreamed = chats([together(true), together(false)], 'stream');

/** A service that refuses the flags, which is open (2.2), has not refused the wrong message beside them. */
function flagsAreTaken(operation: 'chat' | 'stream', probe: Probe): PositiveControl {
  return {
    says: `a valid ${operation} with all option flags is answered`,
    probe,
    // The first chat sets the flags.
    shownIn: ([set]) => {
      if (set !== undefined && isTaken(set)) return { by: [set] };
      const because = `a valid ${operation} with all option flags was refused too, and what they mean is not shown (2.2)`;
      return { because, isUnspecified: true };
    },
  };
}

export const flagsAreTakenInAChat = flagsAreTaken('chat', allTogether);
export const flagsAreTakenInAStream = flagsAreTaken('stream', allStreamed);
