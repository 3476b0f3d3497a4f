import { longText } from '../chat/text.checks.ts';
import { chatCall, nameOf } from '../core/calls.ts';
import { repeatPlease, stream } from '../chat/probes.ts';
import type { Probe } from '../core/probe.ts';

/**
 * Letters of one to four bytes between two words: a server that cuts or re-codes its text by the byte breaks one of them.
 * The chat is what the stream, the last exchange, is compared with.
 */
export const manyLetters: Probe = {
  name: 'chat and stream of many letters',
  needs: ['token', 'bot'],
  costs: { chats: 2, speeches: 0 },
  steps: (['chat', 'stream'] as const).map((operation) => ({ bot, nonce }) => [
    chatCall(operation, bot, { message: repeatPlease('é ü ñ – “quoted” – 漢字仮名 – 👩‍👩‍👧 – שלום', nonce) }),
  ]),
};

/** A reply past the buffers that a short one fits into. */
export const longStream = stream({ message: longText });

/** For a client that says it can inflate, as browsers do. */
export const compressible = stream(undefined, { extra: [['accept-encoding', 'gzip, deflate, br']] });

/**
 * Lines to be repeated, as a chat and then as a stream: two words and a third on the next line, one without a mark before
 * it, as pieces of some words would hide the loss of a mark only, one with a colon, one that begins with it, and one
 * behind an empty line.
 */
export const severalLines: Probe = {
  name: 'chat and stream of several lines',
  needs: ['token', 'bot'],
  costs: { chats: 2, speeches: 0 },
  steps: (['chat', 'stream'] as const).map((operation) => ({ bot, nonce }) => {
    const [one, two, three, four, five, six, seven] = ['1', '2', '3', '4', '5', '6', '7'].map(nonce);
    const lines = `${one} ${two}\n- ${three}\n${four}\n${five}: yes\n: ${six}\n\n${seven}`;
    return [chatCall(operation, bot, { message: `Please repeat exactly: ${lines}` })];
  }),
};

/**
 * Long enough to come in pieces and to overlap with another reply, and over well within the time limit: a model that is
 * asked for a story writes for a minute.
 */
export const afterwards = 'tell me in three short sentences what a lighthouse is for';

/**
 * One wish as a short stream, as a longer one and as a chat, at once and with nothing else under way: so that their times
 * can be compared, and that what one says in another's reply is seen.
 */
export const threeWays: Probe = {
  name: nameOf('two streams and a chat at once'),
  needs: ['token', 'bot'],
  costs: { chats: 3, speeches: 0 },
  alone: true,
  steps: [
    ({ bot, nonce }) => {
      const wish = (label: string): string => `Please repeat this word: ${nonce(label)}`;
      const more = `, and then ${afterwards}.`;
      return [
        chatCall('stream', bot, { message: wish('left') }),
        chatCall('stream', bot, { message: wish('right') + more }),
        chatCall('chat', bot, { message: wish('whole') + more }),
      ];
    },
  ],
};

/** A client that closes its connection at the first piece of a stream, then somebody who waits for the whole of his. */
export const leftEarly: Probe = {
  name: 'stream after one that was left',
  needs: ['token', 'bot'],
  costs: { chats: 2, speeches: 0 },
  alone: true,
  steps: ['left', 'next'].map((label) => ({ bot, nonce }) => [
    chatCall(
      'stream',
      bot,
      { message: `Please ${afterwards}, and repeat this word at the end: ${nonce(label)}` },
      label === 'left' ? { leaveAfter: 1 } : {},
    ),
  ]),
};

/** Requests that one service takes and another refuses, each as a chat and as a stream. */
export const asChatAndStream: Probe = {
  name: 'open questions as chats and as streams',
  needs: ['token', 'bot'],
  costs: { chats: 6, speeches: 0 },
  steps: [
    ({ bot }) =>
      [
        { message: '' },
        { message: 'Hello!', sessionId: 'no-such-session-a7c2' },
        { message: 'Hello!', unknownField: 1 },
      ].flatMap((body) => [chatCall('chat', bot, body), chatCall('stream', bot, body)]),
  ],
};
