import { wasUnreachedAtFirst, wereAllDropped } from '../../expectations/statuses/is-reached-at-once.ts';
import { isFailed, type Exchanges } from '../../model/check.ts';
import { longText } from '../chat/texts.ts';
import { chatAndStream } from '../chat/chat-and-stream.ts';
import { greetUnlessRepeating, ifGreeted, greetedSessionIds } from '../chat/greeted.ts';
import { chatCall, type CallChange } from '../../model/calls.ts';
import { minimalMessage, stream } from '../chat/probes.ts';
import { repeatAloneIf, type Call, type StepInputs, type Probe, type Step } from '../../model/probe.ts';
import { plantText } from '../conversation.ts';
import { readToEnd } from '../transport/probes.ts';
import type { SessionId } from '../../expectations/bodies/carries-session-id.ts';
import { losesWordsConcurrently, losesNothingConcurrently } from '../../expectations/conversations/loses-at-once.ts';
import { mayBeBuffered } from '../../expectations/streams/coded-over-time.ts';
import { conversationOnlyPhrase } from '../../expectations/conversations/nothing-of-other-sessions.ts';
import { silentOperation } from '../../expectations/conversations/never-mixed.ts';
import { streamBreaksOff } from '../../expectations/words/keeps-the-end.ts';
import { losesRepeats, repeatedWord, repeatCount } from '../../expectations/words/keeps-repeats.ts';

/** A reply that is longer than the buffers that hold a short one. */
export const longStream = stream({ message: longText });

const asked =
  (change: CallChange = {}): Step =>
  ({ bot }) => [chatCall('stream', bot, minimalMessage, change)];

const askedAsBrowsersDo = asked({ extra: [['accept-encoding', 'gzip, deflate, br']] });

const ifHeldBack =
  (step: Step): Step =>
  (known) =>
    mayBeBuffered(known.seen.slice(0, 1)) ? step(known) : [];

/**
 * A stream for a client that accepts compression, as browsers do. Where it comes late and at once, the same is asked
 * twice without compression and once more with it: the bot may have thought for long.
 */
export const compressibleStream: Probe = {
  name: 'stream for a client that takes codings',
  needs: ['token', 'bot'],
  costs: { chats: 4, speeches: 0 },
  steps: [askedAsBrowsersDo, ifHeldBack(asked()), ifHeldBack(askedAsBrowsersDo), ifHeldBack(asked())],
};

/** As proxies in front of a service ask by default, and clients that send a single request. */
export const closingStream: Probe = {
  name: 'stream with Connection: close',
  needs: ['token', 'bot'],
  costs: { chats: 1, speeches: 0 },
  steps: [({ bot }) => [readToEnd(chatCall('stream', bot, minimalMessage))]],
};

const severalLinesOf = (nonce: StepInputs['nonce']): string => {
  const [one, two, three, four, five, six, seven, eight] = ['1', '2', '3', '4', '5', '6', '7', '8'].map(nonce);
  const row = `${repeatedWord} `.repeat(repeatCount);
  const lines = `${one} ${two}\n- ${three}\n${four}\n${five}: yes\n: ${six}\r\n\n${seven}\n\tAnd ${row}${eight}`;
  return `Please repeat exactly: ${lines}`;
};

/**
 * Lines to repeat: two words and a third on the next line; a line without a mark before it (pieces of a few words would
 * hide everything but the loss of a mark); lines with a colon, beginning with a colon, behind an empty line, and behind
 * a word that occurs several times. One line ends in CR LF, as written on Windows, which a library may take for a
 * mistake.
 */
export const severalLines = chatAndStream(
  'chat and stream of several lines',
  severalLinesOf,
  (seen) => losesRepeats(seen) || streamBreaksOff(seen),
);

/**
 * Long enough to come in pieces and to overlap with another reply, and well within the time limit: a model that is
 * asked for a story writes for a minute.
 */
const threeSentenceRequest = 'tell me in three short sentences what a lighthouse is for';

/** For a stream that the client leaves: more than a single piece. */
export const abortedStreamRequest = `Please ${threeSentenceRequest}`;

const lighthouse = 'In three sentences, what is a lighthouse for?';

/** The request with a word to end the reply with. It is short, as a bot may quote only the beginning of a message. */
export const requestEndingIn = (word: string): string => `${lighthouse} Please end with this word: ${word}`;

type ChatOperation = 'chat' | 'stream';

const wordsEach = 6;

/** The request to repeat these words; `more` makes the reply longer. */
function repeatRequest(label: string, { nonce }: StepInputs, more = ''): string {
  const words = Array.from({ length: wordsEach }, (_, at) => nonce(`${label} ${at}`));
  return `Please repeat these words: ${words.join(' ')}${more}`;
}

/** Two streams and a chat at once, in these sessions. */
function inThreeWays(known: StepInputs, round: string, ids: readonly (SessionId | undefined)[]): readonly Call[] {
  const more = `, and then ${threeSentenceRequest}.`;
  return (['stream', 'stream', 'chat'] as const).map((by, at) =>
    chatCall(by, known.bot, {
      message: repeatRequest(`${round} ${at}`, known, at === 0 ? '' : more),
      sessionId: ids[at],
    }),
  );
}

/**
 * The streams of the first round, and, where all of them were dropped, the two that were sent again after all other
 * requests.
 */
