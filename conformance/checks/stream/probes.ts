import { wasNotReached, wereAllDropped } from '../../expectations/statuses/is-reached-at-once.ts';
import { isFailed, type Seen } from '../../model/check.ts';
import { longText } from '../chat/texts.ts';
import { chatAndStream } from '../chat/chat-and-stream.ts';
import { greetedFor, ifGreeted, sessionsGreeted } from '../chat/greeted.ts';
import { chatCall, type CallChange } from '../../model/calls.ts';
import { leastMessage, stream } from '../chat/probes.ts';
import { byItselfIf, type Call, type Known, type Probe, type Step } from '../../model/probe.ts';
import { tells } from '../conversation.ts';
import { readWhole } from '../transport/probes.ts';
import type { SessionId } from '../../expectations/bodies/carries-session-id.ts';
import { losesAtOnce, losesNothingAtOnce } from '../../expectations/conversations/loses-at-once.ts';
import { mayBeHeldBack } from '../../expectations/streams/coded-over-time.ts';
import { forThisOnly } from '../../expectations/conversations/nothing-of-other-sessions.ts';
import { operationThatRepeatsNothing } from '../../expectations/conversations/never-mixed.ts';
import { breaksOff } from '../../expectations/words/keeps-the-end.ts';
import { losesRepeats, repeatedWord, timesRepeated } from '../../expectations/words/keeps-repeats.ts';

/** A reply past the buffers that a short one fits into. */
export const longStream = stream({ message: longText });

const asked =
  (change: CallChange = {}): Step =>
  ({ bot }) => [chatCall('stream', bot, leastMessage, change)];

const askedAsBrowsersDo = asked({ extra: [['accept-encoding', 'gzip, deflate, br']] });

const ifHeldBack =
  (step: Step): Step =>
  (known) =>
    mayBeHeldBack(known.seen.slice(0, 1)) ? step(known) : [];

/**
 * For a client that says it can inflate, as browsers do. Where it comes late and at once, the same is asked twice without
 * that, and once more with it: a bot may have thought for long.
 */
export const compressible: Probe = {
  name: 'stream for a client that takes codings',
  needs: ['token', 'bot'],
  costs: { chats: 4, speeches: 0 },
  steps: [askedAsBrowsersDo, ifHeldBack(asked()), ifHeldBack(askedAsBrowsersDo), ifHeldBack(asked())],
};

/** As a proxy in front of a service asks by default, and clients that ask but once. */
export const closingStream: Probe = {
  name: 'stream with Connection: close',
  needs: ['token', 'bot'],
  costs: { chats: 1, speeches: 0 },
  steps: [({ bot }) => [readWhole(chatCall('stream', bot, leastMessage))]],
};

const severalLinesOf = (nonce: Known['nonce']): string => {
  const [one, two, three, four, five, six, seven, eight] = ['1', '2', '3', '4', '5', '6', '7', '8'].map(nonce);
  const row = `${repeatedWord} `.repeat(timesRepeated);
  const lines = `${one} ${two}\n- ${three}\n${four}\n${five}: yes\n: ${six}\r\n\n${seven}\n\tAnd ${row}${eight}`;
  return `Please repeat exactly: ${lines}`;
};

/**
 * Lines to be repeated: two words and a third on the next line, one without a mark before it, as pieces of some words
 * would hide the loss of a mark only, one with a colon, one that begins with it, one behind an empty line, and one behind a
 * word that comes several times. One line ends as those do that are written on Windows: a library may take it for a mistake.
 */
export const severalLines = chatAndStream(
  'chat and stream of several lines',
  severalLinesOf,
  (seen) => losesRepeats(seen) || breaksOff(seen),
);

/**
 * Long enough to come in pieces and to overlap with another reply, and over well within the time limit: a model that is
 * asked for a story writes for a minute.
 */
export const afterwards = 'tell me in three short sentences what a lighthouse is for';

/** Of a stream that nobody waits for the end of: more than one piece. */
export const leaveRequest = `Please ${afterwards}`;

const lighthouse = 'In three sentences, what is a lighthouse for?';

/** The wish with a word at its end. It is short: a bot may quote no more than the beginning of what it hears. */
export const wishEndingIn = (word: string): string => `${lighthouse} Please end with this word: ${word}`;

type By = 'chat' | 'stream';

const wordsEach = 6;

/** The request for these words; `more` makes the reply longer. */
function repeatRequest(label: string, { nonce }: Known, more = ''): string {
  const words = Array.from({ length: wordsEach }, (_, at) => nonce(`${label} ${at}`));
  return `Please repeat these words: ${words.join(' ')}${more}`;
}

/** One request in three ways at once, in these sessions. */
function inThreeWays(known: Known, round: string, ids: readonly (SessionId | undefined)[]): readonly Call[] {
  const more = `, and then ${afterwards}.`;
  return (['stream', 'stream', 'chat'] as const).map((by, at) =>
    chatCall(by, known.bot, {
      message: repeatRequest(`${round} ${at}`, known, at === 0 ? '' : more),
      sessionId: ids[at],
    }),
  );
}

