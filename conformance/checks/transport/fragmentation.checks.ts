import { chatCall } from '../../model/calls.ts';
import { clause } from '../../model/check.ts';
import type { Probe } from '../../model/probe.ts';
import { connectionClose } from '../../http/raw-text.ts';
import { readsLettersInPieces } from '../../expectations/words/letters-in-pieces.ts';
import { areSuccesses } from '../../expectations/statuses/is-success.ts';
import { bodyTextOf, rawHeadOf, contentLengthField, asRawCall } from './probes.ts';

const letter = 'é';

/** As in a network, where packets may split a request at any byte. */
const inPieces: Probe = {
  name: 'chat in one piece, and in two that are cut within a letter',
  needs: ['token', 'bot'],
  costs: { chats: 2, speeches: 0 },
  steps: [false, true].map((isTorn) => ({ bot }) => {
    const call = chatCall('chat', bot, { message: `Please repeat this word: caf${letter}` });
    const text = rawHeadOf(call, contentLengthField(call), connectionClose) + bodyTextOf(call);
    return [isTorn ? asRawCall(call, { sends: [text], tears: letter }) : call];
  }),
};

export const pieces = clause('4', 'transport.fragmentation', {
  requirement: 'A body is all that its length says, however many packets it comes in (RFC 9112 6.3)',
  also: ['4.2'],
  checks: {
    'are-waited-for': {
      title: 'Accepts a chat body that arrives in two pieces',
      level: 'MUST',
      control: 'chat.request/accepts-least',
      probe: inPieces,
      expect: [areSuccesses],
      fault: 'body-ends-with-its-first-piece',
    },
    'are-read-as-one-text': {
      title: 'Decodes a UTF-8 letter split between two packets of a chat body',
      level: 'MUST',
      requirement: 'The body is one text of UTF-8 (RFC 8259 8.1), whose letters packets may cut',
      control: 'chat.request/accepts-least',
      probe: inPieces,
      expect: [readsLettersInPieces],
      fault: 'body-decoded-piece-by-piece',
    },
  },
});
