import { Type } from 'typebox';
import type { LoadComparison } from '../compare.ts';
import { distribution } from './distribution.ts';
import {
  amount,
  boolean,
  count,
  nonEmptyList,
  list,
  number,
  object,
  optional,
  pair,
  partOf,
  positive,
  text,
  texts,
  time,
  enumOf,
} from '../parts.ts';

export const validity = Type.Union(
  [
    object({
      is: Type.Literal('valid'),
      notes: texts('They qualify the figures, and change no verdict.'),
    }),
    object({
      is: Type.Literal('invalid'),
      reasons: nonEmptyList(
        object({
          code: enumOf([
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
      ),
      notes: texts('They qualify the figures, and change no verdict.'),
    }),
  ],
  { description: 'Whether the instrument can be believed.' },
);

export const breakdown = object(
  'Whose milliseconds the time to first token is made of, over the measured streams that were answered; in a run without streams those of the E2E latency.',
  {
    of: enumOf(
      ['ttft', 'ttfe', 'e2e'],
      'Without a rule that tells the first token, the first event counts; `e2e` in a run without streams.',
    ),
    n: positive(),
    transmitted: count('Requests of which the kernel said when it sent their last byte.'),
    roundTrips: count('Requests on connections whose round trip is known.'),
    claims: count('Answers with a Server-Timing.'),
    claimsBeyond: count('Of those, the ones that claim more than passed.'),
    clientMs: distribution,
    near: list(
      object({
        percent: enumOf([50, 95, 99]),
        n: positive(),
        totalMs: amount('The sum of its parts.'),
        partsMs: object('In the order in which they pass.', {
          lag: amount('Ours: until it was sent.'),
          dns: amount('Opening its connection, where it opened one.'),
          connect: amount('The same.'),
          tls: amount('The same.'),
          wait: optional(amount('The rest of the time until there was a connection; absent in files of older runs.')),
          client: amount('Ours: until the kernel sent its last byte; in the rest where the kernel does not say.'),
          way: amount('One round trip, the shortest that TCP saw on the connection.'),
          server: amount("By the answer's Server-Timing, believed up to what is left."),
          rest: amount('What nobody accounts for.'),
        }),
        receiveMs: optional(amount("After the total: from the kernel's receipt until the program had it.")),
      }),
      'Means over the requests nearest to a percentile: those within a quarter of what lies above it, on both sides.',
    ),
  },
);

export const canary = object('A stream from a local emitter whose true times are known, read during the load.', {
  ratePerS: amount(),
  events: count(),
  errorMs: object('Arrival timestamp minus true time.', {
    p50: number(),
    p95: number(),
    p99: number(),
    max: number(),
  }),
});

export const calibration = object('Up to which load this machine observes within 1 ms at p99.', {
  machine: text(),
  maxRatePerS: amount(),
  maxStreams: count(),
  errorP99Ms: amount(),
  at: time(),
});

export const charging = object({
  is: enumOf(
    ['right', 'more', 'less'],
    'The charge, compared with the cost of the answers; right if both may be the same.',
  ),
  due: pair(
    'Cost of the answers in credits, at least and at most: the document does not show whether a request without an answer is charged.',
  ),
  charged: pair('Credits that were charged, at least and at most.'),
  says: text(),
  ordered: number('The credits that the workspace was made with.'),
  closing: object('Chats of 1 credit each, sent after the run until one was refused with 402.', {
    answered: count(),
    failed: count(),
    spent: boolean('Whether one was refused with 402.'),
  }),
});

export const auditPart = object('Requests of an audit, B, held against the others of the run, A.', {
  is: enumOf(['same', 'differs', 'undecided'], '`undecided`: not even a difference of half would have shown.'),
  requests: count('Measured.'),
  quantities: list(partOf<LoadComparison['quantities'][number]>('compare#/$defs/quantity')),
});

export const environment = object('The software and the machine that measured.', {
  assay: text(),
  node: text(),
  k6: optional(text()),
  client: optional(text('A digest of the sources that k6 was built from with the stream client.')),
  machine: text(),
  memoryGb: optional(amount()),
  embedded: boolean("The target was assay's own reference service."),
});
