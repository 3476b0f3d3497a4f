import { greetUnlessRepeating, ifGreeted, greetedSessionIds } from '../chat/greeted.ts';
import { chatCall, speechCall } from '../../model/calls.ts';
import { clause, type Exchanges } from '../../model/check.ts';
import type { Call, StepInputs, Probe } from '../../model/probe.ts';
import { isShorter } from '../../expectations/audio/asked/lasts.ts';
import { onError, onCall, orConnectionClosed } from '../../expectations/judged-as.ts';
import { isComplete } from '../../expectations/wire/is-complete.ts';
import { requiringProduct } from '../../expectations/statuses/lacks-its-product.ts';
import { areAnsweredConcurrently, wereAllDropped } from '../../expectations/statuses/is-reached-at-once.ts';
import { areSuccesses } from '../../expectations/statuses/is-success.ts';
import { repliesNeverMix, ownWordsAreRepeated } from '../../expectations/conversations/never-mixed.ts';
import {
  answersInOrder,
  closesAsRequested,
  hasNoUnrequestedAnswer,
  closesOnlyAsAnnounced,
  nextGetsOwnAnswer,
  nextAlikeGetsAnswer,
} from '../../expectations/wire/next-answer.ts';
import {
  answeredThenVoices,
  voicesOnKeptConnection,
  pipelined,
  refusedThenVoices,
  unknownThenVoices,
  unneededThenVoices,
  voicesReadToEnd,
} from './probes.ts';

/** As many requests as a browser or a small pool of workers has under way. */
const manyAtOnce = 8;

const chatsAtOnce =
  (label: string): ((known: StepInputs) => readonly Call[]) =>
  ({ bot, nonce, seen }) =>
    Array.from({ length: manyAtOnce }, (_, at) => {
      const message = `Please repeat this word: ${nonce(`${label} ${at}`)}`;
      return chatCall('chat', bot, { message, sessionId: greetedSessionIds(seen)[at] });
    });

/** The first `many` requests, and the same requests sent again. */
const roundsOf =
  (many: number) =>
  (seen: Exchanges): readonly [Exchanges, Exchanges] => [seen.slice(0, many), seen.slice(many, 2 * many)];

/**
 * Sends again where all requests were dropped, with nothing else under way: either other requests caused the drop, or
 * these cause it to one another.
 */
const ifAllDropped =
  (step: (known: StepInputs) => readonly Call[]): ((known: StepInputs) => readonly Call[]) =>
  (known) =>
    wereAllDropped(known.seen) ? step(known) : [];

const manyChats: Probe = {
  name: `${manyAtOnce} chats at once`,
  needs: ['token', 'bot'],
  costs: { chats: 4 * manyAtOnce, speeches: 0 },
  pace: 'eachStepAlone',
  steps: [
    chatsAtOnce('word'),
    ifAllDropped(chatsAtOnce('word once more')),
    greetUnlessRepeating(manyAtOnce),
    ifGreeted(chatsAtOnce('word again')),
  ],
};

const short = 'Hello.';
const long = 'The quick brown fox jumps over the lazy dog, and then it does so again, and again, and once more.';

/** In WAV, whose exact length is known. */
const speechesAtOnce = (): readonly Call[] =>
  [short, long].map((text) => speechCall({ text, voice: 'alloy', format: 'wav' }));

const twoSpeeches: Probe = {
  name: 'a short and a long speech at once',
  needs: ['token'],
  // A dropped request may have been charged, and so may each second attempt.
  costs: { chats: 0, speeches: 8 },
  pace: 'eachStepAlone',
  steps: [speechesAtOnce, ifAllDropped(speechesAtOnce)],
};

