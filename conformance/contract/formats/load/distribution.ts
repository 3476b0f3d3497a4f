import { Type, type TSchema } from 'typebox';
import { count, list, number, object, optional, pair, portion, positive, described, text, type Of } from '../parts.ts';

export const interval = pair('Bounds that hold the true value with 95 % confidence.');

export const share = object({
  n: count(),
  share: portion(),
  interval,
});
export type Share = Of<typeof share>;

const byQuantile = <Form extends TSchema>(form: Form) => ({
  p50: optional(form),
  p90: optional(form),
  p95: optional(form),
  p99: optional(form),
  p999: optional(form),
});

const maybeNumber = optional(number());

export const distribution = object(
  'In its own unit, milliseconds if the name says so. A quantile for which `n` samples are too few is absent.',
  {
    n: count('Samples.'),
    min: maybeNumber,
    mean: maybeNumber,
    max: maybeNumber,
    ...byQuantile(number()),
    missing: object('Samples that a quantile still needs.', byQuantile(positive())),
    intervals: optional(
      object(
        '95 % confidence, taking into account that requests close in time are correlated; absent if they cannot bound the quantile.',
        { ...byQuantile(interval), mean: optional(interval) },
      ),
    ),
    needed: optional(
      object(
        'About how many samples an interval would need, where there is none for lack of them; correlated samples are worth fewer.',
        { ...byQuantile(positive()), mean: optional(positive()) },
      ),
    ),
    relativeError: optional(
      Type.Number({ exclusiveMinimum: 0, description: 'Error of the quantiles; absent if they are exact.' }),
    ),
    suppressed: optional(
      object('Why a quantile is suppressed although there were enough samples.', byQuantile(text())),
    ),
    asked: optional(
      list(
        object({
          percent: Type.Number({ minimum: 50, maximum: 99.9 }),
          value: maybeNumber,
          missing: optional(positive()),
          interval: optional(interval),
          needed: optional(positive('As for the usual quantiles.')),
          atLeast: maybeNumber,
          suppressed: optional(text()),
        }),
        'Further quantiles, which the SLO asked for.',
      ),
    ),
    ofAll: optional(
      list(
        object({
          percent: Type.Number({ minimum: 50, maximum: 99.9 }),
          failed: described('The share of the requests that had no answer; `n` are those that asked for one.', share),
          value: optional(number('Absent if so many failed that the percentile is one of the failed requests.')),
          missing: optional(positive()),
          interval: optional(interval),
          from: optional(number('The lower bound with 95 % confidence, if the upper one is a failed request.')),
          needed: optional(positive('As for the usual quantiles.')),
          atLeast: optional(
            number('The lower bound, where the value is not known exactly, or some may not have failed.'),
          ),
        }),
        'Percentiles of all requests that ask for it, each failed one as slower than every answer: what a bound of the SLO is judged by. Present if any failed.',
      ),
    ),
    curve: optional(
      list(
        object({
          percent: Type.Number({ minimum: 0, exclusiveMaximum: 100 }),
          value: number(),
          interval: optional(interval),
        }),
        'Every percentile that the samples can show, as finely as a chart does; present for a whole run, and for the E2E latency and the time to first byte of each operation.',
      ),
    ),
    atLeast: optional(
      object(
        'Lower bounds of a quantile, the mean or an end of which only bounds are known; its value is the upper bound.',
        { ...byQuantile(number()), min: maybeNumber, mean: maybeNumber, max: maybeNumber },
      ),
    ),
    unclaimed: optional(text('Why nothing is reported.')),
    bins: optional(
      object('The samples in equal bins, as a histogram shows them; present where the curve is.', {
        from: number('Where the first one begins.'),
        width: Type.Number({ exclusiveMinimum: 0 }),
        counts: list(count(), 'Samples from the start of each to below its end.'),
        above: optional(count('Samples beyond the last one.')),
        ranges: optional(count('Samples known only as a range, which are in no bin; absent if none.')),
      }),
    ),
    curveSuppressed: optional(text('Why the curve ends before the samples do.')),
  },
);
export type Distribution = Of<typeof distribution>;
