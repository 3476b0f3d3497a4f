import { clause, type Check } from '../../model/check.ts';
import type { Exchanges } from '../../model/check.ts';
import {
  twoChatsAgree,
  chatsAtOncePayEach,
  chatsEndInTime,
  enterpriseProbe,
  leftStreamCostsOne,
  mixedOf,
  scriptAgrees,
  scriptEnds,
  type Enterprise,
  type PricedScript,
} from './enterprise.ts';
import type { MeteredAs } from './spending/ledger.ts';
import { agreesWithLedger } from './mixed-agreement.ts';
import { priceText, priceSearchIn } from './prices.ts';

/** Too little for the more expensive of the two. */
const refusedBetween: PricedScript = {
  balanceFor: ({ chat, speech }) => ({ credits: Math.max(chat, speech) - 1 }),
  uses: ['speech', 'bad stream', 'chat', 'bad chat', 'speech', 'stream', 'chat'],
};

const twoSpeeches: PricedScript = {
  balanceFor: ({ speech }) => ({ credits: 2 * speech }),
  uses: ['speech', 'speech'],
  unlessOfEach: 'speech',
};

/** A speech too many behind those that the credits pay: the remaining included requests are for chats. */
const speechesBesideRequests: PricedScript = {
  balanceFor: ({ speech }) => ({ includedRequests: 1, credits: 2 * speech }),
  uses: ['speech', 'speech', 'speech'],
};

const pooled: Enterprise = {
  kind: 'enterprise-pooled',
  scripts: {
    // If the chat or the stream had been paid with credits, too few would be left for the speech, whichever costs more.
    included_chat_first: {
      balanceFor: ({ chat, speech }) => ({ includedRequests: 2, credits: Math.max(chat, speech) }),
      uses: ['chat', 'stream', 'speech'],
    },
    // If the chat had also cost credits, a speech might still be covered where speeches are cheaper.
    included_chat_alone: {
      balanceFor: ({ chat }) => ({ includedRequests: 1, credits: chat }),
      uses: ['chat', 'chat'],
      onlyAt: ({ chat, speech }) => chat > speech,
    },
    included_speech_first: {
      balanceFor: ({ chat, speech }) => ({ includedTts: 1, credits: Math.max(chat, speech) }),
      uses: ['speech', 'chat'],
    },
    two_speeches: speechesBesideRequests,
    chats_beside_speeches: { balanceFor: ({ chat }) => ({ includedTts: 1, credits: chat }), uses: ['chat', 'chat'] },
    refused_between: refusedBetween,
  },
  twoChats: ({ chat }) => ({ includedRequests: 1, credits: chat }),
  mixed: ({ speech }) => ({ includedRequests: 2, includedTts: 1, credits: speech }),
};

const perUser: Enterprise = {
  kind: 'enterprise-per-user',
  scripts: {
    two_speeches: twoSpeeches,
    refused_between: refusedBetween,
  },
  twoChats: ({ chat }) => ({ credits: 2 * chat }),
  mixed: ({ chat, speech }) => ({ includedRequests: 2, includedTts: 2, credits: chat + speech }),
  leavesAStream: true,
};

const ofPooled = enterpriseProbe(pooled);
const ofPerUser = enterpriseProbe(perUser);

const inPooled = (...scripts: readonly string[]): Pick<Check, 'level' | 'probe' | 'expect'> => ({
  level: 'MUST',
  probe: ofPooled,
  expect: scripts.map((script) => scriptEnds('covered', pooled, script)),
});
const inPerUser = (script: string): Pick<Check, 'level' | 'probe' | 'expect'> => ({
  level: 'MUST',
  probe: ofPerUser,
  expect: [scriptEnds('covered', perUser, script)],
});

const priceSeen =
  (as: MeteredAs) =>
  (seen: Exchanges): string | undefined => {
    const search = priceSearchIn(seen, as);
    if (search.is === 'unknown') return `not observed: ${search.because}`;
    return search.is === 'price' ? priceText(search) : undefined;
  };

const whatIsOfTheOther =
  'Once what is included for a use is used up, credits pay for it, and not what is included for the other one';
const whatIsRefused = 'Credits pay for what is answered, and for nothing that is refused';

const bothAtOnce =
  'What pays two chats covers two that are sent at once, whatever pays each, and not a third one in their session';

