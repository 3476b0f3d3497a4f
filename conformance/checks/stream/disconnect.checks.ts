import { chatCall } from '../../model/calls.ts';
import { clause, isFailed } from '../../model/check.ts';
import { repeatAloneIf, type Call, type StepInputs, type Probe, type Step } from '../../model/probe.ts';
import { isComplete } from '../../expectations/wire/is-complete.ts';
import { hasEventWithData } from '../../expectations/streams/is-event-stream.ts';
import { isNoServerError } from '../../expectations/statuses/is-refusal.ts';
import { isSuccess } from '../../expectations/statuses/is-success.ts';
import {
  keepsLeftSession,
  keepsPlantedWord,
  leavesItFree,
  onLeftSession,
} from '../../expectations/conversations/keeps-left-session.ts';
import { repliesToOwnMessage } from '../../expectations/conversations/replies/replies-behind-left.ts';
import { repliesNeverMixIfRepeated } from '../../expectations/conversations/never-mixed.ts';
import { onFirstWithRole } from '../../expectations/judged-as.ts';
import { endsEarly, staysToItsEnd } from '../../expectations/conversations/stays-to-its-end.ts';
import { streamLeftInSession } from './left-session.ts';
import { abortedStreamRequest, requestEndingIn } from './probes.ts';

/** As many streams as a browser has under way at once; two rounds of them exceed a small pool of ten places. */
const atOnce = 6;

/** Streams that the client leaves, each asked for a word of its own, which no other reply may contain. */
function left({ bot, nonce }: StepInputs, many: number, label: string): readonly Call[] {
  return Array.from({ length: many }, (_, at) => {
    const message = `${abortedStreamRequest}, and end with this word: ${nonce(`${label} ${at}`)}`;
    return chatCall('stream', bot, { message }, { unusual: { is: 'left', afterPieces: 1 }, role: 'left' });
  });
}

/** Several streams that the client leaves, and a stream beside them that it reads to its end. */
const oneStays =
  (label: string): Step =>
  (known) => [
    ...left(known, atOnce - 1, `left beside ${label}`),
    chatCall('stream', known.bot, { message: requestEndingIn(known.nonce(label)) }, { role: 'stays' }),
  ];

const oneByItself =
  (label: string): Step =>
  ({ bot, nonce }) => [chatCall('stream', bot, { message: requestEndingIn(nonce(label)) }, { role: 'byItself' })];

const ifEndsEarly =
  (step: Step): Step =>
  (known) =>
    endsEarly(known.seen) ? step(known) : [];

const rounds = 3;

/** Streams that the client leaves, a stream beside them and a stream behind them, both read to the end. */
const manyLeft: Probe = {
  name: 'streams that were left, and others that were not',
  needs: ['token', 'bot'],
  costs: { chats: atOnce + rounds * (atOnce + 1), speeches: 0 },
  pace: 'eachStepAlone',
  // A bot that declines three of ten requests fails here by chance once in a hundred runs.
  again: repeatAloneIf((seen) => isFailed(staysToItsEnd(seen))),
  steps: [
    (known) => left(known, atOnce, 'left'),
    oneStays('stayed'),
    oneByItself('by itself'),
    // A bot may answer something else now and then, but hardly three times just while other streams are left.
    ...Array.from({ length: rounds - 1 }, (_, at) => [
      ifEndsEarly(oneStays(`stayed again ${at}`)),
      ifEndsEarly(oneByItself(`by itself again ${at}`)),
    ]).flat(),
  ],
};

export const leaving = clause('4.3', 'stream.disconnect', {
  requirement:
    'When a client leaves a stream early, the service releases what the stream held, such as a session or a worker',
  also: ['2.3', '6.1'],
  checks: {
    'leaves-room-for-others': {
      title: 'Serves a complete stream after several streams were aborted',
      level: 'MUST',
      control: 'stream.response/succeeds',
      probe: manyLeft,
      expect: [isSuccess, isComplete, hasEventWithData].map((each) => onFirstWithRole('byItself', each)),
      fault: 'stream-left-keeps-its-place',
    },
    'ends-no-other-stream': {
      title: 'Aborting streams cuts off no other running stream',
      level: 'MUST',
      requirement:
        'A client that leaves its stream early ends no other stream: each other one carries its reply to the end',
      control: 'stream.response/succeeds',
      probe: manyLeft,
      expect: [onFirstWithRole('stays', isComplete), staysToItsEnd],
      fault: 'stream-left-ends-the-others',
      alsoFinds: ['stream-left-breaks-off-the-others'],
    },
    'goes-to-no-other-stream': {
      title: 'Sends nothing of several aborted streams in other streams',
      level: 'MUST',
      requirement: 'What clients did not wait for is sent to nobody else',
      control: 'stream.response/succeeds',
      absence: 'none',
      probe: manyLeft,
      expect: [repliesNeverMixIfRepeated],
      fault: 'stream-left-goes-before-the-next',
    },
    'leaves-its-session-usable': {
      title: 'Continuing the session of an aborted stream causes no 5xx',
      level: 'MUST',
      control: 'sessions.continue/given-id-is-accepted-in-a-stream',
      probe: streamLeftInSession,
      expect: [onLeftSession(isNoServerError)],
      fault: 'stream-left-breaks-its-session',
    },
    'leaves-its-session-known': {
      title: 'Accepts the sessionId of a session after a stream of it was aborted',
      level: 'MUST',
      requirement:
        'When sessionId is present, the request continues that conversation: a client that leaves a stream of it does not end it',
      control: 'sessions.continue/given-id-is-accepted-in-a-stream',
      probe: streamLeftInSession,
      expect: [keepsLeftSession],
      fault: 'stream-left-ends-its-session',
    },
    'leaves-its-session-in-step': {
      title: 'Answers the next chat of a session itself after a stream of it was aborted',
      level: 'MUST',
      requirement:
        'A client sends a message to a bot and receives a reply: the one to this message, also if it did not wait for the one before',
      control: 'sessions.continue/given-id-is-accepted-in-a-stream',
      probe: streamLeftInSession,
      expect: [repliesToOwnMessage],
      fault: 'stream-left-answers-the-next-turn',
    },
    // Not MUST: many bots look back over the latest turn alone, and a few sessions have no id to go on with.
    'leaves-its-session-whole': {
      title: 'Remembers what a session was told before a stream of it was aborted',
      level: 'SHOULD',
      requirement:
        'When sessionId is present, the request continues that conversation: a client that leaves a stream of it takes nothing from what it was told',
      control: 'sessions.continue/given-id-is-accepted-in-a-stream',
      probe: streamLeftInSession,
      expect: [keepsPlantedWord],
      fault: 'stream-left-empties-its-session',
    },
    'leaves-its-session-free': {
      title: 'The session of an aborted stream is not locked with 409 or 423',
      level: 'SHOULD',
      control: 'sessions.continue/given-id-is-accepted-in-a-stream',
      probe: streamLeftInSession,
      expect: [leavesItFree],
      fault: 'stream-left-keeps-its-session-busy',
    },
  },
});
