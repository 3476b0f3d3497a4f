import type { Finding } from '../../conformance/model/run.ts';

/**
 * How often to send it before it counts as gone. `share`: a mistake in so small a share of the responses may be missed
 * nevertheless.
 */
type Times = { readonly most: number; readonly share?: string };

/** More than once, since a service may remember earlier requests, and since a race shows only by chance. */
const times = { usual: 2, byChance: 3 } as const;
/**
 * If one of three servers behind an address has the mistake, a request meets it one time in three: six requests all
 * miss it with 9 %. A check that costs more than two speeches is sent less often.
 */
const ofLittle = { times: 6, mostCredits: 6 } as const;
/**
 * An intermittent mistake is missed with at most this probability, unless that takes more requests than `atMostSent`.
 */
const missedBy = 0.05;
const atMostSent = 30;
/** Smallest number of responses for which a share means something. */
const fewTold = 2;

/**
 * `atMost`: most credits that sending it once takes. `isFewTold`: the shares in the findings are of a handful of
 * responses.
 */
export function timesToSend(
  { atMost, isByChance, isFewTold = false }: { atMost: number; isByChance: boolean; isFewTold?: boolean },
  findings: readonly Finding[],
): Times {
  const least = isByChance ? times.byChance : atMost <= ofLittle.mostCredits ? ofLittle.times : times.usual;
  const rarest = findings
    .flatMap(({ mismatches }) => mismatches.flatMap(({ answers }) => (answers?.comesAndGoes === true ? [answers] : [])))
    .toSorted((one, other) => one.wrong / one.judged - other.wrong / other.judged)
    .at(0);
  if (rarest === undefined) return { most: least };
  const wanted = Math.ceil(Math.log(missedBy) / Math.log(1 - rarest.wrong / rarest.judged));
  if (!isFewTold && rarest.judged > fewTold && wanted <= atMostSent) return { most: Math.max(least, wanted) };
  return { most: atMostSent, share: `${rarest.wrong} of ${rarest.judged}` };
}