export function concurrentStreamsIn(seen: Exchanges): readonly [first: Exchanges, again: Exchanges] {
  const first = seen.slice(0, 2);
  return [first, wereAllDropped(first) ? seen.slice(-2) : []];
}

/** Without a chat beside them: where the service had room for a single request, the chat may have taken it. */
const ifAllDropped: Step = ({ bot, seen }) =>
  wereAllDropped(seen.slice(0, 2)) ? [1, 2].map(() => chatCall('stream', bot, minimalMessage)) : [];

/** A bot may answer something else now and then, but hardly three times just in simultaneous streams. */
const againTimes = 2;

/**
 * A short stream, a longer stream and a chat at once, with nothing else under way: their times can be compared, and
 * words of one reply in another are seen. Then a stream alone shows what the simultaneous replies should contain; where
 * they do not, they are requested again. Where streams repeated a word and no chat did, or the reverse, the silent
 * operation is asked again by itself: it may have declined. A bot that only greets in a first turn is asked in a second
 * one.
 */
export const concurrentReplies: Probe = {
  name: 'two streams and a chat at once, and a stream by itself',
  needs: ['token', 'bot'],
  costs: { chats: 3 + 4 + againTimes + 3 + 1 + againTimes + againTimes * (3 + 1) + 2, speeches: 0 },
  pace: 'eachStepAlone',
  again: repeatAloneIf((seen) => isFailed(losesNothingConcurrently(seen))),
  steps: [
    (known) => inThreeWays(known, 'first', []),
    greetUnlessRepeating(4 + againTimes),
    ifGreeted((known) => inThreeWays(known, 'second', greetedSessionIds(known.seen))),
    byItself('alone', 'stream'),
    ...Array.from({ length: againTimes }, (_, at) => ifSilent(at)),
    ...Array.from({ length: againTimes }, (_, at) => [
      ifLost((known) => inThreeWays(known, `again ${at}`, greetedSessionIds(known.seen))),
      ifLost(byItself(`alone again ${at}`, 'stream')),
    ]).flat(),
    ifAllDropped,
  ],
};

function byItself(label: string, by: ChatOperation, session = 3): Step {
  return (known) => [
    chatCall(by, known.bot, {
      message: repeatRequest(label, known),
      sessionId: greetedSessionIds(known.seen)[session],
    }),
  ];
}

/** By the operation that has repeated nothing while the other one has, in a session that knows no other word. */
function ifSilent(at: number): Step {
  return (known) => {
    const silent = silentOperation(known.seen);
    return silent === undefined ? [] : byItself(`once more ${at}`, silent, 4 + at)(known);
  };
}

function ifLost(step: Step): Step {
  return (known) => (losesWordsConcurrently(known.seen) ? step(known) : []);
}

/**
 * A client that closes its connection at the first piece of a stream, then another that reads a whole stream. By the
 * chat behind that, the service has noticed that the first client left.
 */
export const streamLeftEarly: Probe = {
  name: 'stream and chat after a stream that was left',
  needs: ['token', 'bot'],
  costs: { chats: 3 + 2 + 3, speeches: 0 },
  // A chat in between would receive what is left for the next, or would be waited for until the service is back.
  pace: 'aloneThroughout',
  again: repeatAloneIf(wasUnreachedAtFirst),
  steps: [
    leaves('left'),
    follows('next'),
    chats('chat'),
    greetUnlessRepeating(2),
    ifGreeted(leaves('left again')),
    ifGreeted(follows('next again')),
    ifGreeted(chats('chat again')),
  ],
};

/** The word is for no other reply, and nothing that a service may keep for other conversations. */
function leaves(label: string): (known: StepInputs) => readonly Call[] {
  return ({ bot, nonce, seen }) => {
    const message = `${lighthouse} Please end with a word ${conversationOnlyPhrase}: ${nonce(label)}`;
    return [
      chatCall(
        'stream',
        bot,
        { message, sessionId: greetedSessionIds(seen)[0] },
        { unusual: { is: 'left', afterPieces: 1 } },
      ),
    ];
  };
}

/** A chat with a planted word, in a conversation of its own. */
function chats(label: string): (known: StepInputs) => readonly Call[] {
  return ({ bot, nonce }) => [chatCall('chat', bot, { message: plantText(nonce(label)) })];
}

function follows(label: string): (known: StepInputs) => readonly Call[] {
  return ({ bot, nonce, seen }) => [
    chatCall('stream', bot, { message: requestEndingIn(nonce(label)), sessionId: greetedSessionIds(seen)[1] }),
  ];
}

/** Requests that some services accept and others refuse. */
function openQuestions(by: 'chat' | 'stream'): Step {
  return ({ bot }) =>
    [
      { message: '' },
      // No service gives out such an id, though all its letters are valid in JSON.
      { message: 'Hello!', sessionId: 'no-such-session-é' },
      { message: 'Hello!', unknownField: 1 },
    ].map((body) => chatCall(by, bot, body));
}

/** Each as a chat and later as a stream: a service may refuse the second of two simultaneous requests for a session. */
export const openQuestionsInBoth: Probe = {
  name: 'open questions as chats and as streams',
  needs: ['token', 'bot'],
  costs: { chats: 6, speeches: 0 },
  steps: [openQuestions('chat'), openQuestions('stream')],
};
