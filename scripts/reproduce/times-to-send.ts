import type { Finding } from '../../conformance/model/run.ts';

/** How often it is sent before it is gone. `share`: what came in so few of its answers may be missed even so. */
type Times = { readonly most: number; readonly share?: string };

/** More than once, since a service may remember what it has heard; what happens at the same time decides whether a race shows. */
const times = { usual: 2, byChance: 3 } as const;
/**
 * One of three servers behind an address may have the mistake, and one request meets it one time in three: of six that all
 * miss it there are 9 %. What costs more than two speeches is not sent so often.
 */
const ofLittle = { times: 6, mostCredits: 6 } as const;
/** What comes and goes is missed with so little probability, unless that takes more than this. */
const missedBy = 0.05;
const atMostSent = 30;
/** Of so few times a share says nothing. */
const fewTold = 2;

/** `atMost`: the most credits that it takes once. `isFewTold`: any share that a finding tells is of a handful of times. */
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
