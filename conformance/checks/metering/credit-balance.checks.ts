import { clause } from '../../model/check.ts';
import type { Workspace } from '../../model/probe.ts';
import { creditsForChats } from './counts.checks.ts';
import { balanceIsAsRequested } from './counts.ts';
import { flagsAreCharged, flagsCostNothingExtra } from './flags.ts';
import type { Use } from './spending/uses.ts';
import { eachPaysForItself } from './neighbours.ts';
import { speechAgain, speechOfAnother } from './spending/said-elsewhere.ts';
import { spendingCheck } from './spending/throughout.ts';
import { firstUseCovered, lastUseCovered, allButLastCovered, lastUseUncovered } from './spending/script.ts';

const credits = (amount: number): Workspace => ({ kind: 'credit-balance', credits: amount });

/**
 * Streams of all forms, with a chat for the last credits, and a further chat that shows whether a stream left a credit.
 */
const streamsOfAllForms: readonly Use[] = [
  'long stream',
  'stream with includeCitations',
  'stream with webSearch',
  'stream with useMcp',
  'stream with all flags',
  'chat',
  'chat',
];
/**
 * Every format and every voice, for the credits of six speeches, and a chat that shows whether a speech left a credit.
 */
const speechesInFormats: readonly Use[] = [
  'speech of 5 characters as mp3',
  'speech as opus',
  'speech as aac',
  'speech as flac',
  'speech as wav',
  'speech as pcm',
  'chat',
];
const speechesOfAllForms: readonly Use[] = [
  'slow speech',
  'fast speech by another voice',
  'speech with instructions',
  'speech with long instructions',
  'chat',
  'chat',
];

