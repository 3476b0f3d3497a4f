import { clause } from '../../model/check.ts';
import { isSuccessStatus, isAccepted } from '../../model/exchange.ts';
import type { Expectation, Exchanges } from '../../model/check.ts';
import type { Workspace } from '../../model/probe.ts';
import { chatsAreCharged, includedChatsAreCounted, includedSpeechesAreCounted } from './charging.ts';
import { chargedIfAnswered, mistypedFlagsAreChargedIfAnswered } from './flags.ts';
import { leftChat, leftSpeechOfPool } from './left/left-early.ts';
import {
  leftStream,
  leftStreamCounts,
  leftStreamKeeps,
  leftStreamOfMember,
  leftStreamOfPool,
} from './left/left-stream.ts';
import { pastTheLimit, refusalsTakeNothing } from './past-the-limit.ts';
import { lastUseCovered, lastUseUncovered, probeOfUses } from './spending/script.ts';
import { ownerStillPaysForItself, sessionTriedByOther, chatWithOthersBot, visitorPays } from './neighbours.ts';
import { spendingCheck, type Spending } from './spending/throughout.ts';

const one: Workspace = { kind: 'credit-balance', credits: 1 };
const oneIncluded: Workspace = { kind: 'enterprise-pooled', includedRequests: 1 };

/** Too few credits for any of these speeches. */
const fewCredits: Spending = {
  workspace: { kind: 'credit-balance', credits: 2 },
  uses: [
    'speech',
    'bad chat of a drawn form',
    'bad speech of a drawn form',
    'bad stream: cut off',
    'stream',
    'speech of all options',
    'bad stream of a drawn form',
    'bad chat: sessionId of another type',
    'bad chat: message of another type',
    'bad chat: no object',
    'chat as text',
    // Where it is answered it takes what the others would be charged.
    'stream in no such session',
  ],
  until: 'chat',
};
const requestsAlone: Spending = {
  workspace: { kind: 'enterprise-pooled', includedRequests: 2 },
  uses: [
    'speech',
    'bad chat of a drawn form',
    'bad chat: no such bot',
    'stream',
    'speech of all options',
    'bad speech of a drawn form',
    'bad stream',
    'bad chat: cut off',
  ],
  until: 'chat',
};
const speechesAlone: Spending = {
  workspace: { kind: 'enterprise-pooled', includedTts: 2 },
  uses: ['chat', 'bad chat of a drawn form', 'speech of all options', 'stream', 'bad stream of a drawn form'],
  until: 'speech',
};

