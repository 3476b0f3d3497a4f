import { clause } from '../../model/check.ts';
import type { Workspace } from '../../model/probe.ts';
import { hasErrorEnvelope } from '../../expectations/bodies/has-error-envelope.ts';
import { errorSaysJson } from '../../expectations/bodies/is-json.ts';
import { eachPaysForItself } from './neighbours.ts';
import { covered, uncovered } from './spending/script.ts';

type Rest = Omit<Workspace, 'kind'>;
const pooled = (rest: Rest): Workspace => ({ kind: 'enterprise-pooled', ...rest });
const perUser = (rest: Rest): Workspace => ({ kind: 'enterprise-per-user', ...rest });

/** What a chat or a speech costs here is not given: this covers either at any price that somebody would ask. */
const plenty = 1_000_000;

export const pooledIncluded = clause('8.1', 'metering.enterprise', {
  requirement:
    'Pooled: included requests and included TTS are used first, then credits if available; per-user: credits',
  also: ['1', '4.2', '8.2'],
  checks: {
    'included-chat-is-covered': {
      title: 'Covers a pooled chat by an included request',
      ...covered(pooled({ includedRequests: 1 }), 'chat'),
      fault: 'pooled-included-ignored',
    },
    'included-stream-is-covered': {
      title: 'Covers a pooled stream by an included request',
      ...covered(pooled({ includedRequests: 1 }), 'stream'),
      fault: 'pooled-included-not-for-streams',
    },
    'included-speech-is-covered': {
      title: 'Covers a pooled speech by included TTS',
      ...covered(pooled({ includedTts: 1 }), 'speech'),
      fault: 'pooled-included-tts-ignored',
    },
    'included-chats-end': {
      title: 'Refuses a second pooled chat with 402 when 1 request was included',
      ...uncovered(pooled({ includedRequests: 1 }), 'chat', 'chat'),
      control: 'included-chat-is-covered',
      fault: 'pooled-included-chats-never-end',
    },
    'included-speeches-end': {
      title: 'Refuses a second pooled speech when 1 TTS use was included',
      ...uncovered(pooled({ includedTts: 1 }), 'speech', 'speech'),
      control: 'included-speech-is-covered',
      fault: 'pooled-included-speeches-never-end',
    },
    'included-speeches-count-singly': {
      title: 'Covers two pooled speeches by 2 included TTS uses',
      ...covered(pooled({ includedTts: 2 }), 'speech', 'speech'),
      fault: 'pooled-included-speech-counts-as-three',
    },
    'exhausted-pool-has-the-error-object': {
      title: 'Sends the error object when a pool is used up for chats',
      ...uncovered(pooled({ includedRequests: 1 }), 'chat', 'chat'),
      requirement: 'Error responses carry an object error with code and message',
      expect: [hasErrorEnvelope, errorSaysJson],
      control: 'included-chat-is-covered',
      fault: 'exhausted-pool-without-error-object',
    },
    'included-stream-counts-as-a-chat': {
      title: 'Counts a pooled stream as an included request',
      ...uncovered(pooled({ includedRequests: 1 }), 'stream', 'chat'),
      control: 'included-stream-is-covered',
      fault: 'pooled-included-streams-not-counted',
    },
    'included-chat-pays-no-speech': {
      title: 'Covers no pooled speech by included requests',
      ...uncovered(pooled({ includedRequests: 5 }), 'speech'),
      control: 'included-speech-is-covered',
      fault: 'pooled-included-shared-between-chat-and-speech',
    },
    'included-speech-pays-no-chat': {
      title: 'Covers no pooled chat by included TTS',
      ...uncovered(pooled({ includedTts: 5 }), 'chat'),
      control: 'included-chat-is-covered',
      fault: 'pooled-included-tts-pays-chats',
    },
    'bad-chat-takes-no-included-one': {
      title: 'Takes no included request for a chat without a message',
      ...covered(pooled({ includedRequests: 1 }), 'bad chat', 'chat'),
      requirement: 'One successful response counts as one request, also of those that are included',
      fault: 'pooled-bad-chat-takes-an-included-one',
    },
    'credits-come-second': {
      title: 'Covers a pooled chat with credits once included requests are used up',
      ...covered(pooled({ includedRequests: 1, credits: plenty }), 'chat', 'chat'),
      fault: 'pooled-never-uses-credits',
    },
    'credits-come-second-for-speech': {
      title: 'Covers a pooled speech with credits once included TTS is used up',
      ...covered(pooled({ includedTts: 1, credits: plenty }), 'speech', 'speech'),
      fault: 'pooled-never-uses-credits-for-speech',
    },
    'included-is-for-its-workspace-alone': {
      title: 'Never covers a chat by included requests of another workspace',
      ...eachPaysForItself(pooled({}), pooled({ includedRequests: 20 })),
      requirement: 'Included requests of one workspace never cover another',
      fault: 'pool-shared-by-all-workspaces',
    },
    'per-user-has-nothing-included': {
      title: 'Covers no per-user chat by included requests',
      ...uncovered(perUser({ includedRequests: 5 }), 'chat'),
      control: 'per-user-credits-cover-a-chat',
      fault: 'per-user-uses-included',
    },
    'per-user-has-no-included-speech': {
      title: 'Covers no per-user speech by included TTS',
      ...uncovered(perUser({ includedTts: 5 }), 'speech'),
      control: 'per-user-credits-cover-a-speech',
      fault: 'per-user-uses-included-tts',
    },
    'per-user-credits-cover-a-chat': {
      title: 'Covers a per-user chat with credits',
      ...covered(perUser({ credits: plenty }), 'chat'),
      fault: 'per-user-chat-never-covered',
    },
    'per-user-credits-cover-a-speech': {
      title: 'Covers a per-user speech with credits',
      ...covered(perUser({ credits: plenty }), 'speech'),
      fault: 'per-user-speech-never-covered',
    },
  },
});
