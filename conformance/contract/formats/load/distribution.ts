import { Type, type TSchema } from 'typebox';
import { count, object, saying, text, type Of } from '../parts.ts';

/** Two bounds, the lower one first. */
export const bounds = (description: string) =>
  Type.Unsafe<[low: number, high: number]>({
    type: 'array',
    items: { type: 'number' },
    minItems: 2,
    maxItems: 2,
    description,
  });

export const interval = bounds('Bounds that hold the true value with 95 % confidence.');

export const portion = Type.Number({ minimum: 0, maximum: 1 });

export const share = object({
  n: count(),
  share: portion,
  interval,
});
export type Share = Of<typeof share>;

const byQuantile = <Form extends TSchema>(form: Form) => ({
  p50: Type.Optional(form),
  p90: Type.Optional(form),
  p95: Type.Optional(form),
  p99: Type.Optional(form),
  p999: Type.Optional(form),
});

const maybeNumber = Type.Optional(Type.Number());

export const distribution = object(
  {
    n: count('Samples.'),
    min: maybeNumber,
    mean: maybeNumber,
    max: maybeNumber,
    ...byQuantile(Type.Number()),
    missing: object(byQuantile(Type.Integer({ minimum: 1 })), { description: 'Samples that a quantile still needs.' }),
    intervals: Type.Optional(
      object(
        { ...byQuantile(interval), mean: Type.Optional(interval) },
        {
          description:
            '95 % confidence, taking into account that requests close in time are correlated; absent if they cannot bound the quantile.',
        },
      ),
    ),
    needed: Type.Optional(
      object(
        { ...byQuantile(Type.Integer({ minimum: 1 })), mean: Type.Optional(Type.Integer({ minimum: 1 })) },
        {
          description:
            'About how many samples an interval would need, where there is none for lack of them; correlated samples are worth fewer.',
        },
      ),
    ),
    relativeError: Type.Optional(
      Type.Number({ exclusiveMinimum: 0, description: 'Error of the quantiles; absent if they are exact.' }),
    ),
    suppressed: Type.Optional(
      object(byQuantile(text()), { description: 'Why a quantile is suppressed although there were enough samples.' }),
    ),
    asked: Type.Optional(
      Type.Array(
        object({
          percent: Type.Number({ minimum: 50, maximum: 99.9 }),
          value: maybeNumber,
          missing: Type.Optional(Type.Integer({ minimum: 1 })),
          interval: Type.Optional(interval),
          needed: Type.Optional(Type.Integer({ minimum: 1, description: 'As for the usual quantiles.' })),
          atLeast: maybeNumber,
          suppressed: Type.Optional(text()),
        }),
        { description: 'Further quantiles, which the SLO asked for.' },
      ),
    ),
    ofAll: Type.Optional(
      Type.Array(
        object({
          percent: Type.Number({ minimum: 50, maximum: 99.9 }),
          failed: saying('The share of the requests that had no answer; `n` are those that asked for one.', share),
          value: Type.Optional(
            Type.Number({ description: 'Absent if so many failed that the percentile is one of the failed requests.' }),
          ),
          missing: Type.Optional(Type.Integer({ minimum: 1 })),
          interval: Type.Optional(interval),
          from: Type.Optional(
            Type.Number({ description: 'The lower bound with 95 % confidence, if the upper one is a failed request.' }),
          ),
          needed: Type.Optional(Type.Integer({ minimum: 1, description: 'As for the usual quantiles.' })),
          atLeast: Type.Optional(
            Type.Number({
              description: 'The lower bound, where the value is not known exactly, or some may not have failed.',
            }),
          ),
        }),
        {
          description:
            'Percentiles of all requests that ask for it, each failed one as slower than every answer: what a bound of the SLO is judged by. Present if any failed.',
        },
      ),
    ),
    curve: Type.Optional(
      Type.Array(
        object({
          percent: Type.Number({ minimum: 0, exclusiveMaximum: 100 }),
          value: Type.Number(),
          interval: Type.Optional(interval),
        }),
        {
          description:
            'Every percentile that the samples can show, as finely as a chart does; present for a whole run, and for the E2E latency and the time to first byte of each operation.',
        },
      ),
    ),
    atLeast: Type.Optional(
      object(
        { ...byQuantile(Type.Number()), min: maybeNumber, mean: maybeNumber, max: maybeNumber },
        {
          description:
            'Lower bounds of a quantile, the mean or an end of which only bounds are known; its value is the upper bound.',
        },
      ),
    ),
    unclaimed: Type.Optional(text('Why nothing is reported.')),
    bins: Type.Optional(
      object(
        {
          from: Type.Number({ description: 'Where the first one begins.' }),
          width: Type.Number({ exclusiveMinimum: 0 }),
          counts: Type.Array(count(), { description: 'Samples from the start of each to below its end.' }),
          above: Type.Optional(count('Samples beyond the last one.')),
          ranges: Type.Optional(count('Samples known only as a range, which are in no bin; absent if none.')),
        },
        { description: 'The samples in equal bins, as a histogram shows them; present where the curve is.' },
      ),
    ),
    curveSuppressed: Type.Optional(text('Why the curve ends before the samples do.')),
  },
  {
    description:
      'In its own unit, milliseconds if the name says so. A quantile for which `n` samples are too few is absent.',
  },
);
export type Distribution = Of<typeof distribution>;
