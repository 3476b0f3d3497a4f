import type { Breakdown, NearPercentile } from '../../load/figures/breakdown.ts';
import type { Load } from '../../load/verdict/load.ts';
import type { LoadTable } from './load-table.ts';
import { pluralize } from '../text/format.ts';
import { msText } from './format.ts';

/** A part of the total time, with the name that readers see. */
type Part = { readonly name: string; readonly msOf: (near: NearPercentile) => number };

/** The names of the time that is broken down. */
export const brokenDownTimeNames: Readonly<Record<Breakdown['of'], string>> = {
  ttft: 'TTFT',
  ttfe: 'TTFE',
  e2e: 'E2E latency',
};

/** The parts of a bar in the order in which they happen. */
export function barPartsOf(breakdown: Breakdown): readonly Part[] {
  return [...accountedFor, { name: restName(breakdown), msOf: ({ partsMs }) => partsMs.rest }];
}

const accountedFor: readonly Part[] = [
  { name: 'lag', msOf: ({ partsMs }) => partsMs.lag },
  { name: 'connecting', msOf: ({ partsMs: { dns, connect, tls, wait = 0 } }) => dns + connect + tls + wait },
  { name: 'our client', msOf: ({ partsMs }) => partsMs.client },
  { name: 'network', msOf: ({ partsMs }) => partsMs.way },
  { name: 'server (Server-Timing)', msOf: ({ partsMs }) => partsMs.server },
];

/** The name of the rest: without a claim of the server, the rest is mostly the server itself. */
function restName({ claims, transmitted }: Breakdown): string {
  return claims === 0 && transmitted > 0 ? 'server and any proxy' : 'rest';
}

/** What the rest consists of, since nothing accounts for it. */
export function restText({ of, transmitted, claims, n }: Breakdown): string {
  const body = of === 'e2e' ? ', and the way of the answer’s body' : '';
  const ours = transmitted === 0 ? 'our client, the network, ' : '';
  if (claims === 0) return `${ours}the server and any proxy${body}: it sends no Server-Timing`;
  const some = claims < n ? `, and the server in ${n - claims} of ${n} answers, which have no Server-Timing` : '';
  return `${ours}what is in front of the server, and what its Server-Timing leaves out${body}${some}`;
}

/** `≤` where an event came in the same read as a later event: the total, and with it the rest, may be smaller. */
function atMostSign({ ttftMs, ttfeMs, e2eMs }: Load, of: Breakdown['of'], percent: NearPercentile['percent']): string {
  const times = { ttft: ttftMs, ttfe: ttfeMs, e2e: e2eMs }[of];
  return times.atLeast?.[`p${percent}`] === undefined ? '' : '≤ ';
}

export function breakdownTable(load: Load): LoadTable {
  const { breakdown } = load;
  const title = 'Where the time goes';
  if (breakdown === undefined) return { title, lead: '', head: [], rows: [] };
  const whole = brokenDownTimeNames[breakdown.of];
  const rest = restName(breakdown);
  const signOf = ({ percent }: NearPercentile): string => atMostSign(load, breakdown.of, percent);
  return {
    title,
    lead: `What ${whole} is made of: the mean of each part over the requests around a percentile (for p95 those from p93.75 to p96.25: a quarter of the share above it, on both sides), so that the parts add up. ${sources(breakdown)}`,
    head: ['ms', ...breakdown.near.map(({ percent, n }) => `p${percent}, of ${pluralize(n, 'request')}`)],
    rows: [
      [whole, ...breakdown.near.map((near) => `${signOf(near)}${msText(near.totalMs)}`)],
      ...tableParts(breakdown).map(({ name, msOf }) => [
        name,
        ...breakdown.near.map((near) => `${name === rest ? signOf(near) : ''}${msText(msOf(near))}`),
      ]),
      ['not included: waited to be read', ...breakdown.near.map(({ receiveMs }) => msText(receiveMs))],
    ],
  };
}

/** The parts of the table, which are finer than a bar can show. */
function tableParts(breakdown: Breakdown): readonly Part[] {
  return [
    { name: 'lag', msOf: ({ partsMs }) => partsMs.lag },
    { name: 'DNS', msOf: ({ partsMs }) => partsMs.dns },
    { name: 'connect', msOf: ({ partsMs }) => partsMs.connect },
    { name: 'TLS', msOf: ({ partsMs }) => partsMs.tls },
    ...(hasWaits(breakdown) ? [{ name: 'waited for a connection', msOf: waitOf }] : []),
    { name: 'our client', msOf: ({ partsMs }) => partsMs.client },
    { name: 'network', msOf: ({ partsMs }) => partsMs.way },
    // A time that the server does not report is not 0 ms.
    ...(breakdown.claims === 0
      ? []
      : [{ name: 'server (Server-Timing)', msOf: ({ partsMs }: NearPercentile) => partsMs.server }]),
    { name: restName(breakdown), msOf: ({ partsMs }) => partsMs.rest },
  ];
}

/** Older runs counted this time as that of the client. */
function waitOf({ partsMs: { wait = 0 } }: NearPercentile): number {
  return wait;
}

function hasWaits({ near }: Breakdown): boolean {
  return near.some((each) => waitOf(each) > 0);
}

/** The source of each part, and for how many requests it is known. */
function sources(breakdown: Breakdown): string {
  const { n, transmitted, roundTrips, claims, claimsBeyond } = breakdown;
  const of = (some: number): string => (some === n ? '' : ` (known for ${some} of ${n} requests)`);
  return [
    'Lag is the time until a request was sent.',
    ...(hasWaits(breakdown)
      ? ['A request waits for a connection while k6 opens one for it, and takes another that comes free first.']
      : []),
    transmitted === 0
      ? 'The kernel did not say when it sent the requests.'
      : `Our client ends when the kernel sent the last byte${of(transmitted)}.`,
    ...(roundTrips === 0
      ? []
      : [`The network is the shortest round trip that TCP saw on the connection${of(roundTrips)}.`]),
    ...(claims === 0
      ? []
      : [`The server is what its Server-Timing claims${of(claims)}, limited to the time that is left.`]),
    ...(claimsBeyond === 0 ? [] : [`In ${claimsBeyond} answers it claims more time than passed.`]),
    `The rest is ${restText(breakdown)}.`,
    'The time to read an event from the kernel comes after that, and no figure includes it.',
  ].join(' ');
}

/** The breakdown of the highest available percentile in a line. */
export function breakdownLine(load: Load): string | undefined {
  const { breakdown } = load;
  const near = breakdown?.near.at(-1);
  if (breakdown === undefined || near === undefined) return undefined;
  const whole = brokenDownTimeNames[breakdown.of];
  const rest = restName(breakdown);
  const sign = atMostSign(load, breakdown.of, near.percent);
  const parts = barPartsOf(breakdown).flatMap(({ name, msOf }) =>
    msOf(near) === 0 ? [] : [`${name} ${name === rest ? sign : ''}${msText(msOf(near))} ms`],
  );
  return `near p${near.percent}, ${whole} is ${sign}${msText(near.totalMs)} ms: ${parts.join(', ')}`;
}
