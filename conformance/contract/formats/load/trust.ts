import { Type } from 'typebox';
import type { LoadComparison } from '../compare.ts';
import { bounds, distribution } from './distribution.ts';
import { amount, count, object, partOf, text, texts, time, words } from '../parts.ts';

export const validity = Type.Union(
  [
    object({
      is: Type.Literal('valid'),
      notes: texts('They qualify the figures, and change no verdict.'),
    }),
    object({
      is: Type.Literal('invalid'),
      reasons: Type.Array(
        object({
          code: words([
            'incomplete',
            'interrupted',
            'nothingMeasured',
            'dispatchLag',
            'notSent',
            'unvouched',
            'cpu',
            'canary',
            'clockSteps',
            'apart',
            'extraLoad',
            'tooFewSamples',
            'otherSchedule',
            'clientErrors',
          ]),
          because: text(),
        }),
        { minItems: 1 },
      ),
      notes: texts('They qualify the figures, and change no verdict.'),
    }),
  ],
  { description: 'Whether the instrument can be believed.' },
);

export const breakdown = object(
  {
    of: words(['ttft', 'ttfe', 'e2e'], {
      description: 'Without a rule that tells the first token, the first event counts; `e2e` in a run without streams.',
    }),
    n: Type.Integer({ minimum: 1 }),
    transmitted: count('Requests of which the kernel said when it sent their last byte.'),
    roundTrips: count('Requests on connections whose round trip is known.'),
    claims: count('Answers with a Server-Timing.'),
    claimsBeyond: count('Of those, the ones that claim more than passed.'),
    clientMs: distribution,
    near: Type.Array(
      object({
        percent: words([50, 95, 99]),
        n: Type.Integer({ minimum: 1 }),
        totalMs: amount('The sum of its parts.'),
        partsMs: object(
          {
            lag: amount('Ours: until it was sent.'),
            dns: amount('Opening its connection, where it opened one.'),
            connect: amount('The same.'),
            tls: amount('The same.'),
            wait: Type.Optional(
              amount('The rest of the time until there was a connection; absent in files of older runs.'),
            ),
            client: amount('Ours: until the kernel sent its last byte; in the rest where the kernel does not say.'),
            way: amount('One round trip, the shortest that TCP saw on the connection.'),
            server: amount("By the answer's Server-Timing, believed up to what is left."),
            rest: amount('What nobody accounts for.'),
          },
          { description: 'In the order in which they pass.' },
        ),
        receiveMs: Type.Optional(amount("After the total: from the kernel's receipt until the program had it.")),
      }),
      {
        description:
          'Means over the requests nearest to a percentile: those within a quarter of what lies above it, on both sides.',
      },
    ),
  },
  {
    description:
      'Whose milliseconds the time to first token is made of, over the measured streams that were answered; in a run without streams those of the E2E latency.',
  },
);

export const canary = object(
  {
    ratePerS: amount(),
    events: count(),
    errorMs: object(
      {
        p50: Type.Number(),
        p95: Type.Number(),
        p99: Type.Number(),
        max: Type.Number(),
      },
      { description: 'Arrival timestamp minus true time.' },
    ),
  },
  { description: 'A stream from a local emitter whose true times are known, read during the load.' },
);

export const calibration = object(
  {
    machine: text(),
    maxRatePerS: amount(),
    maxStreams: count(),
    errorP99Ms: amount(),
    at: time(),
  },
  { description: 'Up to which load this machine observes within 1 ms at p99.' },
);

export const charging = object({
  is: words(['right', 'more', 'less'], {
    description: 'The charge, compared with the cost of the answers; right if both may be the same.',
  }),
  due: bounds(
    'Cost of the answers in credits, at least and at most: the document does not show whether a request without an answer is charged.',
  ),
  charged: bounds('Credits that were charged, at least and at most.'),
  says: text(),
  ordered: Type.Number({ description: 'The credits that the workspace was made with.' }),
  closing: object(
    {
      answered: count(),
      failed: count(),
      spent: Type.Boolean({ description: 'Whether one was refused with 402.' }),
    },
    { description: 'Chats of 1 credit each, sent after the run until one was refused with 402.' },
  ),
});

export const auditPart = object(
  {
    is: words(['same', 'differs', 'undecided'], {
      description: '`undecided`: not even a difference of half would have shown.',
    }),
    requests: count('Measured.'),
    quantities: Type.Array(partOf<LoadComparison['quantities'][number]>('compare#/$defs/quantity')),
  },
  { description: 'Requests of an audit, B, held against the others of the run, A.' },
);

export const environment = object(
  {
    assay: text(),
    node: text(),
    k6: Type.Optional(text()),
    client: Type.Optional(text('A digest of the sources that k6 was built from with the stream client.')),
    machine: text(),
    memoryGb: Type.Optional(amount()),
    embedded: Type.Boolean({ description: "The target was assay's own reference service." }),
  },
  { description: 'The software and the machine that measured.' },
);
