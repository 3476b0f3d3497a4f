import { describe, expect, it } from 'vitest';
import { canaryOf, type CanaryStreams } from './canary.ts';
import { errorsMs } from './observation.ts';
import type { RequestsHeader } from '../records/requests.ts';
import { header, record } from '../records/records.testing.ts';

const t0 = 1_000_000_000;
const clocked: RequestsHeader = { ...header, t0MonotonicNs: t0 };
const canary = (place: number) =>
  record(-1 - place, {
    id: `c-${place}`,
    intended: place * 1_000,
    end: place * 1_000 + 50,
    events: [place * 1_000 + 20.1, place * 1_000 + 40.4],
  });
const writtenAt = (place: number): readonly [string, readonly number[]] => [
  `c-${place}`,
  [t0 + (place * 1_000 + 20) * 1e6, t0 + (place * 1_000 + 40) * 1e6],
];

describe('the error of an observation', () => {
  it('is the arrival minus the time at which the event was written', () => {
    expect(errorsMs(clocked, canary(0), new Map([writtenAt(0)]))).toEqual([
      expect.closeTo(0.1, 6),
      expect.closeTo(0.4, 6),
    ]);
  });
  it('is not known of what the server did not see, of half a stream, and without a common clock', () => {
    const written = new Map([writtenAt(0)]);
    const { t0MonotonicNs: _, ...clockless } = clocked;
    expect(errorsMs(clocked, canary(1), written)).toEqual([]);
    expect(errorsMs(clocked, { ...canary(0), events: [20.1] }, written)).toEqual([]);
    expect(errorsMs(clockless as RequestsHeader, canary(0), written)).toEqual([]);
  });
});

describe('the canary', () => {
  it('is told by its quantiles and its rate', () => {
    const places = [...Array(50).keys()];
    const told = canaryOf([{ header: clocked, records: places.map(canary), written: new Map(places.map(writtenAt)) }]);
    expect(told).toMatchObject({ events: 100, errorMs: { p50: 0.1, p95: 0.4, p99: 0.4, max: 0.4 } });
    expect(told?.ratePerS).toBeGreaterThan(0);
  });
  it('is that of all segments, whichever comes first', () => {
    const segment = (lateMs: number): CanaryStreams => ({
      header: clocked,
      records: [{ ...canary(0), events: canary(0).events.map((at) => at + lateMs) }],
      written: new Map([writtenAt(0)]),
    });
    const [good, bad] = [segment(0), segment(30)];
    expect(canaryOf([good, bad])).toEqual(canaryOf([bad, good]));
    expect(canaryOf([good, bad])).toMatchObject({ events: 4, errorMs: { p50: 0.4, p99: 30.4 } });
  });
  it('is absent where nothing came', () => {
    expect(canaryOf([{ header: clocked, records: [], written: new Map() }])).toBeUndefined();
  });
});