export const balance = clause('8.1', 'metering.credit-balance', {
  requirement: 'A chat costs 1 credit and a speech 3 credits',
  also: ['1', '4.2', '4.3', '4.5', '7.3', '8.2'],
  checks: {
    'last-credit-buys-a-chat': {
      title: 'Covers a chat with the last credit',
      ...firstUseCovered(credits(1), 'chat', 'chat'),
      fault: 'last-credit-buys-no-chat',
    },
    'chat-costs-no-more-than-1': {
      title: 'Charges at most 1 credit per chat: 2 credits cover two',
      ...lastUseCovered(credits(2), 'chat', 'chat'),
      fault: 'chat-costs-two',
    },
    'chat-costs-no-less-than-1': {
      title: 'Charges at least 1 credit per chat: 1 credit does not cover two',
      ...lastUseUncovered(credits(1), 'chat', 'chat'),
      control: 'chat-costs-no-more-than-1',
      fault: 'chat-free',
      alsoFinds: ['charges-written-late'],
    },
    'stream-costs-no-more-than-1': {
      title: 'Charges at most 1 credit per stream: 2 credits cover two',
      ...lastUseCovered(credits(2), 'stream', 'stream'),
      fault: 'stream-charged-twice',
    },
    'stream-is-charged': {
      title: 'Charges for a stream: 1 credit does not cover both it and a chat',
      ...lastUseUncovered(credits(1), 'stream', 'chat'),
      control: 'stream-costs-no-more-than-1',
      fault: 'stream-free',
    },
    'speech-costs-no-more-than-3': {
      title: 'Charges at most 3 credits per speech: 3 credits cover one',
      ...firstUseCovered(credits(3), 'speech', 'chat'),
      fault: 'last-credits-buy-no-speech',
    },
    'speech-costs-no-less-than-3': {
      title: 'Charges at least 3 credits per speech: 5 credits do not cover two',
      ...lastUseUncovered(credits(5), 'speech', 'speech'),
      control: 'speech-costs-no-more-than-3',
      fault: 'speech-costs-two',
    },
    'speech-leaves-the-fourth-credit': {
      title: 'Charges at most 3 credits per speech: 4 credits cover it and a chat',
      ...lastUseCovered(credits(4), 'speech', 'chat'),
      fault: 'speech-costs-four',
    },
    'speech-is-charged': {
      title: 'Charges for a speech: 3 credits do not cover both it and a chat',
      ...lastUseUncovered(credits(3), 'speech', 'chat'),
      control: 'speech-costs-no-more-than-3',
      fault: 'speech-free',
    },
    'two-credits-buy-no-speech': {
      title: 'Refuses a speech with only 2 credits left',
      ...lastUseUncovered(credits(2), 'speech'),
      control: 'speech-costs-no-more-than-3',
      fault: 'speech-covered-by-any-credit',
    },
    'two-speeches-and-a-chat-for-7': {
      title: 'Covers two speeches and a chat between them with 7 credits',
      ...lastUseCovered(credits(7), 'speech', 'chat', 'speech'),
      fault: 'price-kept-from-the-first-use',
    },
    // A cache may answer for the service: two repeated chats are paid for, and nothing is left for a third.
    'repeated-chat-is-charged': {
      title: 'Charges for a chat that repeats an earlier message',
      ...lastUseUncovered(credits(2), 'repeated chat', 'repeated chat', 'repeated chat'),
      requirement: 'Each chat response counts as one request, also where the same was said before',
      control: 'chat-costs-no-more-than-1',
      fault: 'repeated-chat-free',
    },
    'repeated-stream-is-charged': {
      title: 'Charges for a stream that repeats an earlier message',
      ...lastUseUncovered(credits(2), 'repeated stream', 'repeated stream', 'repeated stream'),
      requirement: 'Each chat response counts as one request, also where the same was said before in a stream',
      control: 'stream-costs-no-more-than-1',
      fault: 'repeated-stream-free',
    },
    'repeated-speech-is-charged': {
      title: 'Charges for a speech that repeats an earlier text',
      ...speechAgain,
      requirement: 'Each text-to-speech request counts as one TTS use, also where its audio was made before',
      control: 'speech-costs-no-more-than-3',
      fault: 'cached-speech-free',
    },
    'speech-that-another-had-is-charged': {
      title: 'Charges for a speech that another workspace had spoken before',
      ...speechOfAnother,
      requirement: 'Each text-to-speech request counts as one TTS use, whoever had its audio made before',
      control: 'speech-costs-no-more-than-3',
      fault: 'speech-of-another-workspace-free',
    },
    'conversation-is-charged-by-the-reply': {
      title: 'Charges for a chat that continues a session',
      ...lastUseUncovered(credits(1), 'chat', 'chat that goes on'),
      requirement: 'Each chat response counts as one request, also where a conversation goes on',
      control: 'chat-costs-no-more-than-1',
      fault: 'chat-charged-by-conversation',
    },
    'long-chat-costs-no-more-than-1': {
      title: 'Charges exactly 1 credit for a chat however long its message is',
      ...spendingCheck('long chats', {
        // The charge for the first shows in the last, which the last credit must cover.
        longest: {
          workspace: credits(3),
          uses: ['chat of 9,001 characters', 'long chat', 'longest chat'],
          until: 'chat',
        },
      }),
      fault: 'chat-priced-by-length',
      alsoFinds: [
        'chat-over-300-costs-double',
        'chat-over-5000-costs-double',
        'chat-over-8000-costs-double',
        'long-chat-overdraws',
        'long-chat-reserves-double',
      ],
    },
    'stream-of-a-conversation-is-charged': {
      title: 'Charges for a stream that continues a session',
      ...lastUseUncovered(credits(1), 'chat', 'stream that goes on'),
      requirement: 'Each chat response counts as one request, also where a conversation goes on in a stream',
      control: 'chat-costs-no-more-than-1',
      fault: 'stream-charged-by-conversation',
    },
    'streams-of-all-forms-cost-no-more-than-1': {
      title: 'Charges at most 1 credit for a long stream or one with a flag',
      ...allButLastCovered(credits(6), ...streamsOfAllForms),
      fault: 'stream-priced-by-length',
      alsoFinds: ['stream-with-two-flags-costs-two'],
    },
    'streams-of-all-forms-are-charged': {
      title: 'Charges for a long stream and for streams with flags',
      ...lastUseUncovered(credits(6), ...streamsOfAllForms),
      control: 'streams-of-all-forms-cost-no-more-than-1',
      fault: 'stream-with-web-search-free',
    },
    'speeches-of-all-forms-cost-no-more-than-3': {
      title: 'Charges at most 3 credits for a speech whatever its speed, voice or instructions',
      ...allButLastCovered(credits(13), ...speechesOfAllForms),
      fault: 'slow-speech-costs-extra',
      alsoFinds: [
        'fast-speech-costs-four',
        'speech-priced-by-bytes',
        'long-instructions-cost-double',
        'lossless-speech-costs-extra',
        'speech-by-shimmer-costs-four',
      ],
    },
    'speeches-of-all-forms-are-charged': {
      title: 'Charges for slow and fast speeches and for one with instructions',
      ...lastUseUncovered(credits(13), ...speechesOfAllForms),
      control: 'speeches-of-all-forms-cost-no-more-than-3',
      fault: 'speech-with-instructions-free',
      alsoFinds: ['compressed-speech-free', 'speech-by-echo-costs-two', 'speeches-free-from-the-fourth'],
    },
    'included-requests-buy-no-chat': {
      title: 'Covers no chat with included requests (credit-balance workspace)',
      ...lastUseUncovered({ kind: 'credit-balance', includedRequests: 5 }, 'chat'),
      control: 'last-credit-buys-a-chat',
      fault: 'credit-balance-uses-included',
    },
    'included-tts-buys-no-speech': {
      title: 'Covers no speech with included TTS uses (credit-balance workspace)',
      ...lastUseUncovered({ kind: 'credit-balance', includedTts: 5 }, 'speech'),
      control: 'speech-costs-no-more-than-3',
      fault: 'credit-balance-uses-included-tts',
    },
    'long-speech-costs-no-more-than-3': {
      title: 'Charges exactly 3 credits for a speech however long its text is',
      // The first use is repeated as the last: where a balance may fall below 0, only later uses show the charge for a
      // use, and 3 credits must cover the last too.
      ...spendingCheck('long speeches', {
        longer: {
          workspace: credits(12),
          uses: ['longer speech', 'long speech', 'speech of 150 characters', 'longer speech'],
          until: 'speech',
        },
        longest: { workspace: credits(6), uses: ['longest speech', 'speech of 3,001 characters'], until: 'speech' },
      }),
      fault: 'speech-priced-by-length',
      alsoFinds: [
        'speech-over-300-costs-double',
        'speech-costs-by-the-1000',
        'speech-costs-by-the-3000',
        'speech-of-some-sentences-costs-four',
        'speech-over-5000-costs-double',
        'long-speech-overdraws',
        'long-speech-reserves-double',
      ],
    },
    'flags-cost-nothing-extra': {
      title: 'Charges at most 1 credit for a chat with a flag, or with all three',
      ...flagsCostNothingExtra(),
      fault: 'web-search-costs-extra',
      alsoFinds: ['flags-together-cost-extra', 'web-search-overdraws', 'web-search-reserves-double'],
    },
    'chats-with-flags-are-charged': {
      title: 'Charges for a chat with a flag',
      ...flagsAreCharged(),
      control: 'flags-cost-nothing-extra',
      fault: 'chat-with-tools-free',
    },
    'formats-cost-nothing-extra': {
      title: 'Charges at most 3 credits for a speech in whatever format and voice',
      ...allButLastCovered(credits(18), ...speechesInFormats),
      fault: 'lossless-speech-costs-extra',
      alsoFinds: ['speech-by-shimmer-costs-four', 'speech-by-nova-costs-four'],
    },
    'speeches-in-formats-are-charged': {
      title: 'Charges for a speech in each format and by each voice',
      ...lastUseUncovered(credits(18), ...speechesInFormats),
      control: 'formats-cost-nothing-extra',
      fault: 'compressed-speech-free',
      alsoFinds: ['speech-by-echo-costs-two', 'short-speech-costs-one'],
    },
    'spent-stream-is-402': {
      title: 'Refuses a second stream with 402 when there was 1 credit',
      ...lastUseUncovered(credits(1), 'stream', 'stream'),
      requirement: 'When usage cannot be covered, the status is 402',
      fault: 'stream-never-refused-when-spent',
    },
    // Where the balance is not the requested one, every count is wrong: this check says so.
    'balance-is-as-asked-for': {
      title: 'Begins with the credits that its provisioner was asked for',
      ...balanceIsAsRequested(creditsForChats),
      requirement: 'A workspace with a number of credits covers as many chats and streams',
      root: 'always',
      fault: 'workspace-begins-with-a-credit-more',
      alsoFinds: ['workspace-begins-with-a-credit-less'],
    },
    'each-workspace-pays-for-itself': {
      title: 'Never covers a chat with the credits of another workspace',
      ...eachPaysForItself({ kind: 'credit-balance' }, { kind: 'credit-balance', credits: 1 }),
      requirement: 'Credits of one workspace never pay for another',
      fault: 'credits-shared-by-all-workspaces',
    },
  },
});
