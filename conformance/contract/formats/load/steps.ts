import { Type } from 'typebox';
import { interval, share } from './distribution.ts';
import { figureMembers } from './figures.ts';
import { amount, count, object, saying, text, words, type Of } from '../parts.ts';

/** Why the samples do not decide a bound, whatever was observed. */
const undecided = object(
  {
    is: words(['tooFew', 'tooClose'], {
      description:
        'The samples are too few, or the observed value is too close to the bound for any number to be told.',
    }),
    requests: Type.Optional(
      Type.Integer({
        minimum: 1,
        description:
          'About how many measured requests would decide it in 9 of 10 runs, if the true value is the observed one.',
      }),
    ),
    atLeast: Type.Optional(
      Type.Literal(true, {
        description: 'A confidence interval needs at least so many; whether they decide the bound shows only then.',
      }),
    ),
  },
  { description: 'The 95 % confidence interval has both sides of the bound, or there is none.' },
);

/** One bound in parts: what its text says. */
const sloBound = object({
  quantity: text('As `--slo` names it, such as `ttft`.'),
  statistic: Type.Optional(
    Type.Union(
      [object({ percent: Type.Number({ description: 'A percentile: 99.9 is p99.9.' }) }), words(['mean', 'max'])],
      {
        description: 'Absent for shares and rates.',
      },
    ),
  ),
  relation: words(['<', '<=', '>', '>=']),
  bound: Type.Number({ description: 'In `unit`; seconds are kept as milliseconds.' }),
  unit: words(['ms', '%', '/s', '']),
});

export const slo = object({
  text: text(),
  is: words(['met', 'violated', 'inconclusive']),
  bounds: Type.Array(
    object({
      text: text(),
      of: sloBound,
      is: words(['met', 'violated', 'inconclusive']),
      value: Type.Optional(
        Type.Number({
          description: 'In the unit of the bound. Absent, with `failed`, if it is that of a failed request.',
        }),
      ),
      failed: Type.Optional(
        saying(
          'Present if requests failed: the value is then the percentile of all requests, and each failed one counts as slower than every answer. Their share of the `n` requests that ask for the quantity.',
          share,
        ),
      ),
      best: Type.Optional(
        Type.Number({
          description:
            'The best that it may be, where it is known only to lie between two values, since events were read together; `value` is the worst.',
        }),
      ),
      interval: Type.Optional(interval),
      because: Type.Optional(text('Why it is inconclusive.')),
      undecided: Type.Optional(undecided),
      step: Type.Optional(
        count('Position in `steps` of the step with this value, the worst; present if the rate changes.'),
      ),
    }),
  ),
});

export const stepFigures = object({
  step: object({
    fromMs: amount(),
    toMs: amount(),
    ratePerS: Type.Optional(amount('Absent in a closed loop.')),
    users: Type.Optional(
      Type.Integer({
        minimum: 1,
        description: 'Of a closed loop, each of whom sends the next request when the last one is answered.',
      }),
    ),
    settleMs: amount("From the step's start: such requests are put to the warm-up."),
    drainMs: Type.Optional(amount('Before the end of a level: such requests are put to the drain.')),
  }),
  slo: Type.Optional(slo),
  throughput: Type.Optional(
    object(
      {
        answersPerS: amount(),
        interval: Type.Optional(
          saying('Of the answers per second, with 95 % confidence; absent where they cannot bound it.', interval),
        ),
        eventsPerS: amount(),
      },
      {
        description:
          'Of the measured time of a level of a closed loop; an answer counts by the part of its time that lies in it.',
      },
    ),
  ),
  inconclusive: Type.Optional(text('Why a level of a closed loop says nothing of the service.')),
  unsent: Type.Optional(text('Why it was not sent as intended, if the load generator gave out.')),
  ...figureMembers,
});
export type StepFigures = Of<typeof stepFigures>;

export const series = object(
  {
    windowMs: Type.Number({ exclusiveMinimum: 0 }),
    relativeError: amount('Of the percentiles of a window; 0 where each answer was kept.'),
    windows: Type.Array(
      object({
        fromMs: amount(),
        intended: count('Requests intended within it.'),
        sent: count('Requests sent within it.'),
        failed: count('Of the intended ones.'),
        inFlight: count("Sent and not ended, at the window's start."),
        inFlightMost: Type.Optional(count('The most of 32 instants of the window.')),
        ttfeP50Ms: Type.Optional(amount()),
        ttfeP95Ms: Type.Optional(amount()),
        ttftP50Ms: Type.Optional(amount()),
        ttftP95Ms: Type.Optional(amount()),
        e2eP50Ms: Type.Optional(amount()),
        e2eP95Ms: Type.Optional(amount()),
        operations: Type.Optional(
          Type.Record(Type.String(), object({ e2eP50Ms: Type.Optional(amount()), e2eP95Ms: Type.Optional(amount()) }), {
            description: 'E2E latencies of each operation, of a run with several.',
          }),
        ),
        lagMaxMs: Type.Optional(amount('The largest of those that were sent.')),
        uncertainFirst: Type.Optional(
          count('Answers of it whose first event came at an unknown time before: `ttfe…` are at most this.'),
        ),
        uncertainContent: Type.Optional(
          count('Answers of it whose first event with text came at an unknown time before: `ttft…` are at most this.'),
        ),
        readDelayMaxMs: Type.Optional(amount('The largest user timestamp minus kernel timestamp.')),
        events: Type.Optional(count('Of the intended ones.')),
        coalesced: Type.Optional(count('Read together with the event before.')),
        audioSeconds: Type.Optional(amount('Made by the intended ones that are ok.')),
      }),
    ),
  },
  { description: 'The run over time, all phases included.' },
);
