import { clause } from '../core/check.ts';
import type { Workspace } from '../core/probe.ts';
import { hasErrorEnvelope } from '../expect/has-error-envelope.ts';
import { isUncoveredChat } from '../expect/has-status.ts';
import { isRefusal } from '../expect/is-refusal.ts';
import { isSuccess } from '../expect/is-success.ts';
import { succeedsExactly } from '../expect/succeeds-exactly.ts';
import { atOnce, usesOf } from './probes.ts';

const credits = (amount: number): Workspace => ({ kind: 'credit-balance', credits: amount });
const pooled = (rest: Omit<Workspace, 'kind'>): Workspace => ({ kind: 'enterprise-pooled', ...rest });
const perUser = (rest: Omit<Workspace, 'kind'>): Workspace => ({ kind: 'enterprise-per-user', ...rest });

const uncovered = [isUncoveredChat, hasErrorEnvelope];
const refused = [isRefusal, hasErrorEnvelope];

export const balance = clause('8.1', 'metering.credit-balance', {
  says: 'A chat costs 1 credit and a speech 3 credits',
  also: ['1', '4.2', '4.3', '4.5', '7.3', '8.2'],
  checks: {
    'chat-costs-no-more-than-1': {
      level: 'MUST',
      probe: usesOf(credits(2), 'chat', 'chat'),
      expect: [isSuccess],
      fault: 'chat-costs-two',
    },
    'chat-costs-no-less-than-1': {
      level: 'MUST',
      twin: 'chat-costs-no-more-than-1',
      probe: usesOf(credits(1), 'chat', 'chat'),
      expect: [isRefusal],
      fault: 'chat-free',
    },
    'spent-chat-is-402': {
      level: 'MUST',
      says: 'When usage cannot be covered, the status is 402',
      twin: 'chat-costs-no-more-than-1',
      probe: usesOf(credits(0), 'chat'),
      expect: uncovered,
      fault: 'chat-refused-with-403-when-spent',
    },
    'spent-stream-is-402': {
      level: 'MUST',
      says: 'When usage cannot be covered, the status is 402',
      probe: usesOf(credits(1), 'stream', 'stream'),
      expect: uncovered,
      fault: 'stream-never-refused-when-spent',
    },
    'speech-costs-no-more-than-3': {
      level: 'MUST',
      probe: usesOf(credits(3), 'speech'),
      expect: [isSuccess],
      fault: 'speech-costs-four',
    },
    'speech-costs-no-less-than-3': {
      level: 'MUST',
      twin: 'speech-costs-no-more-than-3',
      probe: usesOf(credits(5), 'speech', 'speech'),
      expect: refused,
      fault: 'speech-costs-two',
    },
    'speech-is-charged': {
      level: 'MUST',
      twin: 'speech-costs-no-more-than-3',
      probe: usesOf(credits(3), 'speech', 'chat'),
      expect: uncovered,
      fault: 'speech-free',
    },
    'bad-chat-is-free': {
      level: 'MUST',
      says: 'One successful response counts as one request for usage',
      twin: 'chat-costs-no-more-than-1',
      probe: usesOf(credits(1), 'bad chat', 'chat'),
      expect: [isSuccess],
      fault: 'bad-chat-charged',
    },
    'chats-at-once-never-overdraw': {
      level: 'MUST',
      twin: 'chat-costs-no-more-than-1',
      probe: atOnce(credits(3), 'chat', 8),
      expect: [succeedsExactly(3)],
      fault: 'charge-race',
    },
    'voices-stay-public': {
      level: 'MUST',
      says: 'The listing of voices is public',
      probe: usesOf(credits(0), 'voices'),
      expect: [isSuccess],
      fault: 'voices-refused-when-spent',
    },
  },
});

export const enterprise = clause('8.1', 'metering.enterprise', {
  says: 'Pooled: included requests and included TTS are used first, then credits if available; per-user: credits',
  also: ['1', '4.2', '8.2'],
  checks: {
    'included-chat-is-covered': {
      level: 'MUST',
      probe: usesOf(pooled({ includedRequests: 1, credits: 0 }), 'chat'),
      expect: [isSuccess],
      fault: 'pooled-included-ignored',
    },
    'included-chat-pays-no-speech': {
      level: 'MUST',
      twin: 'included-chat-is-covered',
      probe: usesOf(pooled({ includedRequests: 5 }), 'speech'),
      expect: refused,
      fault: 'pooled-included-shared-between-chat-and-speech',
    },
    'credits-come-second': {
      level: 'MUST',
      probe: usesOf(pooled({ includedRequests: 1, credits: 100 }), 'chat', 'chat'),
      expect: [isSuccess],
      fault: 'pooled-never-uses-credits',
    },
    'per-user-has-nothing-included': {
      level: 'MUST',
      probe: usesOf(perUser({ includedRequests: 5, credits: 0 }), 'chat'),
      expect: uncovered,
      fault: 'per-user-uses-included',
    },
  },
});

const member = { caller: 'member', credits: 100 } as const;

export const members = clause('8.2', 'metering.members', {
  says: 'Signed-in app usage can also be limited by member request limits (chat) and member TTS limits (speech)',
  also: ['7.3'],
  checks: {
    'chat-limit-holds': {
      level: 'MUST',
      probe: usesOf(pooled({ ...member, memberRequestLimit: 1 }), 'chat', 'chat'),
      expect: uncovered,
      fault: 'member-limit-ignored-chat',
    },
    'speech-limit-holds': {
      level: 'MUST',
      probe: usesOf(pooled({ ...member, memberTtsLimit: 1 }), 'speech', 'speech'),
      expect: refused,
      fault: 'member-limit-ignored-speech',
    },
  },
});
