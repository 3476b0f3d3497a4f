import { clause } from '../core/check.ts';
import { chatWithUnknownBot, stream } from '../chat/probes.ts';
import { chatCall, nameOf } from '../core/calls.ts';
import type { Probe } from '../core/probe.ts';
import { arrivesOverTime } from '../expect/arrives-over-time.ts';
import { hasErrorEnvelope } from '../expect/has-error-envelope.ts';
import { isComplete } from '../expect/is-complete.ts';
import {
  decodes,
  eachHasData,
  endsItsLastEvent,
  hasEventWithData,
  isUtf8Stream,
  saysEventStream,
} from '../expect/is-event-stream.ts';
import { isRefusal } from '../expect/is-refusal.ts';
import { areSuccesses, isSuccess } from '../expect/is-success.ts';
import { eventLayoutSeen } from '../expect/observed.ts';
import { neverMixed } from '../expect/never-mixed.ts';

/** Letters of one to four bytes: a server that cuts or re-codes its text by the byte breaks one of them. */
const manyLetters = stream({ message: 'Say: é ü ñ – “quoted” – 漢字 – 👩‍👩‍👧 – שלום' });

/** With nothing else under way, so that arrivals are seen when they happen. */
const timedStream: Probe = { ...stream({ message: 'Please tell me a story of some length.' }), alone: true };

const twoAtOnce: Probe = {
  name: nameOf('two streams at once'),
  needs: ['token', 'bot'],
  costs: { chats: 2, speeches: 0 },
  alone: true,
  steps: [
    ({ bot, nonce }) =>
      ['left', 'right'].map((side) => chatCall('stream', bot, { message: `Please repeat this word: ${nonce(side)}` })),
  ],
};

export const streamed = clause('4.3', 'stream.response', {
  says: 'The response is text/event-stream (server-sent events) carrying the streamed reply',
  also: ['6.1'],
  checks: {
    succeeds: { level: 'MUST', probe: stream(), expect: [isSuccess], fault: 'stream-fails-500' },
    'says-event-stream': {
      level: 'MUST',
      probe: stream(),
      expect: [saysEventStream],
      fault: 'stream-content-type-json',
    },
    'has-an-event-with-data': {
      level: 'MUST',
      probe: stream(),
      expect: [hasEventWithData],
      fault: 'stream-without-events',
    },
    'has-no-bare-lines': {
      level: 'MUST',
      says: 'Server-sent events are fields and blank lines; other lines are thrown away (WHATWG HTML 9.2)',
      probe: stream(),
      expect: [hasEventWithData],
      fault: 'stream-bare-json-lines',
    },
    'ends-its-last-event': {
      level: 'MUST',
      probe: stream(),
      expect: [endsItsLastEvent],
      fault: 'stream-last-event-unterminated',
    },
    'is-utf8': { level: 'MUST', probe: manyLetters, expect: [isUtf8Stream], fault: 'stream-invalid-utf8' },
    ends: { level: 'MUST', probe: stream(), expect: [isComplete], fault: 'stream-never-ends' },
    'content-coding-is-true': { level: 'MUST', probe: stream(), expect: [decodes], fault: 'stream-gzip-lie' },
    'arrives-over-time': { level: 'SHOULD', probe: timedStream, expect: [arrivesOverTime], fault: 'stream-buffered' },
    'two-at-once-never-mix': {
      level: 'MUST',
      probe: twoAtOnce,
      expect: [areSuccesses, neverMixed, eachHasData],
      fault: 'streams-mixed',
    },
  },
  observations: {
    layout: { says: 'Event kinds and payload shapes: not shown', probe: stream(), see: eventLayoutSeen },
  },
});

export const refusals = clause('4.3', 'stream.request', {
  says: 'Same path parameter, headers and request body as 4.2',
  also: ['2.2', '7.1'],
  checks: {
    'refuses-absent-message': {
      level: 'MUST',
      twin: 'stream.response/succeeds',
      probe: stream({}),
      expect: [isRefusal, hasErrorEnvelope],
      fault: 'stream-error-as-event',
    },
    'refuses-number': {
      level: 'MUST',
      twin: 'stream.response/succeeds',
      probe: stream({ message: 42 }),
      expect: [isRefusal, hasErrorEnvelope],
      fault: 'stream-message-coerced',
    },
    'refuses-unknown-bot': {
      level: 'MUST',
      twin: 'stream.response/succeeds',
      probe: chatWithUnknownBot('stream'),
      expect: [isRefusal, hasErrorEnvelope],
      fault: 'stream-unknown-bot-answered',
    },
  },
});
