import { Type } from 'typebox';
import type { LoadSettings } from './settings.ts';
import {
  addedLater,
  amount,
  boolean,
  count,
  nonEmptyText,
  integer,
  list,
  number,
  object,
  optional,
  partOf,
  text,
  enumOf,
  type Format,
  type Of,
} from '../parts.ts';

const header = object('The first line.', {
  schema: Type.Literal('assay.requests/1'),
  t0UnixNs: amount(),
  t0MonotonicNs: optional(amount('On CLOCK_MONOTONIC; absent if the system has none.')),
  seed: integer(),
  run: text(),
  scenario: text(),
  stamps: enumOf(['user', 'kernel']),
  segment: optional(text('The part of the schedule in this file, such as `0:1/2`; absent if it is the whole.')),
  clockOffsetNs: optional(number('CLOCK_REALTIME minus CLOCK_MONOTONIC when the run began.')),
  settings: partOf<LoadSettings>('load#/$defs/settings'),
});

const record = Type.Object(
  {
    id: nonEmptyText('Also sent as x-request-id.'),
    index: integer("Place in the schedule, global over all segments; below 0 for the canary's."),
    scenario: text(),
    intended: amount('Milliseconds since t0, as all times here; a time is absent if it did not happen.'),
    sent: optional(amount()),
    headers: optional(amount('Arrival of the response header.')),
    firstByte: optional(amount('First byte of the body.')),
    events: Type.Array(amount(), {
      maxItems: 100000,
      description: 'Arrival of each event that the WHATWG rules dispatch.',
    }),
    eventsDropped: addedLater(count('Events beyond those kept.')),
    firstEvent: optional(amount('The first event with data.')),
    firstContent: optional(
      amount(
        "The first event with text of the reply, by the rule of the header's settings; white space before the rest of the reply is none; in older files, which have no firstEvent, the first event with data.",
      ),
    ),
    others: optional(
      list(
        count(),
        'The positions in `events` of those without text of the reply, ascending; absent if there is none, or no rule.',
      ),
    ),
    end: amount(),
    status: optional(count()),
    outcome: nonEmptyText(
      "`ok`, or what went wrong; `wrong` too if the answer's audio was found so after the run. Records of older runs say `ok` there, and so may those of a full disk: samples.json names these answers.",
    ),
    because: optional(text()),
    lacked: optional(
      enumOf(
        ['port', 'handle'],
        'What the machine that sent it had none of left: the failure tells nothing of the service.',
      ),
    ),
    judged: optional(
      text(
        'What a complete answer was judged by, separated by blanks: `shape` (its JSON), `letters` (UTF-8), `others` (no mark of another request), `own` (both marks of its own), `session` (that of no other conversation), `noError` (named only if a stream ended in an event with an error object, which makes no answer wrong), `recall` (the turn before is repeated), `format`, `whole`, `sound`, `sounds` (not those of another request) `length` (of audio) and `decoded` (after the run, of a few spoken answers).',
      ),
    ),
    broke: optional(text('The rules that a wrong answer broke.')),
    answerKept: optional(text('The file in `wrong` that holds the bytes of a wrong answer.')),
    contentChars: optional(count("Code points of a stream's reply, by the rule of the settings (`content`).")),
    firstContentChars: optional(
      count('Those of them that the first event with text of it brought; absent in records of older runs.'),
    ),
    bytes: count('Of the body.'),
    coalesced: count(),
    reused: boolean('The connection was used before.'),
    protocol: optional(
      text('Of the answer, such as `HTTP/1.1` or `HTTP/2.0`; absent if no head came, and in records of older runs.'),
    ),
    tls: optional(text('The version of TLS below it, such as `TLS 1.3`; absent if the connection was plain.')),
    operation: optional(text('What it does, in a scenario of several operations.')),
    early: optional(count('Events known only to have arrived between the previous read and the timestamp.')),
    earlyAt: optional(
      list(
        count(),
        'The positions of these in `events`, ascending; absent if there is none, and in records of older runs.',
      ),
    ),
    ownDelay: optional(amount('The largest user timestamp minus kernel timestamp of its reads that carried events.')),
    stamps: optional(enumOf(['user', 'kernel'], "Given if it differs from the header's.")),
    dnsMs: optional(amount('Only if the request opened its connection.')),
    connectMs: optional(amount('Only if the request opened its connection.')),
    tlsMs: optional(amount('Only if the request opened its connection.')),
    waitedMs: optional(
      amount(
        'The rest of the time until the request had a connection, as if one was still being opened and another came free first. Absent if one was free at once, and in records of older runs.',
      ),
    ),
    session: optional(text()),
    credits: optional(amount('What it costs at most.')),
    chars: optional(count('Characters to speak.')),
    audioSeconds: optional(amount("The audio's length, as decoded.")),
    format: optional(text('The requested audio format.')),
    audioFlag: optional(Type.Unsafe<string>(enumOf(['silent', 'doubled', 'unreadable']))),
    audioSample: optional(text('The file that keeps it.')),
    transmitted: optional(
      amount("When the kernel of this machine sent the request's last byte; absent if it is not known."),
    ),
    rttMs: optional(amount('The shortest round trip that TCP saw on the connection.')),
    serverMs: optional(amount('What the Server-Timing of the answer claims: its `total`, or the sum of its entries.')),
    receiveMs: optional(
      amount(
        "From the kernel's receipt of the first content (without a rule, of the first event) until the program had it: in no time of the record.",
      ),
    ),
  },
  { description: 'One request. Scenarios may add fields of their own.' },
);

const requestsLine = Type.Union([header, record]);

/** The first line of requests.ndjson. */
export type RequestsHeader = Of<typeof header>;
/** Any further line; times are milliseconds since t0, and absent where what they time did not happen. */
export type RequestRecord = Of<typeof record>;

export const requestsFormat: Format = {
  name: 'requests',
  title: 'assay.requests/1',
  description: 'A line of requests.ndjson: the first is the header, every other one a request.',
  form: requestsLine,
  parts: { header, record },
};
