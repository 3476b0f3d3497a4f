import { clause } from '../../model/check.ts';
import type { Workspace } from '../../model/probe.ts';
import { hasErrorEnvelope } from '../../expectations/bodies/has-error-envelope.ts';
import { errorSaysJson } from '../../expectations/bodies/is-json.ts';
import { includedChatsAreCounted, includedSpeechesAreCounted } from './charging.ts';
import { eachPaysForItself } from './neighbours.ts';
import { plentyOfCredits } from './spending/rich-member.ts';
import { firstUseCovered, lastUseCovered, lastUseUncovered } from './spending/script.ts';

type Rest = Omit<Workspace, 'kind'>;
const pooled = (rest: Rest): Workspace => ({ kind: 'enterprise-pooled', ...rest });
const perUser = (rest: Rest): Workspace => ({ kind: 'enterprise-per-user', ...rest });

export const pooledIncluded = clause('8.1', 'metering.enterprise', {
  requirement:
    'Pooled: included requests and included TTS are used first, then credits if available; per-user: credits',
  also: ['1', '4.2', '8.2'],
  checks: {
    'included-chat-is-covered': {
      title: 'Covers a chat with an included request (pooled workspace)',
      ...firstUseCovered(pooled({ includedRequests: 1 }), 'chat', 'chat'),
      fault: 'pooled-included-ignored',
    },
    'included-stream-is-covered': {
      title: 'Covers a stream with an included request (pooled workspace)',
      ...firstUseCovered(pooled({ includedRequests: 1 }), 'stream', 'chat'),
      fault: 'pooled-included-not-for-streams',
    },
    'included-speech-is-covered': {
      title: 'Covers a speech with an included TTS use (pooled workspace)',
      ...firstUseCovered(pooled({ includedTts: 1 }), 'speech', 'speech'),
      fault: 'pooled-included-tts-ignored',
    },
    'included-chats-end': {
      title: 'Refuses a second chat with 402 when 1 request was included (pooled workspace)',
      ...lastUseUncovered(pooled({ includedRequests: 1 }), 'chat', 'chat'),
      control: 'included-chat-is-covered',
      fault: 'pooled-included-chats-never-end',
    },
    'included-speeches-end': {
      title: 'Refuses a second speech when 1 TTS use was included (pooled workspace)',
      ...lastUseUncovered(pooled({ includedTts: 1 }), 'speech', 'speech'),
      control: 'included-speech-is-covered',
      fault: 'pooled-included-speeches-never-end',
      alsoFinds: ['pooled-speech-covered-by-none-left'],
    },
    'included-speeches-count-singly': {
      title: 'Covers two speeches with 2 included TTS uses (pooled workspace)',
      ...lastUseCovered(pooled({ includedTts: 2 }), 'speech', 'speech'),
      fault: 'pooled-included-speech-counts-as-three',
    },
    'exhausted-pool-has-the-error-object': {
      title: 'Sends the error object when nothing is left for chats (pooled workspace)',
      ...lastUseUncovered(pooled({ includedRequests: 1 }), 'chat', 'chat'),
      requirement: 'Error responses carry an object error with code and message',
      expect: [hasErrorEnvelope, errorSaysJson],
      control: 'included-chat-is-covered',
      fault: 'exhausted-pool-without-error-object',
    },
    'included-stream-counts-as-a-chat': {
      title: 'Takes an included request for a stream (pooled workspace)',
      ...lastUseUncovered(pooled({ includedRequests: 1 }), 'stream', 'chat'),
      control: 'included-stream-is-covered',
      fault: 'pooled-included-streams-not-counted',
    },
    'included-chat-pays-no-speech': {
      title: 'Covers no speech with included requests (pooled workspace)',
      ...lastUseUncovered(pooled({ includedRequests: 5 }), 'speech'),
      control: 'included-speech-is-covered',
      fault: 'pooled-included-shared-between-chat-and-speech',
    },
    'included-speech-pays-no-chat': {
      title: 'Covers no chat with included TTS uses (pooled workspace)',
      ...lastUseUncovered(pooled({ includedTts: 5 }), 'chat'),
      control: 'included-chat-is-covered',
      fault: 'pooled-included-tts-pays-chats',
    },
    'bad-chat-takes-no-included-one': {
      title: 'Takes no included request for a chat without a message',
      ...lastUseCovered(pooled({ includedRequests: 1 }), 'bad chat', 'chat'),
      absence: 'charge',
      control: 'included-chat-is-covered',
      positiveControl: includedChatsAreCounted,
      requirement: 'One successful response counts as one request, also of those that are included',
      fault: 'pooled-bad-chat-takes-an-included-one',
    },
    'credits-come-second': {
      title: 'Covers a chat with credits once included requests are used up (pooled workspace)',
      ...lastUseCovered(pooled({ includedRequests: 1, credits: plentyOfCredits }), 'chat', 'chat'),
      positiveControl: includedChatsAreCounted,
      fault: 'pooled-never-uses-credits',
    },
    'credits-come-second-for-speech': {
      title: 'Covers a speech with credits once included TTS uses are used up (pooled)',
      ...lastUseCovered(pooled({ includedTts: 1, credits: plentyOfCredits }), 'speech', 'speech'),
      positiveControl: includedSpeechesAreCounted,
      fault: 'pooled-never-uses-credits-for-speech',
    },
    'included-is-for-its-workspace-alone': {
      title: 'Never covers a chat with included requests of another workspace',
      ...eachPaysForItself(pooled({}), pooled({ includedRequests: 20 })),
      requirement: 'Included requests of one workspace never cover another',
      fault: 'pool-shared-by-all-workspaces',
    },
    'per-user-has-nothing-included': {
      title: 'Covers no chat with included requests (per-user workspace)',
      ...lastUseUncovered(perUser({ includedRequests: 5 }), 'chat'),
      control: 'per-user-credits-cover-a-chat',
      fault: 'per-user-uses-included',
    },
    'per-user-has-no-included-speech': {
      title: 'Covers no speech with included TTS uses (per-user workspace)',
      ...lastUseUncovered(perUser({ includedTts: 5 }), 'speech'),
      control: 'per-user-credits-cover-a-speech',
      fault: 'per-user-uses-included-tts',
    },
    'per-user-credits-cover-a-chat': {
      title: 'Covers a chat with credits (per-user workspace)',
      ...lastUseCovered(perUser({ credits: plentyOfCredits }), 'chat'),
      fault: 'per-user-chat-never-covered',
    },
    'per-user-credits-cover-a-speech': {
      title: 'Covers a speech with credits (per-user workspace)',
      ...lastUseCovered(perUser({ credits: plentyOfCredits }), 'speech'),
      fault: 'per-user-speech-never-covered',
    },
  },
});
