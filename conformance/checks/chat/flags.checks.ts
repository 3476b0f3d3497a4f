import type { FaultId } from '../../../fixtures/faults/index.ts';
import { clause } from '../../model/check.ts';
import { areNoServerErrors } from '../../expectations/statuses/is-refusal.ts';
import { areSuccesses } from '../../expectations/statuses/is-success.ts';
import { onFlagged, allowingUnsupportedFlags, allowingRefusedFlags } from '../../expectations/bodies/or-lacks-flags.ts';
import { recallsInRepliesWithFlags, remembersWithFlags } from '../../expectations/words/remembers-with-flags.ts';
import { areComplete } from '../../expectations/wire/is-complete.ts';
import { hasEventWithData } from '../../expectations/streams/is-event-stream.ts';
import { onCall, whereAccepted } from '../../expectations/judged-as.ts';
import { sayNoFailure } from '../../expectations/conversations/say-no-failure.ts';
import { noServerErrors } from '../no-server-error.ts';
import { continuesByEachId } from '../../expectations/conversations/replies/ids-of-flagged.ts';
import { acceptsIdOfFlaggedChat, onFirstChats } from './begun-with-flags.ts';
import { flaggedTurns } from './flagged-turns.ts';
import { streamsWithAllFlags, chatsWithAllFlags, message, allFlagsSetTo, type Flag } from './all-flags.ts';
import { chatEach } from './probes.ts';

const bothValues = (flag: Flag) => chatEach([true, false].map((value) => ({ message, [flag]: value })));

/** Two at a time: what is right with one flag and with all of them may be wrong with these. */
const pairs = chatEach(
  (['includeCitations', 'webSearch', 'useMcp'] as const).map((left) => {
    const { [left]: _, ...both } = allFlagsSetTo(true);
    return both;
  }),
);

const otherTypes = chatEach([allFlagsSetTo('yes'), allFlagsSetTo({}), allFlagsSetTo(null)]);

/**
 * No more than a SHOULD: types and meaning of the flags are not shown (2.2), and a service may refuse a flag that it
 * does not offer. But a flag is on or off, and a client that sets a documented flag may expect to be served.
 */
const accepts = (probe: ReturnType<typeof chatEach>, fault: FaultId) =>
  ({
    level: 'SHOULD',
    control: 'chat.request/accepts-least',
    probe,
    expect: [allowingRefusedFlags(areSuccesses)],
    fault,
  }) as const;

/** A flag that the service does not offer is no server error, even with a 501 (RFC 9110 15.6.2). */
const endures = noServerErrors('chat.request/accepts-least', [allowingUnsupportedFlags(areNoServerErrors)]);

/** Turns before and behind those with a flag show that the bot remembers. */
const stays = (by: 'chat' | 'stream', fault: FaultId) =>
  ({
    level: 'MUST',
    requirement: 'With sessionId the request continues that conversation: an option flag does not end it',
    control: by === 'chat' ? 'sessions.continue/given-id-is-accepted' : 'stream.response/succeeds',
    probe: flaggedTurns,
    expect: [remembersWithFlags(by)],
    fault,
  }) as const;

