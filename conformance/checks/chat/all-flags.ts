import type { PositiveControl } from '../../model/check.ts';
import { isAccepted } from '../../model/exchange.ts';
import type { Probe } from '../../model/probe.ts';
import { chatsBegunWithFlags } from './begun-with-flags.ts';
import { chatEach } from './probes.ts';

export const message = 'Hello! What can you do?';
const flags = ['includeCitations', 'webSearch', 'useMcp'] as const;
export type Flag = (typeof flags)[number];

/** A body with all option flags set to the same value. */
export const allFlagsSetTo = (value: unknown): Readonly<Record<string, unknown>> => ({
  message,
  ...Object.fromEntries(flags.map((flag) => [flag, value])),
});

export const chatsWithAllFlags = chatsBegunWithFlags([allFlagsSetTo(true), allFlagsSetTo(false)]);
export const streamsWithAllFlags = chatEach([allFlagsSetTo(true), allFlagsSetTo(false)], 'stream');

/** A service that refuses the flags, which is open (2.2), has not refused the wrong message beside them. */
function flagsAreTaken(operation: 'chat' | 'stream', probe: Probe): PositiveControl {
  return {
    says: `a valid ${operation} with all option flags is answered`,
    probe,
    // The first chat sets the flags.
    shownIn: ([set]) => {
      if (set !== undefined && isAccepted(set)) return { by: [set] };
      const because = `a valid ${operation} with all option flags was refused too, and what they mean is not shown (2.2)`;
      return { because, isUnspecified: true };
    },
  };
}

export const flagsAcceptedInChat = flagsAreTaken('chat', chatsWithAllFlags);
export const flagsAcceptedInStream = flagsAreTaken('stream', streamsWithAllFlags);
