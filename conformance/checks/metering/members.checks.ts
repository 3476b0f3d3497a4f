import type { chatFlags } from '../../contract/limits.ts';
import { clause } from '../../model/check.ts';
import type { Workspace } from '../../model/probe.ts';
import { hasErrorEnvelope } from '../../expectations/bodies/has-error-envelope.ts';
import { errorSaysJson } from '../../expectations/bodies/is-json.ts';
import { observedStatus } from '../../expectations/bodies/observed.ts';
import { chatLimitIsEnforced, speechLimitIsEnforced } from './charging.ts';
import { chatPastItsCap, isRefusedForItsCap, type CappedUse } from './spending/cap-refusal.ts';
import { richMember } from './spending/rich-member.ts';
import { firstUseCovered, lastUseCovered, lastUseUncovered, probeOfUses } from './spending/script.ts';
import { spendingCheck } from './spending/throughout.ts';
import type { Use } from './spending/uses.ts';

const member = (limits: Limits): Workspace => ({ ...richMember, ...limits });

type Limits = Pick<Workspace, 'memberRequestLimit' | 'memberTtsLimit'>;

const limitedMember: CappedUse = {
  name: 'a chat past the limit of a member, beside others',
  use: 'chat',
  capped: member({ memberRequestLimit: 1 }),
  before: 'covered',
  others: member({ memberRequestLimit: 2 }),
};
const streamOfLimitedMember: CappedUse = {
  ...limitedMember,
  name: 'a stream past the limit of a member, beside others',
  use: 'stream',
};

/**
 * Uses that are tried in one kind of workspace only: their code is the same in all kinds, and each request takes time.
 */
type SampledUses = {
  readonly flag: (typeof chatFlags)[number];
  /**
   * Uses that must be refused, and count as nothing. A chat in an unknown session may also be accepted, and then
   * counts.
   */
  readonly uncounted: readonly Use[];
  /** A speech in one format: a limit may be checked, and counted, in some formats only. */
  readonly spoken: Use;
  /** At a limit of one chat and two speeches. */
  readonly limited: readonly Use[];
};

/**
 * Both limits of a member in a kind of workspace, with uses of all forms. The limit for chats is higher in the first
 * workspace and lower in the second, so that a service that confuses the limits, or counts a use to both, is seen.
 */
function limitsIn(
  kind: Workspace['kind'],
  { flag, uncounted, spoken, limited }: SampledUses,
): ReturnType<typeof spendingCheck> {
  const of = (limits: Limits): Workspace => ({ ...member(limits), kind });
  return spendingCheck('limits of a member, repeated uses too', {
    more_chats: {
      workspace: of({ memberRequestLimit: 4, memberTtsLimit: 2 }),
      uses: [
        'chat',
        'speech of all options',
        'bad chat',
        'stream that goes on',
        ...uncounted,
        `chat with ${flag}`,
        `stream with ${flag}`,
        spoken,
        `chat with ${flag}`,
        'speech with instructions',
      ],
      until: 'chat',
    },
    more_speeches: {
      workspace: of({ memberRequestLimit: 1, memberTtsLimit: 2 }),
      uses: limited,
      until: 'speech',
    },
  });
}

const isAnError = {
  requirement: 'Error responses carry an object error with code and message',
  expect: [hasErrorEnvelope, errorSaysJson],
  fault: 'member-limit-without-error-object',
} as const;

const inEveryKind =
  'Member request limits hold for chats, and member TTS limits for speeches, in every kind of workspace';

