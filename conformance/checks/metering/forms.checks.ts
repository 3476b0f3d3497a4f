import { clause } from '../../model/check.ts';
import { creditPrices, speechFormats, type SpeechFormat } from '../../contract/limits.ts';
import { refusedTogether } from './spending/refused-together.ts';
import { spendingCheck, type Spending } from './spending/throughout.ts';
import { turnsOfAllForms } from './spending/turns-of-all-forms.ts';
import { meteredAs, type Use } from './spending/uses.ts';

/** From the third turn on a session is long, and a service may charge by its length. */
const turns: readonly Use[] = ['chat', 'chat that goes on', 'stream that goes on', 'chat that goes on'];
const flagged: readonly Use[] = [
  'chat with includeCitations',
  'stream with includeCitations',
  'chat with webSearch',
  'stream with webSearch',
  'chat with useMcp',
  'stream with useMcp',
];
const long: readonly Use[] = ['long chat', 'longest stream', 'repeated chat', 'repeated stream'];
/** Bots are listed first, at no cost: where there is a second bot it is used. */
const bots: readonly Use[] = ['list bots', 'chat with another bot', 'stream'];
/** With another bot behind a chat with the first: a service may charge for the change. The last one shows what was left. */
const otherBots: readonly Use[] = ['list bots', 'chat', 'chat with another bot', 'stream with another bot', 'chat'];
/** Each of these also has a length of its own. */
const unusual: readonly Use[] = [
  'chat of emoji',
  'chat with an unknown query',
  'chat in chunks',
  'stream with Connection: close',
];
const spoken: readonly Use[] = [
  'speech of all options',
  'repeated speech',
  'repeated speech',
  'long speech by another voice',
];

/** As many included requests as these chats need, or as much included TTS as these speeches need. */
const included = (uses: readonly Use[]): Spending => ({
  workspace: { kind: 'enterprise-pooled', includedRequests: uses.filter((use) => meteredAs(use) === 'chat').length },
  uses,
  until: 'chat',
});
const includedTts = (uses: readonly Use[]): Spending => ({
  workspace: { kind: 'enterprise-pooled', includedTts: uses.length },
  uses,
  until: 'speech',
});

/** One use of each form: a form that is served without cover is found without spending anything. */
const oneOfEach: readonly Use[] = [
  'chat with webSearch',
  'stream with useMcp',
  'chat with includeCitations',
  'long stream',
  'long chat',
  'speech of all options',
  'speech with instructions',
  'form speech',
];

/** All formats but mp3, the likely default of the other speeches; formats that are new in the contract come last. */
const otherFormats = [...new Set<SpeechFormat>(['wav', 'flac', 'opus', 'aac', 'pcm', ...speechFormats])].filter(
  (format) => format !== 'mp3',
);

/** Also forms that only a detailed look tells apart. Bots are listed first, as one use needs another bot. */
const manyForms: readonly Use[] = [
  ...oneOfEach,
  'slow speech',
  ...otherFormats.map((format) => `speech as ${format}` as const),
  'long speech by another voice',
  'chat of emoji',
  'chat with an unknown query',
  'chat in chunks',
  'stream with Connection: close',
  'chat with another bot',
];

