import { Type } from 'typebox';
import { amount, count, integer, list, number, object, optional, pair, text, enumOf } from '../parts.ts';

const time = (description: string) => number(description);
const maybeTime = (description: string) => optional(time(description));

const fields = {
  id: text('As it was sent as x-request-id.'),
  index: integer(),
  operation: text(),
  intended: time('Milliseconds since t0, as all times here.'),
  sent: maybeTime('Absent: it was not sent.'),
  headers: maybeTime('When they arrived.'),
  firstEvent: maybeTime('The first with data.'),
  firstContent: maybeTime('The first with text of the reply.'),
  firstContentAtLeast: maybeTime('It came between this and `firstContent`; absent where that is when it came.'),
  events: list(number(), 'Arrivals of the first 200.'),
  eventCount: count(),
  end: time('When the answer ended, or the failure was known.'),
  outcome: text(),
  status: optional(integer()),
  because: optional(text()),
};

export const requestShown = object(fields);

const stalled = object({
  ...fields,
  gapMs: time('The longest gap between two of its events is at least this.'),
  gapAtMostMs: maybeTime(
    'And at most this, where events came in one read with later ones; absent where it is the same.',
  ),
});

export const requestsShown = object('The requests that the report shows one by one.', {
  by: enumOf(['ttft', 'e2e'], 'The time that `slowest` and `points` are of.'),
  slowest: list(requestShown, 'Of the measured ones that were answered; the slowest first.'),
  stalled: optional(
    list(
      stalled,
      'Of the measured streams that were answered: five with the longest gaps between events, the longest first; of gaps known only as a range, by what they are at least.',
    ),
  ),
  failed: list(requestShown, 'The first that failed of each cause, of any phase.'),
  endedInError: optional(
    list(requestShown, 'The first complete streams, of any phase, that ended in an event with an error object.'),
  ),
  points: list(
    Type.Unsafe<[intendedMs: number, ms: number, atLeastMs?: number]>({
      type: 'array',
      items: { type: 'number' },
      minItems: 2,
      maxItems: 3,
    }),
    'Intended time and time of up to 1,000 answers of any phase, chosen at random. A third number: the time is at least this, and at most the second.',
  ),
  failures: list(number(), 'Intended times of up to 400 failures of any phase, chosen at random.'),
  outcomes: list(
    object({
      outcome: text(),
      n: count(),
      unmeasured: optional(count('Those of them that are in no figure, as of the warm-up. Absent if none.')),
      firstMs: time('When the first of them was intended.'),
      lastMs: time('When the last of them was intended.'),
      measuredMs: optional(pair('The same of those that are in figures, where some are in none.')),
      because: optional(text('Of the first one.')),
    }),
    'What failed from when to when, in any phase; the earliest first. Statuses beyond 30 are counted together, as `other outcomes`.',
  ),
});

export const driftPart = object({
  fromMs: time('Since t0.'),
  toMs: time('Since t0.'),
  n: count('Of `points`.'),
  p50Ms: time('The median of their times.'),
  interval: pair('Its 95 % interval, of independent answers.'),
});

export const drift = object(
  'The first and the last third of the measured time. Absent unless the last is slower by more than chance makes likely.',
  {
    of: enumOf(['ttft', 'e2e']),
    first: driftPart,
    last: driftPart,
  },
);

export const settling = object(
  'The first and the last third of the measured time. Absent unless the first is slower by more than chance makes likely.',
  {
    of: enumOf(['ttft', 'e2e']),
    first: driftPart,
    last: driftPart,
    settledByMs: optional(
      amount(
        'By when answers were no slower than in the last third, since t0. Absent if they were still getting faster.',
      ),
    ),
  },
);
