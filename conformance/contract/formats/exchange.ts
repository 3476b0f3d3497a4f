import { Type } from 'typebox';
import {
  amount,
  boolean,
  count,
  nonEmptyText,
  flag,
  integer,
  list,
  object,
  optional,
  positive,
  text,
  time,
  enumOf,
  type Format,
  type Of,
} from './parts.ts';

const headersOf = (description: string) =>
  Type.Unsafe<[name: string, value: string][]>({
    type: 'array',
    items: {
      type: 'array',
      prefixItems: [
        { type: 'string', description: 'Name, as spelled on the wire.' },
        { type: 'string', description: 'Value.' },
      ],
      items: false,
      minItems: 2,
      maxItems: 2,
    },
    description,
  });
const headers = headersOf('Header fields in their order on the wire.');

const base64 = Type.String({
  contentEncoding: 'base64',
  pattern: '^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$',
});
const body = Type.Union([object({ text: text() }), object({ base64 })], {
  description: 'Bytes: as text if they are UTF-8, else as base64.',
});
/** Bytes as a line of JSON stores them. */
export type RecordedBody = Of<typeof body>;

const request = object('As sent, except that every secret is its placeholder, such as `${ASSAY_TOKEN}`.', {
  method: text(),
  url: text(),
  headers,
  body,
  raw: optional(text('Every byte that was sent, if no HTTP client wrote the request.')),
  noResponse: optional(
    enumOf(['closing', 'any'], 'Which missing response is part of what is judged: a closed connection, or any.'),
  ),
  revealsBody: flag('Placeholders in the body were replaced.'),
});
export type RecordedRequest = Of<typeof request>;

const onWire = object('Parts of an answer that HTTP clients hide; only if the request was sent raw.', {
  version: Type.String({ description: 'Such as `1.1`.', pattern: '^\\d\\.\\d$' }),
  interim: list(integer(), 'Statuses of the interim answers before it (RFC 9110 15.2).'),
  rest: text('Everything after the answer, each byte one character (latin1).'),
  closed: boolean('The service closed the connection.'),
  hasty: boolean('A further part of the request was sent although the parts before it had no answer.'),
});

const othersWaited = flag(
  'It fell silent, and for at least half of that time no header came for another request of the run either: the target may have stood still for all.',
);

const answer = object('A response, its body exactly as received.', {
  is: Type.Literal('answer'),
  status: Type.Integer({ minimum: 100, maximum: 999 }),
  headers,
  headersAtMs: amount('Milliseconds after the request began, as all times here.'),
  body,
  chunks: list(object({ atMs: amount('Arrival.'), bytes: count('Body bytes that arrived together.') })),
  trailers: optional(headersOf('Fields behind a chunked body, in their order; absent if there were none.')),
  ending: enumOf(
    ['complete', 'cut', 'broken', 'tooLong', 'timeout', 'unkept', 'left'],
    'How the body ended: by its framing, by a dropped connection, at invalid framing, at a limit of assay, or because the probe disconnects early. `unkept`: by its framing too, and only its beginning is kept.',
  ),
  brokenBy: optional(text('What is wrong with the framing; only where the ending is `broken`.')),
  othersWaited,
  stalledMs: amount('The longest time, in milliseconds, in which assay itself was too busy to see anything arrive.'),
  endedAtMs: amount('The end of the body.'),
  onWire: optional(onWire),
});
export type RecordedAnswer = Of<typeof answer>;

const noAnswer = object('No response header arrived; with `left`, because the probe disconnects before one.', {
  is: Type.Literal('noAnswer'),
  because: enumOf([
    'refused',
    'unreachable',
    'dns',
    'tls',
    'dropped',
    'malformed',
    'notHttp',
    'tooMuch',
    'timeout',
    'interrupted',
    'left',
  ]),
  code: optional(text('The error code of the system, or of the library that knows it.')),
  detail: text('The error in words.'),
  proxy: optional(text('Host and port of the proxy, if it was that which could not be reached.')),
  othersWaited,
  endedAtMs: amount('When that was detected.'),
});
export type NoAnswer = Of<typeof noAnswer>;

const role = enumOf(
  [
    'left',
    'stays',
    'byItself',
    'control',
    'behindControl',
    'alone',
    'begins',
    'asks',
    'soon',
    'meanwhile',
    'late',
    'foreign',
    'lockout',
    'generated',
    'tokenLook',
    'botListing',
    'connectionLook',
  ],
  'What it is among the requests of its probe, where that is judged by it: `left` is not waited for, `stays` runs beside those, `byItself` after them; `control` needs no memory, `behindControl` follows one that was not answered with its word; `alone` begins a session with no other beside it; `begins` begins a session and `asks` goes on with it; `soon`, `meanwhile`, `late` and `foreign` are sent in a session of another workspace; `lockout` looks whether its owner is still let in; `generated` is a generated case; `tokenLook` looks whether the token of the run is still let in, `botListing` which bots a workspace has, and `connectionLook` whether a second connection is served beside one that is kept.',
);

const sentAs = object('Only if the probe was sent under another name than its own, which keeps its exchanges apart.', {
  of: text('Its name as it is planned.'),
  again: optional(
    enumOf(
      ['byItself', 'onceMore'],
      'It was sent once more: with nothing else between its requests, or to see whether what it showed comes and goes.',
    ),
  ),
  after: optional(text('The exchange that fell silent, after which it was sent to see whether anything answers.')),
});
export type SentAs = Of<typeof sentAs>;

const exchange = object({
  id: nonEmptyText('`<probe>#<step>`, with `.<attempt>` from the second attempt on.'),
  probe: text(),
  sentAs: optional(sentAs),
  place: positive('Which request of its probe it is, from 1 on.'),
  role: optional(role),
  operation: enumOf(['bots', 'chat', 'stream', 'voices', 'speech', 'other']),
  attempt: positive(),
  startedAt: time(),
  firstStartedAt: optional(time('When the first attempt began, if this is a later one.')),
  firstLost: optional(
    enumOf(
      ['refused', 'dropped'],
      'Of a later attempt: the first was refused as a connection, or its connection was dropped.',
    ),
  ),
  behind: optional(
    text(
      'The exchange before it on the same kept connection; absent for the first on one, and where that is not known.',
    ),
  ),
  waited: flag(
    'Nothing of an answer came in time, or no end of it while others waited too, as it was behind others of ours: what counts is the next try of it, or of its whole probe, made alone.',
  ),
  othersLost: flag(
    'Its answer broke off in the moment in which the connections of other requests were dropped or refused, or a gateway said that nothing is behind it: an outage, and what counts is the next try.',
  ),
  inFlight: optional(
    Type.Integer({
      minimum: 2,
      description:
        'The most requests of the run in flight with it, itself included, where nothing of an answer came in time.',
    }),
  ),
  masked: flag('It contained a secret, so it is not byte by byte what was judged. Absent if it contained none.'),
  request,
  response: Type.Union([answer, noAnswer]),
});
/** A line of `exchanges.ndjson`. */
export type ExchangeLine = Of<typeof exchange>;

export const exchangeFormat: Format = {
  name: 'exchange',
  title: 'An exchange',
  description: 'A line of exchanges.ndjson: one request and its response. Secrets are masked.',
  form: exchange,
  parts: { headers, body, answer, noAnswer },
};