export const members = clause('8.2', 'metering.members', {
  requirement: 'Signed-in app usage can also be limited by member request limits (chat) and member TTS limits (speech)',
  also: ['5.4', '7.3'],
  checks: {
    'chats-up-to-the-limit-succeed': {
      title: 'Allows a member two chats at a request limit of 2',
      ...lastUseCovered(member({ memberRequestLimit: 2 }), 'chat', 'chat'),
      fault: 'member-limit-off-by-one',
    },
    'chat-limit-holds': {
      title: "Refuses a member's second chat with 402 at a request limit of 1",
      ...lastUseUncovered(member({ memberRequestLimit: 1 }), 'chat', 'chat'),
      control: 'chats-up-to-the-limit-succeed',
      fault: 'member-limit-ignored-chat',
    },
    'chat-limit-is-402-not-a-limit-on-requests': {
      title: "Refuses a chat past a member's request limit with 402, not 429",
      level: 'MUST',
      requirement: 'When chat usage cannot be covered by the relevant caps, the status is 402',
      probe: chatPastItsCap(limitedMember),
      expect: [isRefusedForItsCap(limitedMember)],
      fault: 'member-limit-refused-with-429',
    },
    'stream-past-the-limit-is-402-not-a-limit-on-requests': {
      title: "Refuses a stream past a member's request limit with 402, not 429",
      level: 'MUST',
      requirement: 'When chat usage cannot be covered by the relevant caps, the status is 402',
      probe: chatPastItsCap(streamOfLimitedMember),
      expect: [isRefusedForItsCap(streamOfLimitedMember)],
      fault: 'member-limit-refuses-streams-with-429',
    },
    'stream-counts-to-the-chat-limit': {
      title: 'Counts a stream towards the request limit of a member',
      ...lastUseUncovered(member({ memberRequestLimit: 1 }), 'stream', 'chat'),
      fault: 'member-limit-without-streams',
    },
    'chat-limit-holds-for-streams': {
      title: "Refuses a member's stream with 402 after the request limit of 1",
      ...lastUseUncovered(member({ memberRequestLimit: 1 }), 'chat', 'stream'),
      fault: 'member-limit-ignored-stream',
    },
    'speech-limit-holds': {
      title: "Refuses a member's second speech at a TTS limit of 1",
      ...lastUseUncovered(member({ memberTtsLimit: 1 }), 'speech', 'speech'),
      fault: 'member-limit-ignored-speech',
    },
    'speech-within-the-limit-succeeds': {
      title: 'Allows a member one speech at a TTS limit of 1',
      ...firstUseCovered(member({ memberTtsLimit: 1 }), 'speech', 'speech'),
      fault: 'member-tts-limit-off-by-one',
    },
    'speeches-up-to-the-limit-succeed': {
      title: 'Allows a member two speeches at a TTS limit of 2',
      ...lastUseCovered(member({ memberTtsLimit: 2 }), 'speech', 'speech'),
      fault: 'member-speech-counts-as-three',
    },
    // SHOULD: the document shows no values of these limits, and some services take 0 for no limit.
    'chat-limit-of-0-holds': {
      title: "Refuses a member's chat with 402 at a request limit of 0",
      ...lastUseUncovered(member({ memberRequestLimit: 0 }), 'chat'),
      level: 'SHOULD',
      control: 'chats-up-to-the-limit-succeed',
      fault: 'member-request-limit-of-0-is-none',
    },
    'speech-limit-of-0-holds': {
      title: "Refuses a member's speech at a TTS limit of 0",
      ...lastUseUncovered(member({ memberTtsLimit: 0 }), 'speech'),
      level: 'SHOULD',
      control: 'speech-within-the-limit-succeeds',
      fault: 'member-tts-limit-of-0-is-none',
    },
    'chat-past-the-limit-has-the-error-object': {
      title: "Sends the error object for a chat past a member's request limit",
      ...lastUseUncovered(member({ memberRequestLimit: 1 }), 'chat', 'chat'),
      control: 'chats-up-to-the-limit-succeed',
      ...isAnError,
    },
    'stream-past-the-limit-has-the-error-object': {
      title: "Sends the error object for a stream past a member's request limit",
      ...lastUseUncovered(member({ memberRequestLimit: 1 }), 'chat', 'stream'),
      control: 'chats-up-to-the-limit-succeed',
      ...isAnError,
    },
    'speech-past-the-limit-has-the-error-object': {
      title: "Sends the error object for a speech past a member's TTS limit",
      ...lastUseUncovered(member({ memberTtsLimit: 1 }), 'speech', 'speech'),
      control: 'speech-within-the-limit-succeeds',
      ...isAnError,
    },
    'chat-limit-leaves-speech-usable': {
      title: 'Allows a member a speech after the request limit is used up',
      ...lastUseCovered(member({ memberRequestLimit: 1 }), 'chat', 'speech'),
      positiveControl: chatLimitIsEnforced,
      fault: 'member-request-limit-for-speech-too',
      alsoFinds: ['member-speech-without-limit-dropped'],
    },
    'speech-limit-leaves-chat-usable': {
      title: 'Allows a member a chat after the TTS limit is used up',
      ...lastUseCovered(member({ memberTtsLimit: 1 }), 'speech', 'chat'),
      positiveControl: speechLimitIsEnforced,
      fault: 'member-tts-limit-for-chat-too',
    },
    'limits-in-credit-balance': {
      title: 'Applies both member limits in credit-balance workspaces',
      ...limitsIn('credit-balance', {
        flag: 'webSearch',
        uncounted: ['bad chat: no such bot', 'bad stream'],
        spoken: 'speech as opus',
        limited: [
          'list bots',
          'speech as wav',
          'stream with another bot',
          'speech by another voice',
          'chat',
          'chat with another bot',
        ],
      }),
      requirement: inEveryKind,
      fault: 'member-limits-in-enterprises-only',
      alsoFinds: [
        'member-limit-counts-unknown-bots',
        'member-limit-counts-bad-streams',
        'member-limit-counts-listings',
        'member-limit-for-the-first-bot-only',
      ],
    },
    'limits-in-pooled': {
      title: 'Applies both member limits in pooled workspaces',
      ...limitsIn('enterprise-pooled', {
        flag: 'useMcp',
        uncounted: ['chat in no such session', 'bad stream: no such bot'],
        spoken: 'speech as flac',
        limited: [
          'repeated speech',
          'repeated stream',
          'repeated speech',
          'chat',
          'repeated stream',
          'repeated speech',
        ],
      }),
      requirement: inEveryKind,
      fault: 'member-limits-not-with-tools',
      alsoFinds: [
        'member-limit-counts-unknown-sessions',
        'member-tts-limit-not-for-repeats',
        'member-tts-limit-counts-no-flac',
      ],
    },
    'limits-in-per-user': {
      title: 'Applies both member limits in per-user workspaces',
      ...limitsIn('enterprise-per-user', {
        flag: 'includeCitations',
        uncounted: ['bad chat: cut off', 'bad chat: sessionId of another type'],
        spoken: 'speech as pcm',
        limited: ['speech as aac', 'chat', 'slow speech', 'long chat', 'chat that goes on'],
      }),
      requirement: inEveryKind,
      fault: 'member-request-limit-for-speech-too-in-per-user',
      alsoFinds: ['member-limit-not-for-later-turns'],
    },
    'bad-chat-does-not-count': {
      title: 'Does not count a chat without a message towards a member limit',
      ...lastUseCovered(member({ memberRequestLimit: 1 }), 'bad chat', 'chat'),
      positiveControl: chatLimitIsEnforced,
      requirement: 'One successful response counts as one request, also to a member limit',
      fault: 'member-limit-counts-bad-chats',
    },
  },
  observations: {
    // A limit for members with a caller that is no member: the design gives no such workspace where that is settled.
    'member-without-credits': {
      says: 'Whether the usage of an app user also needs to be covered, besides the limit',
      probe: probeOfUses({ kind: 'credit-balance', caller: 'member', memberRequestLimit: 5 }, 'chat'),
      see: observedStatus,
    },
    'api-key-under-a-member-limit': {
      says: 'What a caller with an API key gets past a member limit',
      probe: probeOfUses({ kind: 'credit-balance', credits: 2, memberRequestLimit: 1 }, 'chat', 'chat'),
      see: observedStatus,
    },
  },
});
