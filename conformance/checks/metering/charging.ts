import type { PositiveControl } from '../../model/check.ts';
import { aboutAnswer } from '../../model/reason.ts';
import type { Workspace } from '../../model/probe.ts';
import { applyUses } from './spending/follow.ts';
import { openLedger } from './spending/ledger.ts';
import { richMember } from './spending/rich-member.ts';
import { probeOfUses } from './spending/script.ts';
import type { Use } from './spending/uses.ts';

/**
 * Control for uses that must not be charged: the same use twice where the balance covers one. If the second is not
 * refused, no charge can be seen there, and a use that is covered after a free one proves nothing.
 */
function secondUseIsRefused(workspace: Workspace, use: Use, having: string): PositiveControl {
  const two: readonly Use[] = [use, use];
  return {
    says: `with ${having} a ${use} is answered, and a second one is refused`,
    probe: probeOfUses(workspace, ...two),
    shownIn: (seen) => {
      const followed = applyUses(openLedger(workspace), two, seen);
      if (seen.length === two.length && followed.is === 'agrees') return { by: seen };
      const because = `a second ${use} with ${having} was not refused, so charges could not be seen`;
      return { because, ...aboutAnswer(followed.is === 'disagrees' ? followed.mismatch.exchange : undefined) };
    },
  };
}

export const chatsAreCharged = secondUseIsRefused({ kind: 'credit-balance', credits: 1 }, 'chat', 'one credit');

const pooled = 'enterprise-pooled';
export const includedChatsAreCounted = secondUseIsRefused(
  { kind: pooled, includedRequests: 1 },
  'chat',
  'one included request',
);
export const includedSpeechesAreCounted = secondUseIsRefused(
  { kind: pooled, includedTts: 1 },
  'speech',
  'one included TTS use',
);

export const chatLimitIsEnforced = secondUseIsRefused(
  { ...richMember, memberRequestLimit: 1 },
  'chat',
  'a member request limit of 1',
);
export const speechLimitIsEnforced = secondUseIsRefused(
  { ...richMember, memberTtsLimit: 1 },
  'speech',
  'a member TTS limit of 1',
);
