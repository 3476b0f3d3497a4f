import { clause, type Check } from '../core/check.ts';
import type { Workspace } from '../core/probe.ts';
import { neverOverdraws, race, rounds } from './races.ts';
import type { Use } from './uses.ts';

const credits = (amount: number): Workspace => ({ kind: 'credit-balance', credits: amount });
const times = (count: number, ...uses: readonly Use[]): readonly Use[] =>
  Array.from({ length: count }, () => uses).flat();

function raced(workspace: Workspace, uses: readonly Use[]): Pick<Check, 'level' | 'probe' | 'expect'> {
  return { level: 'MUST', probe: race(workspace, ...uses), expect: [neverOverdraws(workspace, ...uses)] };
}

export const races = clause('8.1', 'metering.races', {
  says: `Uses at the same time are covered as far as the balance goes, and no further: ${rounds} rounds each, so that a race that shows in 3 of 5 rounds is missed once in 100 runs`,
  also: ['4.2', '4.3', '4.5', '8.2'],
  checks: {
    chats: { ...raced(credits(1), times(6, 'chat')), fault: 'charge-race' },
    streams: { ...raced(credits(1), times(6, 'stream')), fault: 'stream-charge-race' },
    speeches: { ...raced(credits(3), times(4, 'speech')), fault: 'speech-charge-race' },
    'chats-and-streams': { ...raced(credits(1), times(3, 'chat', 'stream')), fault: 'charge-lock-by-operation' },
    'included-chats': {
      ...raced({ kind: 'enterprise-pooled', includedRequests: 1 }, times(6, 'chat')),
      fault: 'included-charge-race',
    },
    'chats-of-a-member': {
      ...raced(
        {
          kind: 'enterprise-pooled',
          includedRequests: 100,
          credits: 1_000_000,
          caller: 'member',
          memberRequestLimit: 1,
        },
        times(6, 'chat'),
      ),
      fault: 'member-limit-race',
    },
  },
});
