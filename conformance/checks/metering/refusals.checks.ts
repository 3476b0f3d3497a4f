import { clause } from '../../model/check.ts';
import type { Workspace } from '../../model/probe.ts';
import { hasErrorEnvelope } from '../../expectations/bodies/has-error-envelope.ts';
import { errorSaysJson } from '../../expectations/bodies/is-json.ts';
import { carriesNoAudio, carriesNoReply, everyRefusalOf } from '../../expectations/bodies/serves-nothing-refused.ts';
import { isSuccess } from '../../expectations/statuses/is-success.ts';
import { observedStatus } from '../../expectations/bodies/observed.ts';
import { includedSpeechesAreCounted } from './charging.ts';
import { plentyOfCredits } from './spending/rich-member.ts';
import { lastUseCovered, lastUseUncovered, probeOfUses } from './spending/script.ts';
import { chatPastItsCap, isRefusedForItsCap, type CappedUse } from './spending/cap-refusal.ts';
import { isRefusedForItsBalance, spentBesideFunded } from './spending/steady-refusal.ts';

const credits = (amount: number): Workspace => ({ kind: 'credit-balance', credits: amount });
const spent = credits(0);

const usedUpPool: CappedUse = {
  name: 'a chat of a pool that is used up, beside others',
  use: 'chat',
  capped: { kind: 'enterprise-pooled', includedRequests: 1 },
  before: 'covered',
  // The same plan, as a limit on requests may go by the plan.
  others: { kind: 'enterprise-pooled', includedRequests: 1, credits: plentyOfCredits },
};
const spentPerUser: CappedUse = {
  name: 'a chat of a spent per-user workspace, beside others',
  use: 'chat',
  capped: { kind: 'enterprise-per-user', credits: 0 },
  before: 'nothing',
  others: { kind: 'enterprise-per-user', credits: plentyOfCredits },
};
// Other code may refuse streams.
const spentStream: CappedUse = {
  name: 'a stream of a spent workspace, beside others',
  use: 'stream',
  capped: spent,
  before: 'nothing',
  others: credits(1),
};
// A service that counts refusals may take the next ones for too many requests.
const spentAgain: CappedUse = {
  name: 'a second chat of a spent workspace, beside others',
  use: 'chat',
  capped: spent,
  before: 'refused',
  others: credits(2),
};
const streamOfUsedUpPool: CappedUse = {
  ...usedUpPool,
  name: 'a stream of a pool that is used up, beside others',
  use: 'stream',
};
const streamOfSpentPerUser: CappedUse = {
  ...spentPerUser,
  name: 'a stream of a spent per-user workspace, beside others',
  use: 'stream',
};

