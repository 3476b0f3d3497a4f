import { Type } from 'typebox';
import { interval, share } from './distribution.ts';
import { figureMembers } from './figures.ts';
import {
  amount,
  count,
  flag,
  list,
  number,
  object,
  optional,
  positive,
  described,
  text,
  enumOf,
  type Of,
} from '../parts.ts';

/** Why the samples do not decide a bound, whatever was observed. */
const undecided = object('The 95 % confidence interval has both sides of the bound, or there is none.', {
  is: enumOf(
    ['tooFew', 'tooClose'],
    'The samples are too few, or the observed value is too close to the bound for any number to be told.',
  ),
  requests: optional(
    positive(
      'About how many measured requests would decide it in 9 of 10 runs, if the true value is the observed one.',
    ),
  ),
  atLeast: flag('A confidence interval needs at least so many; whether they decide the bound shows only then.'),
});

/** One bound in parts: what its text says. */
const sloBound = object({
  quantity: text('As `--slo` names it, such as `ttft`.'),
  statistic: optional(
    Type.Union([object({ percent: number('A percentile: 99.9 is p99.9.') }), enumOf(['mean', 'max'])], {
      description: 'Absent for shares and rates.',
    }),
  ),
  relation: enumOf(['<', '<=', '>', '>=']),
  bound: number('In `unit`; seconds are kept as milliseconds.'),
  unit: enumOf(['ms', '%', '/s', '']),
});

export const slo = object({
  text: text(),
  is: enumOf(['met', 'violated', 'inconclusive']),
  bounds: list(
    object({
      text: text(),
      of: sloBound,
      is: enumOf(['met', 'violated', 'inconclusive']),
      value: optional(number('In the unit of the bound. Absent, with `failed`, if it is that of a failed request.')),
      failed: optional(
        described(
          'Present if requests failed: the value is then the percentile of all requests, and each failed one counts as slower than every answer. Their share of the `n` requests that ask for the quantity.',
          share,
        ),
      ),
      best: optional(
        number(
          'The best that it may be, where it is known only to lie between two values, since events were read together; `value` is the worst.',
        ),
      ),
      interval: optional(interval),
      because: optional(text('Why it is inconclusive.')),
      undecided: optional(undecided),
      step: optional(count('Position in `steps` of the step with this value, the worst; present if the rate changes.')),
    }),
  ),
});

export const stepFigures = object({
  step: object({
    fromMs: amount(),
    toMs: amount(),
    ratePerS: optional(amount('Absent in a closed loop.')),
    users: optional(positive('Of a closed loop, each of whom sends the next request when the last one is answered.')),
    settleMs: amount("From the step's start: such requests are put to the warm-up."),
    drainMs: optional(amount('Before the end of a level: such requests are put to the drain.')),
  }),
  slo: optional(slo),
  throughput: optional(
    object(
      'Of the measured time of a level of a closed loop; an answer counts by the part of its time that lies in it.',
      {
        answersPerS: amount(),
        interval: optional(
          described('Of the answers per second, with 95 % confidence; absent where they cannot bound it.', interval),
        ),
        eventsPerS: amount(),
      },
    ),
  ),
  inconclusive: optional(text('Why a level of a closed loop says nothing of the service.')),
  unsent: optional(text('Why it was not sent as intended, if the load generator gave out.')),
  ...figureMembers,
});
export type StepFigures = Of<typeof stepFigures>;

export const series = object('The run over time, all phases included.', {
  windowMs: Type.Number({ exclusiveMinimum: 0 }),
  relativeError: amount('Of the percentiles of a window; 0 where each answer was kept.'),
  windows: list(
    object({
      fromMs: amount(),
      intended: count('Requests intended within it.'),
      sent: count('Requests sent within it.'),
      failed: count('Of the intended ones.'),
      inFlight: count("Sent and not ended, at the window's start."),
      inFlightMost: optional(count('The most of 32 instants of the window.')),
      ttfeP50Ms: optional(amount()),
      ttfeP95Ms: optional(amount()),
      ttftP50Ms: optional(amount()),
      ttftP95Ms: optional(amount()),
      e2eP50Ms: optional(amount()),
      e2eP95Ms: optional(amount()),
      operations: optional(
        Type.Record(text(), object({ e2eP50Ms: optional(amount()), e2eP95Ms: optional(amount()) }), {
          description: 'E2E latencies of each operation, of a run with several.',
        }),
      ),
      lagMaxMs: optional(amount('The largest of those that were sent.')),
      uncertainFirst: optional(
        count('Answers of it whose first event came at an unknown time before: `ttfe…` are at most this.'),
      ),
      uncertainContent: optional(
        count('Answers of it whose first event with text came at an unknown time before: `ttft…` are at most this.'),
      ),
      readDelayMaxMs: optional(amount('The largest user timestamp minus kernel timestamp.')),
      events: optional(count('Of the intended ones.')),
      coalesced: optional(count('Read together with the event before.')),
      audioSeconds: optional(amount('Made by the intended ones that are ok.')),
    }),
  ),
});
