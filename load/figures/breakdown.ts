import type { Load } from '../../conformance/contract/formats/load/load.ts';
import { distributionOf } from '../statistics/distribution.ts';
import { bucketOf } from '../statistics/histogram.ts';
import { rankOf, samplesNeeded } from '../statistics/ranks.ts';
import { isAnswered, type RequestRecord } from '../records/record.ts';
import { collectSamples, wholeOf } from '../statistics/samples.ts';

/**
 * Whose the time between intending a request and its first token was, or the end of an answer that is not streamed, in the order in which they had it; these parts of a
 * request add up to it. `lag` is before it was sent, `wait` what it waited for a connection beside opening its own, `client` our own until the kernel sent its last byte, `way` one round
 * trip, `server` what the server claims of what is left then, and `rest` what nobody accounts for.
 */
export const partNames = ['lag', 'dns', 'connect', 'tls', 'wait', 'client', 'way', 'server', 'rest'] as const;

type PartName = (typeof partNames)[number];

/** In microseconds, whole numbers, so that sums are the same in any order. */
type Split = {
  readonly totalUs: number;
  /** By the names' order. */
  readonly partsUs: readonly number[];
  /** The server claims more than passed until its answer's head was here. */
  readonly claimsBeyond: boolean;
};

/** Servers round what they claim. */
const roundingMs = 1;

/** @param untilMs when the first token came, the first event where no rule tells, or what is not streamed was there */
export function splitOf(record: RequestRecord, sent: number, untilMs: number): Split {
  const {
    intended,
    headers = untilMs,
    dnsMs = 0,
    connectMs = 0,
    tlsMs = 0,
    waitedMs = 0,
    transmitted,
    rttMs = 0,
    serverMs,
  } = record;
  const totalUs = Math.max(0, microseconds(untilMs - intended));
  let leftUs = totalUs;
  // What one has had no other has: a round trip was longer at another time, and a claim is not believed beyond the rest.
  const take = (ms: number): number => {
    const part = Math.min(leftUs, Math.max(0, microseconds(ms)));
    leftUs -= part;
    return part;
  };
  const partsUs = [take(sent - intended), take(dnsMs), take(connectMs), take(tlsMs), take(waitedMs)];
  const opening = dnsMs + connectMs + tlsMs + waitedMs;
  partsUs.push(take(transmitted === undefined ? 0 : transmitted - sent - opening), take(rttMs), take(serverMs ?? 0));
  partsUs.push(leftUs);
  const passedMs = headers - (transmitted ?? sent);
  return { totalUs, partsUs, claimsBeyond: serverMs !== undefined && serverMs > passedMs + roundingMs };
}

/** Our client's own part of a request: from its timestamp to the kernel's, without what it took to have a connection. */
function clientMsOf({ sent, transmitted, dnsMs, connectMs, tlsMs, waitedMs }: RequestRecord): number | undefined {
  if (sent === undefined || transmitted === undefined) return undefined;
  return Math.max(0, transmitted - sent - (dnsMs ?? 0) - (connectMs ?? 0) - (tlsMs ?? 0) - (waitedMs ?? 0));
}

function microseconds(ms: number): number {
  return Math.round(ms * 1000);
}

/** What the time to first token is made of, or where nothing is streamed, that to the end of an answer. */
export type Breakdown = NonNullable<Load['breakdown']>;

/** The means over the requests whose time is nearest to a percentile; the parts add up to `totalMs`. */
export type NearPercentile = Breakdown['near'][number];

type BreakdownFold = {
  readonly add: (record: RequestRecord) => void;
  readonly breakdown: () => Breakdown | undefined;
};

const percents = [50, 95, 99] as const;

/** Of n, total and each part of the requests of a bucket, then of what was received, n and time. */
const [count, total, firstPart] = [0, 1, 2];
const [received, receiving] = [firstPart + partNames.length, firstPart + partNames.length + 1];

/** Streams come first: of a run with both kinds of answers they alone are told, as their parts end at another time. */
export function breakDown(content: string | undefined): BreakdownFold {
  const streamed = breakDownBy(content === undefined ? 'ttfe' : 'ttft');
  const whole = breakDownBy('e2e');
  return {
    add: (record) =>
      (record.firstEvent === undefined && record.firstContent === undefined ? whole : streamed).add(record),
    breakdown: () => streamed.breakdown() ?? whole.breakdown(),
  };
}