export const uncharged = clause('8.1', 'metering.uncharged', {
  requirement: 'One successful response counts as one request for usage; nothing else does',
  also: ['1', '4.1', '4.2', '4.4'],
  absence: 'charge',
  positiveControl: chatsAreCharged,
  checks: {
    'bad-chat': {
      title: 'Charges nothing for a chat refused for lack of a message',
      ...lastUseCovered(one, 'bad chat', 'chat'),
      fault: 'bad-chat-charged',
    },
    'bad-stream': {
      title: 'Charges nothing for a stream refused for lack of a message',
      ...lastUseCovered(one, 'bad stream', 'chat'),
      fault: 'bad-stream-charged',
    },
    'chat-that-is-cut-off': {
      title: 'Charges nothing for a chat with truncated JSON',
      ...lastUseCovered(one, 'bad chat: cut off', 'chat'),
      fault: 'unparsable-chat-charged',
    },
    'chat-with-no-such-bot': {
      title: 'Charges nothing for a chat with an unknown bot ID',
      ...lastUseCovered(one, 'bad chat: no such bot', 'chat'),
      fault: 'unknown-bot-charged',
    },
    'stream-with-no-such-bot': {
      title: 'Charges nothing for a stream with an unknown bot ID',
      ...lastUseCovered(one, 'bad stream: no such bot', 'chat'),
      fault: 'unknown-bot-of-stream-charged',
    },
    'chat-in-no-such-session': {
      title: 'Charges for a chat with an unknown sessionId only if it answers it',
      level: 'MUST',
      requirement: 'A chat in a session that does not exist is charged if it is answered, and not if it is refused',
      probe: probeOfUses(one, 'chat in no such session', 'chat'),
      expect: [isChargedIfAnswered],
      fault: 'unknown-session-refused-and-charged',
    },
    'pooled-chat-in-no-such-session': {
      title: 'Takes no included request for a chat refused for an unknown sessionId (pooled)',
      level: 'MUST',
      requirement: 'A chat in a session that does not exist takes an included request only if it is answered',
      positiveControl: includedChatsAreCounted,
      probe: probeOfUses(oneIncluded, 'chat in no such session', 'chat'),
      expect: [(seen) => chargedIfAnswered({ workspace: oneIncluded, uses: [] }, seen)],
      fault: 'pooled-unknown-session-takes-an-included-one',
    },
    'tries-of-others': {
      title: 'Charges a workspace nothing when another tries its session',
      level: 'MUST',
      requirement: 'A workspace pays for its own chat responses, and not for what others ask',
      probe: sessionTriedByOther,
      expect: [ownerStillPaysForItself],
      fault: 'foreign-session-charges-its-owner',
    },
    'chats-with-the-bots-of-others': {
      title: 'Charges a chat with the bot of another workspace, if it answers, to who asked',
      level: 'MUST',
      requirement: 'A workspace pays for its own chat responses, and not for what others ask',
      probe: chatWithOthersBot,
      expect: [visitorPays],
      fault: 'bot-owner-pays',
    },
    'stream-in-no-such-session': {
      title: 'Charges nothing for a stream that it refuses for an unknown sessionId',
      level: 'MUST',
      requirement: 'A stream in a session that does not exist is not charged if it is refused',
      probe: probeOfUses(one, 'stream in no such session', 'chat'),
      expect: [isFreeWhereRefused],
      fault: 'unknown-session-of-stream-refused-and-charged',
    },
    'chats-with-flags-of-other-types': {
      title: 'Charges for chats with flags that are no booleans only if it answers them',
      ...mistypedFlagsAreChargedIfAnswered(),
      requirement: 'A chat with an option flag of another type is charged if it is answered, and not if it is refused',
      fault: 'flag-of-another-type-refused-and-charged',
    },
    'chat-without-bearer': {
      title: 'Charges nothing for a chat whose token lacks the Bearer scheme',
      ...lastUseCovered(one, 'bad chat: no bearer', 'chat'),
      fault: 'refused-credentials-charged',
    },
    'list-of-bots': {
      title: 'Charges nothing for listing bots',
      ...lastUseCovered(one, 'list bots', 'chat'),
      fault: 'bots-listing-charged',
    },
    'list-of-voices': {
      title: 'Charges nothing for listing voices with a token',
      ...lastUseCovered(one, 'list voices', 'chat'),
      fault: 'voices-listing-charged',
    },
    'HEAD-and-OPTIONS': {
      title: 'Charges nothing for HEAD, OPTIONS or an unknown path',
      ...lastUseCovered(one, 'HEAD', 'OPTIONS', 'unknown path', 'chat'),
      fault: 'preflight-charged',
      alsoFinds: ['unknown-path-charged'],
    },
    'bad-chat-earns-nothing': {
      title: 'Gives no credit back for a chat that is refused',
      ...lastUseUncovered(one, 'bad chat', 'bad chat: cut off', 'bad chat: no such bot', 'chat', 'chat'),
      requirement: 'A refused chat gives back no credit that it has not taken',
      control: 'bad-chat',
      fault: 'refused-chat-refunded',
      alsoFinds: ['unknown-bot-refunded'],
    },
    'what-few-credits-refuse': {
      title: 'Refuses chats and speeches that the balance cannot cover, charging nothing',
      ...spendingCheck('refused for few credits', { few: fewCredits }),
      requirement:
        'A chat or a speech that is refused, for its balance or otherwise, takes none of the remaining credits',
      fault: 'uncovered-speech-drains',
      alsoFinds: [
        'unknown-session-of-stream-refunded',
        'unparsable-stream-charged',
        'session-of-another-type-charged',
        'message-of-another-type-charged',
        'chat-that-is-no-object-charged',
        'chat-of-another-content-type-charged',
        'odd-stream-charged',
      ],
    },
    'what-nothing-included-covers': {
      title: 'Refuses chats and speeches that nothing included covers, taking nothing',
      ...spendingCheck('refused beside what is included', { requests: requestsAlone, speeches: speechesAlone }),
      requirement:
        'A chat or a speech that is refused, for its balance or otherwise, takes nothing of what is included',
      fault: 'pooled-bad-stream-takes-an-included-one',
      alsoFinds: [
        'pooled-uncovered-chat-takes-included-tts',
        'pooled-uncovered-speech-takes-an-included-request',
        'pooled-unknown-bot-takes-an-included-one',
        'pooled-odd-chat-takes-an-included-one',
      ],
    },
    'what-a-member-limit-refuses': {
      title: 'Charges nothing for a request refused at a member limit',
      level: 'MUST',
      requirement: 'A request refused for a member limit takes nothing of what pays for other uses',
      probe: pastTheLimit,
      expect: [refusalsTakeNothing],
      fault: 'over-limit-chat-charged',
      alsoFinds: ['over-limit-speech-charged'],
    },
    'left-stream-costs-no-more-than-one': {
      title: 'Charges an aborted stream of a session at most once',
      level: 'MUST',
      requirement: 'A stream that the client leaves is charged once at the most',
      probe: leftStream,
      expect: [leftStreamKeeps('atLeast')],
      fault: 'left-stream-charged-again',
      alsoFinds: ['left-later-stream-charged-again'],
    },
    'left-stream-earns-nothing': {
      // Where no chat is charged, more is covered than the credits pay, whatever was given back: the control excludes
      // that.
      title: 'Gives back no more for an aborted stream than it charged',
      level: 'MUST',
      requirement: 'A stream that the client leaves gives back no more than it has taken',
      probe: leftStream,
      expect: [leftStreamKeeps('atMost')],
      control: 'metering.credit-balance/chat-costs-no-less-than-1',
      fault: 'left-stream-refunded-twice',
    },
    'left-stream-of-a-pool': {
      title: 'Takes at most 1 included request for an aborted stream, and returns no more',
      ...leftStreamOfPool,
      control: 'metering.enterprise/included-chats-end',
      requirement: 'A stream that the client leaves takes one included request at the most, and gives no more back',
      fault: 'left-stream-takes-another-included-one',
    },
    'left-stream-of-a-member': {
      title: 'Counts an aborted stream at most once to a member limit, and returns no more',
      ...leftStreamOfMember,
      control: 'metering.members/chat-limit-holds',
      requirement: 'A stream that the client leaves counts once at the most to a member limit, and gives no more back',
      fault: 'left-stream-gives-a-member-two-back',
    },
    'left-chat': {
      title: 'Charges a chat that is left before its answer at most once, and returns no more',
      ...leftChat,
      requirement: 'A chat that the client leaves is charged once at the most, and gives no more back',
      control: 'metering.credit-balance/chat-costs-no-less-than-1',
      fault: 'left-chat-charged-again',
      alsoFinds: ['left-chat-refunded-twice'],
    },
    'left-speech-of-a-pool': {
      title: 'Takes at most 1 included TTS use for a speech that is left, and returns no more',
      ...leftSpeechOfPool,
      requirement: 'A speech that the client leaves takes one included TTS use at the most, and gives no more back',
      control: 'metering.enterprise/included-speeches-end',
      positiveControl: includedSpeechesAreCounted,
      fault: 'left-speech-takes-another-included-one',
      alsoFinds: ['left-speech-refunded-twice'],
    },
  },
  observations: {
    'refused-speech-counts': {
      says: 'Whether a speech that is refused for its input counts as a use',
      probe: probeOfUses({ kind: 'credit-balance', credits: 3 }, 'bad speech', 'speech'),
      see: refusalCounts,
    },
    'left-stream-counts': {
      says: 'Whether a stream that the client leaves early counts',
      probe: leftStream,
      see: leftStreamCounts,
    },
  },
});

function isChargedIfAnswered(seen: Exchanges): ReturnType<Expectation> {
  return chargedIfAnswered({ workspace: one, uses: [] }, seen);
}

/** A stream may report an unknown session in an event: whether that counts as a response is not shown. */
function isFreeWhereRefused(seen: Exchanges): ReturnType<Expectation> {
  const [stream] = seen;
  return stream !== undefined && isAccepted(stream) ? [] : isChargedIfAnswered(seen);
}

/** Whether the first use was charged, judged by the answer to the second one, which needs the whole balance. */
function refusalCounts(seen: Exchanges): string | undefined {
  const [first, second] = seen.map(({ response }) => (response.is === 'answer' ? response.status : 0));
  if (first === undefined || second === undefined || first < 400 || first >= 500) return undefined;
  if (isSuccessStatus(second)) return 'it does not count';
  return second >= 400 && second < 500 ? 'it counts' : undefined;
}
