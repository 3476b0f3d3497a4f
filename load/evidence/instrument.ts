import type { Instrument } from '../../conformance/contract/formats/load/instrument.ts';
import type { Load } from '../../conformance/contract/formats/load/load.ts';
import { asObject, asNumber, withoutUndefined, type JsonFields } from '../records/narrow.ts';

/** Counts by bucket: `[upper bound in ms, count]`, ascending. */
export type Buckets = Instrument['histograms']['gapMs'];

/** instrument.json: what the load generator records about itself, written during the run and once more at the end. */
export type { Instrument };

/** Seconds of processor time over `wallS`; absent where the system does not report them. */
type Cpu = Instrument['cpu'];

/** A stream from a local emitter whose true times are known, read during the load. */
export type Canary = NonNullable<Load['canary']>;

/** The largest load that this machine observes within 1 ms at p99: `assay calibrate`. */
export type Calibration = NonNullable<Load['calibration']>;

/**
 * Reads instrument.json. Undefined where it is invalid: it is incomplete where the process was killed while writing it.
 */
export function instrumentOf(json: unknown): Instrument | undefined {
  const fields = asObject(json);
  if (fields?.['schema'] !== 'assay.instrument/1') return undefined;
  const [histograms, cpu] = [asObject(fields['histograms']), cpuOf(asObject(fields['cpu']))];
  const [readDelayMs, gapMs] = [bucketsOf(histograms?.['readDelayMs']), bucketsOf(histograms?.['gapMs'])];
  const numbers = numbersNamed(fields, counted);
  if (!readDelayMs || !gapMs || !cpu || !numbers) return undefined;
  const timestamps = fields['timestamps'] === 'kernel' ? 'kernel' : 'user';
  const stampedEvents = asNumber(fields['stampedEvents']);
  const stamped = stampedEvents === undefined ? {} : { stampedEvents };
  return { schema: 'assay.instrument/1', timestamps, histograms: { readDelayMs, gapMs }, cpu, ...numbers, ...stamped };
}

const counted = ['clockSteps', 'ephemeralPortFailures', 'fileHandleFailures', 'events', 'uncertain', 'reads'] as const;

function cpuOf(fields: JsonFields | undefined): Cpu | undefined {
  const over = fields && numbersNamed(fields, ['wallS', 'cores']);
  if (!fields || !over) return undefined;
  const [ownS, systemBusyS, stealS] = ['ownS', 'systemBusyS', 'stealS'].map((name) => asNumber(fields[name]));
  return { ...over, ...withoutUndefined({ ownS, systemBusyS, stealS }) };
}

function numbersNamed<Name extends string>(
  fields: JsonFields,
  names: readonly Name[],
): { readonly [Each in Name]: number } | undefined {
  const numbers = names.map((name) => [name, asNumber(fields[name])] as const);
  if (numbers.some(([, value]) => value === undefined)) return undefined;
  return Object.fromEntries(numbers) as { readonly [Each in Name]: number };
}

function bucketsOf(value: unknown): Buckets | undefined {
  if (!Array.isArray(value)) return undefined;
  const buckets = value.map((each: unknown) => (Array.isArray(each) ? each.map(asNumber) : []));
  const isWhole = buckets.every((each) => each.length === 2 && each.every((one) => one !== undefined));
  return isWhole ? (buckets as unknown as Buckets) : undefined;
}

/** The smallest upper bound that covers at least the share `q` of the counts. Undefined where nothing was counted. */
export function bucketQuantile(buckets: Buckets, q: number): number | undefined {
  const n = buckets.reduce((sum, [, count]) => sum + count, 0);
  let passed = 0;
  return buckets.find(([, count]) => (passed += count) >= q * n - 1e-9 && passed > 0)?.[0];
}

/** The share of the machine's processors that was used, or taken by its host. Undefined where it is not known. */
export function busyShare({ systemBusyS, stealS = 0, wallS, cores }: Cpu): number | undefined {
  return systemBusyS !== undefined && wallS > 0 && cores > 0 ? (systemBusyS + stealS) / (wallS * cores) : undefined;
}

/** The load generator's own share of the processors. */
export function ownShare({ ownS, wallS, cores }: Cpu): number | undefined {
  return ownS !== undefined && wallS > 0 && cores > 0 ? ownS / (wallS * cores) : undefined;
}

/**
 * Merges the instruments of several segments: counts add up, and processor times are those of the busiest machine. A
 * machine that does not report how busy it was counts as the busiest, because the others do not vouch for it.
 */
export function mergedInstrument(each: readonly Instrument[]): Instrument | undefined {
  const [first] = each;
  if (first === undefined) return undefined;
  const sums = counted.map((name) => [name, each.reduce((sum, one) => sum + one[name], 0)]);
  const stampedEvents = each.reduce((sum, one) => sum + (one.stampedEvents ?? 0), 0);
  const byBusy = each.map(({ cpu }) => cpu).toSorted((a, b) => (busyShare(b) ?? 1e9) - (busyShare(a) ?? 1e9));
  return {
    ...first,
    ...(Object.fromEntries(sums) as Pick<Instrument, (typeof counted)[number]>),
    ...(first.stampedEvents !== undefined && { stampedEvents }),
    timestamps: each.every(({ timestamps }) => timestamps === 'kernel') ? 'kernel' : 'user',
    cpu: byBusy[0] ?? first.cpu,
    histograms: {
      readDelayMs: mergedBuckets(each.map(({ histograms }) => histograms.readDelayMs)),
      gapMs: mergedBuckets(each.map(({ histograms }) => histograms.gapMs)),
    },
  };
}

function mergedBuckets(each: readonly Buckets[]): Buckets {
  const counts = new Map<number, number>();
  for (const [upperMs, count] of each.flat()) counts.set(upperMs, (counts.get(upperMs) ?? 0) + count);
  return [...counts].toSorted(([a], [b]) => a - b);
}