export const options = clause('2.2', 'chat.flags', {
  requirement: 'includeCitations, webSearch and useMcp are option flags',
  also: ['4.2', '4.3'],
  checks: {
    'include-citations-is-no-server-error': {
      title: 'includeCitations in a chat causes no 5xx except 501',
      ...endures(bothValues('includeCitations'), 'chat-citations-500'),
    },
    'accepts-include-citations': {
      title: 'Accepts a chat with includeCitations true or false',
      ...accepts(bothValues('includeCitations'), 'chat-citations-unknown'),
    },
    'web-search-is-no-server-error': {
      title: 'webSearch in a chat causes no 5xx except 501',
      ...endures(bothValues('webSearch'), 'chat-web-search-500'),
    },
    'accepts-web-search': {
      title: 'Accepts a chat with webSearch true or false',
      ...accepts(bothValues('webSearch'), 'chat-web-search-false-refused'),
    },
    'use-mcp-is-no-server-error': {
      title: 'useMcp in a chat causes no 5xx except 501',
      ...endures(bothValues('useMcp'), 'chat-mcp-500'),
    },
    'accepts-use-mcp': {
      title: 'Accepts a chat with useMcp true or false',
      ...accepts(bothValues('useMcp'), 'chat-mcp-as-string'),
    },
    'together-are-no-server-error': {
      title: 'All three option flags in one chat cause no 5xx except 501',
      ...endures(chatsWithAllFlags, 'chat-flags-together-500'),
      expect: [onFirstChats(allowingUnsupportedFlags(areNoServerErrors))],
    },
    'accepts-all-together': {
      title: 'Accepts a chat with all three option flags true or all false',
      ...accepts(chatsWithAllFlags, 'chat-flags-exclude-each-other'),
      expect: [onFirstChats(allowingRefusedFlags(areSuccesses))],
    },
    'begin-a-session': {
      title: 'Accepts the sessionId of a chat that had option flags in the next chat',
      level: 'MUST',
      requirement:
        'With sessionId the request continues that conversation, also one that a chat with an option flag began',
      control: 'sessions.continue/given-id-is-accepted',
      probe: chatsWithAllFlags,
      expect: [acceptsIdOfFlaggedChat],
      fault: 'session-begun-with-flags-not-kept',
    },
    'other-types-are-no-server-error': {
      title: 'Chat option flags that are not booleans cause no 5xx except 501',
      ...endures(otherTypes, 'chat-flag-of-other-type-500'),
    },
    'in-a-stream-are-no-server-error': {
      title: 'All three option flags in one stream cause no 5xx except 501',
      ...endures(streamsWithAllFlags, 'stream-citations-500'),
      control: 'stream.response/succeeds',
    },
    'accepts-all-in-a-stream': {
      title: 'Accepts a stream with all three option flags true or all false',
      ...accepts(streamsWithAllFlags, 'stream-flags-refused'),
      control: 'stream.response/succeeds',
      expect: [allowingRefusedFlags(areSuccesses), sayNoFailure],
      alsoFinds: ['stream-search-fails-midway'],
    },
    'all-in-a-stream-end': {
      title: 'Ends a stream with all three option flags properly',
      level: 'MUST',
      requirement: 'The stream carries the streamed reply, and its body is as long as its framing says (RFC 9112 8)',
      control: 'stream.response/succeeds',
      probe: streamsWithAllFlags,
      expect: [areComplete, onCall(0, whereAccepted(hasEventWithData)), onCall(1, whereAccepted(hasEventWithData))],
      fault: 'stream-with-mcp-breaks-off',
    },
    'chats-stay-in-their-session': {
      title: 'Remembers in its session what a chat with an option flag was told',
      ...stays('chat', 'session-ignored-with-mcp'),
      alsoFinds: ['memory-without-cited-turns'],
    },
    'streams-stay-in-their-session': {
      title: 'Remembers in its session what a stream with an option flag was told',
      ...stays('stream', 'session-ignored-in-a-searching-stream'),
    },
    'ids-continue-their-session': {
      title: 'A sessionId given to a turn with an option flag continues its session',
      level: 'MUST',
      requirement: 'A client passes the sessionId of the response in the next request to continue the conversation',
      control: 'sessions.continue/given-id-is-accepted',
      probe: flaggedTurns,
      expect: [continuesByEachId],
      fault: 'session-of-its-own-with-mcp',
      alsoFinds: ['session-of-its-own-in-a-third-stream'],
    },
    'pairs-are-no-server-error': {
      title: 'Two option flags in one chat cause no 5xx except 501',
      ...endures(pairs, 'chat-search-with-mcp-500'),
    },
    'in-a-session-are-no-server-error': {
      title: 'An option flag in a continued session causes no 5xx except 501',
      level: 'MUST',
      requirement: 'An option flag in a turn that continues a conversation causes no server error (RFC 9110 15.6)',
      control: 'sessions.continue/given-id-is-accepted',
      probe: flaggedTurns,
      expect: [onFlagged(allowingUnsupportedFlags(areNoServerErrors))],
      fault: 'session-with-web-search-500',
    },
    // Not MUST: what a flag does to the reply is not shown; the reply may be made of search results alone.
    'replies-stay-in-their-session': {
      title: 'Knows earlier turns in the reply to a turn with an option flag',
      level: 'SHOULD',
      requirement: 'With sessionId the request continues that conversation, with an option flag as without',
      control: 'sessions.continue/given-id-is-accepted',
      probe: flaggedTurns,
      expect: [recallsInRepliesWithFlags],
      fault: 'memory-left-out-with-web-search',
    },
  },
});