export const connections = clause('4', 'transport.connections', {
  requirement: 'Each request gets its own answer, whatever else is under way (RFC 9112 9)',
  also: ['4.2', '4.5'],
  checks: {
    'is-usable-after-an-error': {
      title: 'Keeps a connection usable after a refused request, or closes it',
      level: 'MUST',
      requirement: 'The rest of a refused request is not read as the next one (RFC 9112 9.3)',
      control: 'voices.list/needs-no-token',
      probe: refusedThenVoices,
      expect: [onError(nextGetsOwnAnswer)],
      fault: 'unread-body-taken-for-a-request',
    },
    'is-usable-after-an-unneeded-body': {
      title: 'Keeps a connection usable after a body that it need not read, or closes it',
      level: 'MUST',
      requirement: 'The rest of a request that was answered is not read as the next one (RFC 9112 9.3)',
      control: 'voices.list/needs-no-token',
      probe: unneededThenVoices,
      expect: [
        onCall(0, nextGetsOwnAnswer),
        // Where the path accepts any method, both responses carry the list.
        onCall(1, nextAlikeGetsAnswer),
        onCall(2, orConnectionClosed(nextAlikeGetsAnswer)),
      ],
      fault: 'unread-body-for-an-unknown-bot',
      alsoFinds: ['unread-body-of-a-wrong-method', 'unread-body-of-a-get'],
    },
    'is-usable-after-an-unknown-path': {
      title: 'Keeps a connection usable after an unknown path, or closes it',
      level: 'MUST',
      requirement:
        'After an answer comes the answer to the next request, and nothing left from the last (RFC 9112 9.2)',
      control: 'voices.list/needs-no-token',
      probe: unknownThenVoices,
      expect: [nextGetsOwnAnswer],
      fault: 'body-of-404-again-before-the-next',
    },
    'is-usable-after-a-reply': {
      title: 'Keeps a connection usable after a complete chat reply, or closes it',
      level: 'MUST',
      requirement: 'The end of a body is told by a length, by chunks, or by the end of its connection (RFC 9112 6.3)',
      control: 'voices.list/needs-no-token',
      probe: answeredThenVoices('chat'),
      expect: [isComplete, requiringProduct(nextGetsOwnAnswer)],
      fault: 'chat-without-length',
    },
    'is-usable-after-a-stream': {
      title: 'Keeps a connection usable after a complete stream, or closes it',
      level: 'MUST',
      requirement: 'The end of a stream is told by chunks, or by the end of its connection (RFC 9112 6.3)',
      control: 'voices.list/needs-no-token',
      probe: answeredThenVoices('stream'),
      expect: [isComplete, requiringProduct(nextGetsOwnAnswer)],
      fault: 'stream-without-chunks',
    },
    'nothing-comes-unasked': {
      title: 'Sends nothing more on a kept connection after its answer',
      level: 'MUST',
      requirement:
        'Nothing comes on a kept connection before its next request: the client would take it for the answer to that (RFC 9112 9.2)',
      control: 'voices.list/needs-no-token',
      probe: voicesOnKeptConnection,
      expect: [hasNoUnrequestedAnswer],
      fault: 'answer-sent-twice',
    },
    'ends-as-asked': {
      title: 'Closes the connection when asked with Connection: close',
      level: 'MUST',
      requirement: 'A server that is asked with Connection: close closes after its answer (RFC 9112 9.6)',
      control: 'voices.list/needs-no-token',
      probe: voicesReadToEnd,
      expect: [closesAsRequested],
      fault: 'connection-close-ignored',
    },
    'ends-only-as-it-says': {
      title: 'Sends Connection: close if it closes after a refusal',
      level: 'SHOULD',
      requirement: 'A server that is going to close the connection says so (RFC 9112 9.6)',
      control: 'voices.list/needs-no-token',
      probe: refusedThenVoices,
      expect: [closesOnlyAsAnnounced],
      fault: 'closes-unsaid-after-an-error',
    },
    'pipelined-requests-are-answered-in-order': {
      title: 'Answers both of two pipelined requests, in their order',
      level: 'HTTP',
      requirement: 'Answers come in the order of their requests (RFC 9112 9.3.2)',
      control: 'voices.list/needs-no-token',
      probe: pipelined,
      expect: [answersInOrder],
      fault: 'pipelined-second-500',
    },
    'chats-at-once-never-mix': {
      title: 'Eight chats at once succeed and never mix their replies',
      level: 'MUST',
      absence: 'mixing',
      probe: manyChats,
      positiveControl: ownWordsAreRepeated,
      expect: [areSuccesses, areAnsweredConcurrently(roundsOf(manyAtOnce)), repliesNeverMix],
      root: 'alone',
      fault: 'chats-coalesced',
      alsoFinds: ['chats-at-once-dropped', 'chats-swapped'],
    },
    'speeches-at-once-never-mix': {
      title: 'Gives a short text shorter audio than a long one sent at the same time',
      level: 'MUST',
      probe: twoSpeeches,
      expect: [
        areSuccesses,
        areAnsweredConcurrently(roundsOf(2)),
        isShorter({ at: 0, words: 'the short text' }, { at: 1, words: 'the long one' }),
      ],
      root: 'alone',
      fault: 'speeches-coalesced',
      alsoFinds: ['speeches-at-once-dropped', 'speeches-swapped'],
    },
  },
});
