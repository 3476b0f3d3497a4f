import { shareText } from '../statistics/share-text.ts';
import type { AskedQuantity } from './asked.ts';
import { quantileEffect, runsOf, shareEffect, type Effect, type NoEffect, type ComparedSides } from './effects.ts';
import type { CensoredCounts } from './censored.ts';

/**
 * The effect on a quantity. Times are those of answered requests; where too many requests failed, there is no effect.
 */
export function effectOf(sides: ComparedSides, asked: AskedQuantity): Effect | NoEffect {
  const { name, percent } = asked;
  const effect = percent === undefined ? shareEffect(sides, name) : quantileEffect(sides, name, percent);
  if (effect.is !== 'effect') return effect;
  const because = (percent === undefined ? undefined : survivorsOnly(sides, percent)) ?? censoringOf(sides, asked);
  if (because !== undefined) return { is: 'none', because };
  return name === 'failures' ? { ...effect, ...withErrorStreams(sides, effect) } : effect;
}

/** As in the report of a single run: failures are given as a range where streams ended in an error object. */
function withErrorStreams(sides: ComparedSides, { a, b }: Effect): Pick<Effect, 'atMost'> {
  const runs = runsOf(sides).flatMap((run) => [run.a, run.b]);
  if (runs.every(({ failuresAtMost }) => failuresAtMost === undefined)) return {};
  const effect = shareEffect(sides, 'failures', ({ failuresAtMost, shares }) => failuresAtMost ?? shares.failures);
  if (effect.is !== 'effect') return {};
  const [inA, inB] = [effect.a - a, effect.b - b].map((share) => Number(share.toPrecision(3)));
  const because = `${inA} % of the requests of A and ${inB} % of those of B ended in an error object, and the document does not show whether these failed`;
  return { atMost: { effect, because } };
}

/**
 * As in the report of a single run: where more requests failed than a quantile leaves out, it would describe the
 * answered requests only.
 */
function survivorsOnly(sides: ComparedSides, percent: number): string | undefined {
  const failures = shareEffect(sides, 'failures');
  if (failures.is !== 'effect') return undefined;
  const [side, failed] = failures.a > failures.b ? ['A', failures.a] : ['B', failures.b];
  if (failed <= 100 - percent + 1e-9) return undefined;
  return `${Number(failed.toPrecision(3))} % of the requests of ${side} failed and have no such time`;
}

/**
 * Largest share of requests of unknown goodness: above it the share of good requests is known less precisely than the
 * difference that usually matters.
 */
const mostUnknownGoodput = 0.0025;

/**
 * Why a quantity cannot be compared, as in the report of a single run: at least as many samples as a quantile leaves
 * out are censored or missing. Censored gaps are compared by both ends instead, so for gaps only events count whose
 * position the records do not say.
 */
function censoringOf(sides: ComparedSides, { name, percent = 0 }: AskedQuantity): string | undefined {
  const most = name === 'goodput' ? mostUnknownGoodput : 1 - percent / 100;
  for (const [of, says] of censoringWords[name]) {
    const [a, b] = [shareOf(sides, 'a', of), shareOf(sides, 'b', of)];
    const share = Math.max(a, b);
    if (share > most + 1e-12) return says(shareText(share), a >= b ? 'A' : 'B');
  }
  return undefined;
}

type Says = (share: string, side: 'A' | 'B') => string;

const unread: Says = (share, side) => `in ${share} of the streams of ${side} no event carried text of the reply`;
const first =
  (what: string): Says =>
  (share, side) =>
    `in ${share} of the answers of ${side} the first ${what} arrived at an unknown time before its timestamp`;
const content = [['unread', unread] as const, ['ttft', first('event with text of the reply')] as const];

const censoringWords: { readonly [Name in AskedQuantity['name']]: readonly (readonly [keyof CensoredCounts, Says])[] } =
  {
    ttfe: [['ttfe', first('event')]],
    ttft: content,
    serviceTtft: content,
    gap: [['gap', (share, side) => `${share} of the gaps of ${side} are known only as a range`]],
    goodput: [
      [
        'goodput',
        (share, side) =>
          `whether ${share} of the requests of ${side} meet the SLO is not known: events came in one read`,
      ],
    ],
    // These quantities do not depend on the time of an event.
    ttfb: [],
    e2e: [],
    rtf: [],
    chars: [],
    rate: [],
    failures: [],
    wrong: [],
  };

function shareOf(sides: ComparedSides, side: 'a' | 'b', name: keyof CensoredCounts): number {
  const each = runsOf(sides).map((run) => run[side].censored[name]);
  const sum = (of: (one: CensoredCounts[keyof CensoredCounts]) => number): number =>
    each.reduce((all, one) => all + of(one), 0);
  const all = sum((one) => one.of);
  return all === 0 ? 0 : sum((one) => one.censored) / all;
}