export const enterprisePrices = clause('8.1', 'metering.enterprise-prices', {
  requirement: 'Credits pay for what included usage does not cover, at the observed price',
  also: ['1', '4.2', '7.3'],
  checks: {
    'pooled-chat-is-included-first': {
      title: 'Uses included requests, and no credits, for chat and stream (pooled workspace)',
      ...inPooled('included_chat_first', 'included_chat_alone'),
      fault: 'pooled-credits-before-included',
      alsoFinds: ['pooled-credits-before-included-in-a-stream', 'pooled-included-charged-in-credits-too'],
    },
    'pooled-speech-is-included-first': {
      title: 'Uses included TTS uses before credits for a speech (pooled workspace)',
      ...inPooled('included_speech_first'),
      fault: 'pooled-credits-before-included-tts',
    },
    'pooled-chats-cost-their-price-each': {
      title: 'Charges for every chat paid with credits, not just the first (pooled workspace)',
      level: 'MUST',
      probe: ofPooled,
      expect: [chatsEndInTime, chatsAtOncePayEach],
      fault: 'pooled-credits-charged-for-the-first-chat-only',
      alsoFinds: ['pooled-credits-race'],
    },
    'pooled-speeches-cost-their-price-each': {
      title: 'Charges no more for a second speech than for the first (pooled workspace)',
      level: 'MUST',
      probe: ofPooled,
      expect: [scriptEnds('covered', pooled, 'two_speeches', 2)],
      fault: 'pooled-speech-covered-by-any-credit',
      alsoFinds: ['pooled-second-speech-dearer'],
    },
    'pooled-speeches-take-no-included-requests': {
      title: 'Pays speeches with credits, not included requests, once TTS is used up (pooled)',
      level: 'MUST',
      requirement: whatIsOfTheOther,
      probe: ofPooled,
      expect: [scriptEnds('uncovered', pooled, 'two_speeches')],
      fault: 'pooled-speech-takes-included-requests-before-credits',
    },
    'pooled-chats-take-no-included-tts': {
      title: 'Pays chats with credits, not included TTS, once requests are used up (pooled)',
      level: 'MUST',
      requirement: whatIsOfTheOther,
      probe: ofPooled,
      expect: [scriptEnds('uncovered', pooled, 'chats_beside_speeches')],
      fault: 'pooled-chat-takes-included-tts-before-credits',
    },
    'per-user-chats-cost-their-price-each': {
      title: 'Charges for every chat, not just the first (per-user workspace)',
      level: 'MUST',
      probe: ofPerUser,
      expect: [chatsEndInTime, chatsAtOncePayEach],
      fault: 'per-user-chats-free-from-the-third',
      alsoFinds: ['per-user-charge-race', 'per-user-charge-lock-by-operation'],
    },
    'per-user-speeches-cost-their-price-each': {
      title: 'Charges no more for a second speech than for the first (per-user workspace)',
      ...inPerUser('two_speeches'),
      fault: 'per-user-speech-covered-by-any-credit',
      alsoFinds: ['per-user-second-speech-dearer'],
    },
    'pooled-refusals-cost-no-credits': {
      title: 'Takes no credits for refused chats and speeches (pooled workspace)',
      level: 'MUST',
      requirement: whatIsRefused,
      probe: ofPooled,
      expect: [scriptAgrees(pooled, 'refused_between')],
      fault: 'pooled-uncovered-use-drains',
    },
    'per-user-refusals-cost-no-credits': {
      title: 'Takes no credits for refused chats and speeches (per-user workspace)',
      level: 'MUST',
      requirement: whatIsRefused,
      probe: ofPerUser,
      expect: [scriptAgrees(perUser, 'refused_between')],
      fault: 'per-user-uncovered-use-drains',
      alsoFinds: ['per-user-stream-needs-two-credits'],
    },
    'pooled-chats-at-once-agree': {
      title: 'Covers a chat and a stream at once by what is included and credits, and no more',
      level: 'MUST',
      requirement: bothAtOnce,
      probe: ofPooled,
      expect: [twoChatsAgree(pooled)],
      fault: 'pooled-credits-held-by-an-included-chat',
    },
    'per-user-later-turns-are-charged': {
      title: 'Charges a later turn of a session for its credits too (per-user workspace)',
      level: 'MUST',
      requirement: 'Credits pay for a chat that continues a session, too, at the observed price',
      probe: ofPerUser,
      expect: [twoChatsAgree(perUser)],
      fault: 'per-user-later-turns-free',
    },
    'per-user-left-stream': {
      title: 'Charges an aborted stream at most once, and returns no more (per-user)',
      level: 'MUST',
      requirement: 'A stream that the client leaves is charged once at the most, and gives no more back',
      probe: ofPerUser,
      expect: [leftStreamCostsOne('atLeast'), leftStreamCostsOne('atMost')],
      fault: 'per-user-left-stream-charged-again',
    },
    'pooled-mixed-uses-agree': {
      title: 'Charges each of a mix of valid and bad requests as if sent alone (pooled)',
      level: 'MUST',
      requirement: 'Chats, streams, speeches and bad requests in any order are paid as the table says',
      probe: ofPooled,
      expect: [agreesWithLedger(mixedOf(pooled))],
      fault: 'pooled-stream-after-reply-free',
    },
    'per-user-mixed-uses-agree': {
      title: 'Charges each of a mix of valid and bad requests as if sent alone (per-user)',
      level: 'MUST',
      requirement: 'Chats, streams, speeches and bad requests in any order are paid as the table says',
      probe: ofPerUser,
      expect: [agreesWithLedger(mixedOf(perUser))],
      fault: 'per-user-price-kept-from-the-first-use',
    },
  },
  observations: {
    'pooled-chat-price': { says: 'What a chat costs in a pooled workspace', probe: ofPooled, see: priceSeen('chat') },
    'pooled-speech-price': {
      says: 'What a speech costs in a pooled workspace',
      probe: ofPooled,
      see: priceSeen('speech'),
    },
    'per-user-chat-price': {
      says: 'What a chat costs in a per-user workspace',
      probe: ofPerUser,
      see: priceSeen('chat'),
    },
    'per-user-speech-price': {
      says: 'What a speech costs in a per-user workspace',
      probe: ofPerUser,
      see: priceSeen('speech'),
    },
  },
});