/** The streams of the first round, and where all of them were dropped the two that were sent again behind all else. */
export function streamsAtOnceIn(seen: Seen): readonly [first: Seen, again: Seen] {
  const first = seen.slice(0, 2);
  return [first, wereAllDropped(first) ? seen.slice(-2) : []];
}

/** Without a chat beside them: where there was room for one request only, it may have been that. */
const ifAllDropped: Step = ({ bot, seen }) =>
  wereAllDropped(seen.slice(0, 2)) ? [1, 2].map(() => chatCall('stream', bot, leastMessage)) : [];

/** A bot may answer something else now and then, but three times it hardly does so just in streams at once. */
const againTimes = 2;

/**
 * One request as a short stream, as a longer one and as a chat, at once and with nothing else under way: so that their times
 * can be compared, and that what one says in another's reply is seen. Then one stream alone shows what those at once
 * should have said; where they did not, they are asked again. Where streams repeated a word and no chat did, or chats and no
 * stream, that is asked again by itself: it may have been declined. A bot that only greets in a first turn is asked in a second.
 */
export const threeWays: Probe = {
  name: 'two streams and a chat at once, and a stream by itself',
  needs: ['token', 'bot'],
  costs: { chats: 3 + 4 + againTimes + 3 + 1 + againTimes + againTimes * (3 + 1) + 2, speeches: 0 },
  pace: 'eachStepAlone',
  again: byItselfIf((seen) => isFailed(losesNothingAtOnce(seen))),
  steps: [
    (known) => inThreeWays(known, 'first', []),
    greetedFor(4 + againTimes),
    ifGreeted((known) => inThreeWays(known, 'second', sessionsGreeted(known.seen))),
    byItself('alone', 'stream'),
    ...Array.from({ length: againTimes }, (_, at) => ifSilent(at)),
    ...Array.from({ length: againTimes }, (_, at) => [
      ifLost((known) => inThreeWays(known, `again ${at}`, sessionsGreeted(known.seen))),
      ifLost(byItself(`alone again ${at}`, 'stream')),
    ]).flat(),
    ifAllDropped,
  ],
};

function byItself(label: string, by: By, session = 3): Step {
  return (known) => [
    chatCall(by, known.bot, { message: repeatRequest(label, known), sessionId: sessionsGreeted(known.seen)[session] }),
  ];
}

/** By the one operation that repeated nothing so far, where the other one did; in a session that knows no word of another. */
function ifSilent(at: number): Step {
  return (known) => {
    const silent = operationThatRepeatsNothing(known.seen);
    return silent === undefined ? [] : byItself(`once more ${at}`, silent, 4 + at)(known);
  };
}

function ifLost(step: Step): Step {
  return (known) => (losesAtOnce(known.seen) ? step(known) : []);
}

/**
 * A client that closes its connection at the first piece of a stream, then somebody who waits for the whole of his. By the
 * chat behind that the service has noticed that the first one left.
 */
export const leftEarly: Probe = {
  name: 'stream and chat after a stream that was left',
  needs: ['token', 'bot'],
  costs: { chats: 3 + 2 + 3, speeches: 0 },
  // Whoever chats in between would hear what is left for the next, or would be waited for until the service is there again.
  pace: 'aloneThroughout',
  again: byItselfIf(wasNotReached),
  steps: [
    leaves('left'),
    follows('next'),
    chats('chat'),
    greetedFor(2),
    ifGreeted(leaves('left again')),
    ifGreeted(follows('next again')),
    ifGreeted(chats('chat again')),
  ],
};

/** What its bot is to say is for nobody else, and nothing that a service may keep for other conversations. */
function leaves(label: string): (known: Known) => readonly Call[] {
  return ({ bot, nonce, seen }) => {
    const message = `${lighthouse} Please end with a word ${forThisOnly}: ${nonce(label)}`;
    return [
      chatCall(
        'stream',
        bot,
        { message, sessionId: sessionsGreeted(seen)[0] },
        { unusual: { is: 'left', afterPieces: 1 } },
      ),
    ];
  };
}

/** The least, in a conversation of its own. */
function chats(label: string): (known: Known) => readonly Call[] {
  return ({ bot, nonce }) => [chatCall('chat', bot, { message: tells(nonce(label)) })];
}

function follows(label: string): (known: Known) => readonly Call[] {
  return ({ bot, nonce, seen }) => [
    chatCall('stream', bot, { message: wishEndingIn(nonce(label)), sessionId: sessionsGreeted(seen)[1] }),
  ];
}

/** Requests that one service takes and another refuses. */
function openQuestions(by: 'chat' | 'stream'): Step {
  return ({ bot }) =>
    [
      { message: '' },
      // No client gives out such an id, and none of its letters is wrong in JSON.
      { message: 'Hello!', sessionId: 'no-such-session-é' },
      { message: 'Hello!', unknownField: 1 },
    ].map((body) => chatCall(by, bot, body));
}

/** Each as a chat, and then as a stream: a service may refuse the second of two requests for one session at once. */
export const asChatAndStream: Probe = {
  name: 'open questions as chats and as streams',
  needs: ['token', 'bot'],
  costs: { chats: 6, speeches: 0 },
  steps: [openQuestions('chat'), openQuestions('stream')],
};