export const forms = clause('8.1', 'metering.forms', {
  requirement: 'A chat is one request and a speech one TTS use, in whatever form it is asked for',
  also: ['1', '2.2', '2.5', '4.2', '4.3', '4.5', '7.3', '8.2'],
  checks: {
    'turns-of-a-session': {
      title: 'Charges 1 credit for each of thirteen turns of a session, whatever its form',
      ...turnsOfAllForms,
      control: 'metering.credit-balance/chat-costs-no-more-than-1',
      fault: 'third-turn-costs-two',
      alsoFinds: [
        'ninth-turn-costs-two',
        'chat-priced-by-its-json',
        'chat-priced-by-its-bytes',
        'every-tenth-chat-costs-two',
        'chats-cost-nothing-from-the-eleventh',
        'chat-charged-by-conversation',
        'stream-charged-by-conversation',
        'stream-after-reply-free',
        'repeated-chat-free',
        'repeated-stream-free',
        'chat-over-300-costs-double',
        'chat-over-5000-costs-double',
        'chat-priced-by-length',
        'long-chat-overdraws',
        'web-search-reserves-double',
        'chat-of-emoji-free',
        'chat-in-chunks-costs-two',
        'chat-with-a-query-free',
        'chat-with-tools-free',
        'web-search-costs-extra',
        'stream-with-web-search-free',
        'bad-chat-charged',
        'stream-that-closes-free',
      ],
    },
    'chats-with-another-bot': {
      title: 'Charges 1 credit for a chat and a stream with another listed bot',
      ...spendingCheck('another bot', {
        bots: { workspace: { kind: 'credit-balance', credits: otherBots.length - 1 }, uses: otherBots, until: 'chat' },
      }),
      control: 'metering.credit-balance/chat-costs-no-more-than-1',
      fault: 'second-bot-free',
      alsoFinds: ['second-bot-costs-two', 'change-of-bot-costs-two', 'stream-with-a-second-bot-takes-two'],
    },
    'chats-of-unusual-forms': {
      title: 'Charges 1 credit for chats of emoji, in chunks, with a query, Connection: close',
      ...spendingCheck('chats of unusual forms', {
        unusual: { workspace: { kind: 'credit-balance', credits: unusual.length }, uses: unusual, until: 'chat' },
      }),
      control: 'metering.credit-balance/chat-costs-no-more-than-1',
      fault: 'chat-in-chunks-costs-two',
      alsoFinds: [
        'chat-of-emoji-free',
        'chat-with-a-query-free',
        'stream-that-closes-free',
        'short-chat-free',
        'chat-of-some-sentences-costs-two',
      ],
    },
    'speeches-as-forms': {
      // Where forms are refused, which is open, the other speech is the one that is charged 3 credits.
      title: 'Charges 3 credits for a speech of all fields, also as a form if it takes forms',
      ...spendingCheck('a speech as a form', {
        form: {
          workspace: { kind: 'credit-balance', credits: 2 * creditPrices.speech },
          uses: ['form speech', 'speech of all options'],
          until: 'speech',
        },
      }),
      control: 'metering.credit-balance/speech-costs-no-more-than-3',
      fault: 'form-speech-free',
    },
    'included-chats': {
      title: 'Takes one included request per chat, whatever its options (pooled workspace)',
      ...spendingCheck('included chats of all forms, repeated ones too', {
        turns: included(turns),
        flagged: included(flagged),
        long: included(long),
        bots: included(bots),
      }),
      control: 'metering.enterprise/included-chat-is-covered',
      fault: 'pooled-included-ignored-with-web-search',
      alsoFinds: [
        'pooled-chat-with-tools-free',
        'pooled-long-chat-takes-two',
        'pooled-third-turn-takes-two',
        'pooled-included-counted-by-bot',
        'pooled-stream-over-5000-takes-two',
      ],
    },
    'included-speeches': {
      title: 'Takes one included TTS use per speech, whatever its options (pooled workspace)',
      ...spendingCheck('included speeches of all forms, repeated ones too', {
        spoken: includedTts(spoken),
        // A form may be refused, and the refusal may count (4.5), which would leave the uses behind it open.
        form: includedTts(['form speech', 'speech']),
      }),
      control: 'metering.enterprise/included-speech-is-covered',
      fault: 'pooled-included-tts-ignored-with-instructions',
      alsoFinds: ['pooled-long-speech-takes-two'],
    },
    'no-cover-in-credit-balance': {
      title: 'Refuses uncovered chats and speeches whatever their options (credit-balance)',
      ...refusedTogether({ kind: 'credit-balance' }, 'list bots', ...manyForms),
      absence: 'spend',
      control: 'metering.credit-balance/last-credit-buys-a-chat',
      fault: 'stream-with-tools-needs-no-cover',
      alsoFinds: ['slow-speech-needs-no-cover', 'second-bot-needs-no-cover', 'uncovered-search-is-403'],
    },
    'no-cover-in-pooled': {
      title: 'Refuses uncovered chats and speeches whatever their options (pooled workspace)',
      ...refusedTogether({ kind: 'enterprise-pooled' }, ...oneOfEach),
      absence: 'spend',
      control: 'metering.enterprise/included-chat-is-covered',
      fault: 'pooled-search-needs-no-cover',
    },
    'no-cover-in-per-user': {
      title: 'Refuses uncovered chats and speeches whatever their options (per-user workspace)',
      ...refusedTogether({ kind: 'enterprise-per-user' }, ...oneOfEach),
      absence: 'spend',
      control: 'metering.enterprise/per-user-credits-cover-a-chat',
      fault: 'per-user-instructions-need-no-cover',
    },
  },
});
