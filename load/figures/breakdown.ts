import type { Load } from '../../conformance/contract/formats/load/load.ts';
import { distributionOf } from '../statistics/distribution.ts';
import { bucketOf } from '../statistics/histogram.ts';
import { rankOf, samplesNeeded } from '../statistics/ranks.ts';
import { isAnswered, type RequestRecord } from '../records/record.ts';
import { collectSamples, roundToUint32 } from '../statistics/samples.ts';

/**
 * The parts of the time from intending a request to its first token, or to the end of a response that is not streamed.
 * They are in the order in which they happen and add up to the whole time. `lag` is the time before it was sent, `wait`
 * the wait for a connection beside opening its own, `client` the time in our client until the kernel sent the last
 * byte, `way` a round trip, `server` what the server claims of the time that is then left, and `rest` the time that
 * nothing accounts for.
 */
export const partNames = ['lag', 'dns', 'connect', 'tls', 'wait', 'client', 'way', 'server', 'rest'] as const;

type PartName = (typeof partNames)[number];

/** Whole microseconds, so that sums do not depend on their order. */
type Split = {
  readonly totalUs: number;
  /** In the order of `partNames`. */
  readonly partsUs: readonly number[];
  /** The server claims more time than passed until the head of its response arrived. */
  readonly claimsBeyond: boolean;
};

/** Tolerance for the claims of servers, which round them. */
const roundingMs = 1;

/**
 * @param untilMs when the first token came; the first event where no content rule is known; the end of a response that
 * is not streamed
 */
export function splitRequestTime(record: RequestRecord, sent: number, untilMs: number): Split {
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
  // Each part takes only what earlier parts left: the round trip was measured at another time and may exceed it, and a
  // claim of the server is not believed beyond the rest.
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

/**
 * The client's own part of a request: from its user timestamp to the kernel's, without the time to get a connection.
 */
function clientMsOf({ sent, transmitted, dnsMs, connectMs, tlsMs, waitedMs }: RequestRecord): number | undefined {
  if (sent === undefined || transmitted === undefined) return undefined;
  return Math.max(0, transmitted - sent - (dnsMs ?? 0) - (connectMs ?? 0) - (tlsMs ?? 0) - (waitedMs ?? 0));
}

function microseconds(ms: number): number {
  return Math.round(ms * 1000);
}

/** The parts of the time to first token, or of the time to the end of the response where nothing is streamed. */
export type Breakdown = NonNullable<Load['breakdown']>;

/** The means over the requests whose time is nearest to a percentile; the parts add up to `totalMs`. */
export type NearPercentile = Breakdown['near'][number];

type BreakdownFold = {
  readonly add: (record: RequestRecord) => void;
  readonly breakdown: () => Breakdown | undefined;
};

const percents = [50, 95, 99] as const;

/**
 * Places in the sums of a bucket: number of requests, total time, each part; then number and time of received
 * responses.
 */
const [count, total, firstPart] = [0, 1, 2];
const [received, receiving] = [firstPart + partNames.length, firstPart + partNames.length + 1];

/**
 * Streams have priority: of a run with both kinds of responses only the streams are reported, as the parts of the two
 * kinds end at different times.
 */
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

/** Sums in buckets of the total time that are 0.8 % wide, so that memory is bounded for any number of requests. */
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
      const { totalUs, partsUs, claimsBeyond } = splitRequestTime(record, record.sent, end);
      const bucket = bucketOf(roundToUint32(totalUs));
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
      // The intervals are left out: they treat requests as independent and are too narrow, as requests close in time
      // are alike.
      const { intervals: _, ...clientMs } = distributionOf(clients);
      const shown = percents.filter((percent) => counts.n >= samplesNeeded(percent / 100));
      const near = shown.map((percent) => nearPercentile(ascending, counts.n, percent));
      return { of, ...counts, clientMs, near };
    },
  };
}

/**
 * Means over the requests whose ranks lie within a quarter of the share above the percentile, on both sides: p37.5 to
 * p62.5, p93.75 to p96.25, p98.75 to p99.25. With few requests it is the percentile alone. Takes whole buckets.
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