export const refusal = clause('8.2', 'metering.refusal', {
  requirement: 'When chat usage cannot be covered, the status is 402',
  also: ['4.2', '4.3', '7.1', '7.3'],
  checks: {
    'spent-chat-is-402': {
      title: 'Refuses a chat with 402 at 0 credits',
      ...lastUseUncovered(spent, 'chat'),
      control: 'metering.credit-balance/last-credit-buys-a-chat',
      fault: 'chat-refused-with-403-when-spent',
    },
    'spent-chat-is-402-not-a-limit-on-requests': {
      title: 'Refuses a chat at 0 credits with 402, not 429',
      level: 'MUST',
      probe: spentBesideFunded,
      expect: [isRefusedForItsBalance],
      fault: 'chat-refused-with-429-when-spent',
    },
    'spent-chat-is-402-each-time': {
      title: 'Refuses a second chat at 0 credits with 402 too, not with 429',
      level: 'MUST',
      probe: chatPastItsCap(spentAgain),
      expect: [isRefusedForItsCap(spentAgain)],
      control: 'metering.credit-balance/last-credit-buys-a-chat',
      fault: 'second-chat-refused-with-429-when-spent',
    },
    'used-up-pool-is-402-not-a-limit-on-requests': {
      title: 'Refuses a chat with 402, not 429, when the pool of a workspace is used up',
      level: 'MUST',
      probe: chatPastItsCap(usedUpPool),
      expect: [isRefusedForItsCap(usedUpPool)],
      fault: 'used-up-pool-refused-with-429',
    },
    'spent-per-user-is-402-not-a-limit-on-requests': {
      title: 'Refuses a chat with 402, not 429, at 0 credits (per-user workspace)',
      level: 'MUST',
      probe: chatPastItsCap(spentPerUser),
      expect: [isRefusedForItsCap(spentPerUser)],
      control: 'metering.enterprise/per-user-credits-cover-a-chat',
      fault: 'spent-per-user-refused-with-429',
    },
    'spent-stream-is-402-not-a-limit-on-requests': {
      title: 'Refuses a stream at 0 credits with 402, not 429',
      level: 'MUST',
      probe: chatPastItsCap(spentStream),
      expect: [isRefusedForItsCap(spentStream)],
      control: 'metering.credit-balance/stream-costs-no-more-than-1',
      fault: 'stream-refused-with-429-when-spent',
    },
    'used-up-pool-is-402-for-streams-too': {
      title: 'Refuses a stream with 402, not 429, when the pool of a workspace is used up',
      level: 'MUST',
      probe: chatPastItsCap(streamOfUsedUpPool),
      expect: [isRefusedForItsCap(streamOfUsedUpPool)],
      fault: 'used-up-pool-refuses-streams-with-429',
    },
    'spent-per-user-is-402-for-streams-too': {
      title: 'Refuses a stream with 402, not 429, at 0 credits (per-user workspace)',
      level: 'MUST',
      probe: chatPastItsCap(streamOfSpentPerUser),
      expect: [isRefusedForItsCap(streamOfSpentPerUser)],
      control: 'metering.enterprise/per-user-credits-cover-a-chat',
      fault: 'spent-per-user-refuses-streams-with-429',
    },
    'spent-chat-has-the-error-object': {
      title: 'Sends the error object for a chat at 0 credits',
      ...lastUseUncovered(spent, 'chat'),
      requirement: 'Error responses carry an object error with code and message',
      expect: [hasErrorEnvelope, errorSaysJson],
      control: 'metering.credit-balance/last-credit-buys-a-chat',
      fault: 'spent-chat-without-error-object',
    },
    'spent-chat-says-json': {
      title: 'Labels the error for a chat at 0 credits as JSON',
      ...lastUseUncovered(spent, 'chat'),
      requirement: 'All response bodies are JSON, and are labelled so',
      expect: [errorSaysJson],
      control: 'metering.credit-balance/last-credit-buys-a-chat',
      fault: 'uncovered-labelled-html',
    },
    'spent-stream-is-402-before-it-begins': {
      title: 'Refuses a stream at 0 credits with 402 before any SSE event',
      ...lastUseUncovered(spent, 'stream'),
      control: 'metering.credit-balance/stream-costs-no-more-than-1',
      fault: 'spent-stream-refused-in-an-event',
    },
    'spent-stream-has-the-error-object': {
      title: 'Sends the error object for a stream at 0 credits',
      ...lastUseUncovered(spent, 'stream'),
      requirement: 'Error responses carry an object error with code and message',
      expect: [hasErrorEnvelope, errorSaysJson],
      control: 'metering.credit-balance/stream-costs-no-more-than-1',
      fault: 'spent-stream-without-error-object',
    },
    'spent-speech-is-refused': {
      title: 'Refuses a speech with a 4xx at 0 credits',
      ...lastUseUncovered(spent, 'speech'),
      requirement: 'A speech that cannot be covered is refused',
      control: 'metering.credit-balance/speech-costs-no-more-than-3',
      fault: 'spent-speech-is-500',
    },
    'spent-speech-has-the-error-object': {
      title: 'Sends the error object for a speech with too few credits',
      ...lastUseUncovered(credits(2), 'speech'),
      requirement: 'Error responses of text-to-speech use the error object',
      expect: [hasErrorEnvelope, errorSaysJson],
      control: 'metering.credit-balance/speech-costs-no-more-than-3',
      fault: 'spent-speech-without-error-object',
    },
    // Not MUST: the document lists no members that an error must not have.
    'refused-chat-carries-no-reply': {
      title: 'Sends no reply with the refusal of a chat',
      level: 'SHOULD',
      requirement: 'A chat that cannot be covered is not answered: its refusal has no reply beside the error',
      ofEvery: everyRefusalOf('chat'),
      probe: probeOfUses(credits(1), 'chat', 'chat'),
      expect: [carriesNoReply],
      fault: 'refused-chat-carries-its-reply',
    },
    'refused-speech-carries-no-audio': {
      title: 'Sends no audio with the refusal of a speech',
      level: 'SHOULD',
      requirement: 'A speech that cannot be covered is not spoken: its refusal has no audio beside the error',
      ofEvery: everyRefusalOf('speech'),
      probe: probeOfUses(credits(5), 'speech', 'speech'),
      expect: [carriesNoAudio],
      fault: 'refused-speech-carries-its-audio',
    },
    'refusal-is-repeated': {
      title: 'Refuses a second chat at 0 credits with 402 again',
      ...lastUseUncovered(spent, 'chat', 'chat'),
      requirement: 'As long as nothing covers a chat, it is refused with 402',
      control: 'spent-chat-is-402',
      fault: 'second-refusal-forgotten',
    },
    'voices-stay-public': {
      title: 'Lists voices to a workspace at 0 credits',
      level: 'MUST',
      requirement: 'The listing of voices is public',
      probe: probeOfUses(spent, 'list voices'),
      expect: [isSuccess],
      control: 'spent-chat-is-402',
      fault: 'voices-refused-when-spent',
    },
    // SHOULD: only chats and speeches are metered, but the document does not say that a workspace without credits may
    // do everything else.
    'bots-stay-listed': {
      title: 'Lists bots to a workspace at 0 credits',
      level: 'SHOULD',
      requirement: 'A client finds a bot ID by listing the bots, which is no use that has to be covered',
      probe: probeOfUses(spent, 'list bots'),
      expect: [isSuccess],
      control: 'spent-chat-is-402',
      fault: 'bots-refused-when-spent',
    },
    'uncovered-chat-leaves-speech-usable': {
      title: 'Covers a speech with included TTS uses after refusing a chat (pooled workspace)',
      ...lastUseCovered({ kind: 'enterprise-pooled', includedTts: 1 }, 'chat', 'speech'),
      control: 'metering.enterprise/included-speech-is-covered',
      positiveControl: includedSpeechesAreCounted,
      requirement: 'What is refused uses up nothing',
      fault: 'workspace-suspended-by-a-refusal',
    },
  },
  observations: {
    'spent-speech-status': {
      says: 'Which status a speech gets that cannot be covered',
      probe: probeOfUses(spent, 'speech'),
      see: observedStatus,
    },
  },
});