const ends: { readonly [Of in Breakdown['of']]: (record: RequestRecord) => number | undefined } = {
  ttft: ({ firstContent }) => firstContent,
  ttfe: ({ firstEvent }) => firstEvent,
  e2e: ({ end }) => end,
};

/** Sums by buckets of the whole time, which are 0.8 % wide: memory for any number of requests. */
function breakDownBy(of: Breakdown['of']): BreakdownFold {
  const buckets = new Map<number, Float64Array>();
  const clients = collectSamples();
  const counts = { n: 0, transmitted: 0, roundTrips: 0, claims: 0, claimsBeyond: 0 };
  const countOf = (record: RequestRecord, claimsBeyond: boolean): void => {
    counts.n += 1;
    if (record.transmitted !== undefined) counts.transmitted += 1;
    if (record.rttMs !== undefined) counts.roundTrips += 1;
    if (record.serverMs !== undefined) counts.claims += 1;
    if (claimsBeyond) counts.claimsBeyond += 1;
  };
  return {
    add: (record) => {
      const end = ends[of](record);
      if (!isAnswered(record) || record.sent === undefined || end === undefined) return;
      const { totalUs, partsUs, claimsBeyond } = splitOf(record, record.sent, end);
      const bucket = bucketOf(wholeOf(totalUs));
      const sums = buckets.get(bucket) ?? new Float64Array(receiving + 1);
      buckets.set(bucket, sums);
      const more = (at: number, by: number): void => {
        sums[at] = (sums[at] ?? 0) + by;
      };
      more(count, 1);
      more(total, totalUs);
      for (let part = 0; part < partsUs.length; part += 1) more(firstPart + part, partsUs[part] ?? 0);
      if (record.receiveMs !== undefined) {
        more(received, 1);
        more(receiving, Math.round(record.receiveMs * 1000));
      }
      const clientMs = clientMsOf(record);
      if (clientMs !== undefined) clients.add(clientMs);
      countOf(record, claimsBeyond);
    },
    breakdown: () => {
      if (counts.n === 0) return undefined;
      const ascending = [...buckets].toSorted(([one], [other]) => one - other).map(([, sums]) => sums);
      // Of single requests, as if those of one time were not alike: the bounds would be too narrow.
      const { intervals: _, ...clientMs } = distributionOf(clients);
      const shown = percents.filter((percent) => counts.n >= samplesNeeded(percent / 100));
      const near = shown.map((percent) => nearPercentile(ascending, counts.n, percent));
      return { of, ...counts, clientMs, near };
    },
  };
}

/**
 * The requests whose ranks lie within a quarter of what is above the percentile, on both sides: from p37.5 to p62.5, from
 * p93.75 to p96.25, from p98.75 to p99.25; of few requests the percentile itself alone. Whole buckets of them.
 */
function nearPercentile(
  ascending: readonly Float64Array[],
  n: number,
  percent: NearPercentile['percent'],
): NearPercentile {
  const [rank, around] = [rankOf(n, percent / 100), Math.floor((n * (100 - percent)) / 400)];
  const [low, high] = [rank - around, rank + around];
  const sums = new Float64Array(receiving + 1);
  let passed = 0;
  for (const each of ascending) {
    const first = passed + 1;
    passed += each[count] ?? 0;
    if (passed < low) continue;
    if (first > high) break;
    each.forEach((sum, at) => {
      sums[at] = (sums[at] ?? 0) + sum;
    });
  }
  const sum = (at: number): number => sums[at] ?? 0;
  const mean = (at: number, of: number): number => Math.round(sum(at) / of) / 1000;
  const meanParts = partNames.map((name, part) => [name, mean(firstPart + part, sum(count))] as const);
  return {
    percent,
    n: sum(count),
    totalMs: mean(total, sum(count)),
    partsMs: Object.fromEntries(meanParts) as { [Name in PartName]: number },
    ...(sum(received) > 0 && { receiveMs: mean(receiving, sum(received)) }),
  };
}
