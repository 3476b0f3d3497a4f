import { clause } from '../../model/check.ts';
import { creditPrices } from '../../contract/limits.ts';
import type { Workspace } from '../../model/probe.ts';
import { coversExactly } from './counts.ts';
import { richMember } from './spending/rich-member.ts';
import { spendingCheck } from './spending/throughout.ts';

/** Chats and streams are counted together. */
const requests = { uses: ['chat', 'stream'], drawn: [3, 7] } as const;
export const creditsForChats = {
  ...requests,
  covering: (count: number): Workspace => ({ kind: 'credit-balance', credits: count }),
  isBalance: true,
} as const;
/** Each speech costs three credits. */
const speeches = { uses: ['speech'], drawn: [3, 5] } as const;
/** What is included, and what counts towards a limit, may depend on the format: every seed tries the first three. */
const inFormats = {
  ...speeches,
  uses: ['speech as wav', 'speech as flac', 'speech as opus', 'speech as pcm', 'speech as aac'],
} as const;
/** In another order: an uncounted use only shows in the uses behind it. */
const inOtherFormats = {
  ...speeches,
  uses: ['speech as flac', 'slow speech', 'speech as pcm', 'speech as wav', 'speech as aac'],
} as const;

/** As text ten is less than two, and so is all that is counted from two to nine: the third of each would be too many. */
const tenOfEach: Workspace = {
  kind: 'enterprise-pooled',
  caller: 'member',
  includedRequests: 10,
  includedTts: 10,
  memberRequestLimit: 10,
  memberTtsLimit: 10,
};

export const counts = clause('8.1', 'metering.counts', {
  requirement: 'Included usage, usage paid by credits and member limits are counted exactly, however high they are',
  also: ['1', '4.2', '4.3', '4.5', '7.3', '8.2'],
  absence: 'spend',
  checks: {
    'credits-for-chats': {
      title: 'Covers exactly as many chats and streams as there are credits',
      ...coversExactly(creditsForChats),
      control: 'metering.credit-balance/last-credit-buys-a-chat',
      fault: 'chats-free-from-the-fourth',
    },
    // Two credits are left over, which buy no speech.
    'credits-for-speeches': {
      title: 'Covers exactly as many speeches as the credits pay at 3 each',
      ...coversExactly({
        ...speeches,
        covering: (count) => ({ kind: 'credit-balance', credits: (count + 1) * creditPrices.speech - 1 }),
      }),
      control: 'metering.credit-balance/speech-costs-no-more-than-3',
      fault: 'speeches-free-from-the-fourth',
    },
    'included-requests': {
      title: 'Covers exactly as many chats and streams as requests are included (pooled)',
      ...coversExactly({ ...requests, covering: (count) => ({ kind: 'enterprise-pooled', includedRequests: count }) }),
      control: 'metering.enterprise/included-chat-is-covered',
      fault: 'pooled-included-chats-from-3-never-end',
    },
    'included-speeches': {
      title: 'Covers exactly as many speeches as TTS uses are included (pooled workspace)',
      ...coversExactly({ ...inFormats, covering: (count) => ({ kind: 'enterprise-pooled', includedTts: count }) }),
      control: 'metering.enterprise/included-speech-is-covered',
      fault: 'pooled-included-speeches-from-3-never-end',
      alsoFinds: ['pooled-included-tts-ignored-for-wav'],
    },
    'requests-of-a-member': {
      title: 'Allows a member exactly as many chats and streams as the limit says',
      ...coversExactly({ ...requests, covering: (count) => ({ ...richMember, memberRequestLimit: count }) }),
      control: 'metering.members/chats-up-to-the-limit-succeed',
      fault: 'member-request-limit-from-2-ignored',
    },
    'speeches-of-a-member': {
      title: 'Allows a member exactly as many speeches as the limit says',
      ...coversExactly({ ...inOtherFormats, covering: (count) => ({ ...richMember, memberTtsLimit: count }) }),
      control: 'metering.members/speech-within-the-limit-succeeds',
      fault: 'member-tts-limit-from-2-ignored',
      alsoFinds: ['member-tts-limit-counts-no-flac'],
    },
    'ten-are-more-than-two': {
      title: 'Covers a third chat and speech of a member where ten are included and allowed',
      ...spendingCheck('three of ten', {
        ten: { workspace: tenOfEach, uses: ['chat', 'speech', 'stream', 'speech', 'chat', 'speech'] },
      }),
      requirement: 'Included usage and member limits cover as many uses as their number says, also one of two digits',
      control: 'metering.enterprise/included-chat-is-covered',
      fault: 'pooled-included-compared-as-text',
      alsoFinds: ['member-limit-compared-as-text'],
    },
  },
});
