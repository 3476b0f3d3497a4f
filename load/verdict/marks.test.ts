import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { foldMarks } from '../figures/marks-fold.ts';
import { randomFrom, type Random } from '../plan/random.ts';
import { header, record } from '../records/records.testing.ts';
import { judgedLoad, loadExitCode } from './judged-load.ts';
import { loadOf } from './judged.testing.ts';
import { marksVerdict, undecidedOperations, type MarksVerdict } from './marks.ts';

type Moment = { readonly atMs: number; readonly others: number; readonly random: Random };

type Simulated = {
  readonly seed: number;
  readonly requests?: number;
  readonly ratePerS?: number;
  /** Of a hundred requests one bursts into twenty. */
  readonly inBursts?: boolean;
  readonly isMissing: (moment: Moment) => boolean;
  /** How long an answer takes. */
  readonly tookMs?: (isMissing: boolean, random: Random) => number;
  /** How many of 12. */
  readonly alone?: number;
};

const someMs = (_: boolean, random: Random): number => 200 + 400 * random();

/** Requests that arrive independently of their answers, in the order of their ends, as they are recorded. */
function verdictOn(simulated: Simulated): MarksVerdict | undefined {
  const { seed, requests = 3000, ratePerS = 50, inBursts = false, isMissing, tookMs = someMs, alone } = simulated;
  const random = randomFrom(seed, 'simulated replies');
  let atMs = 0;
  let ends: readonly number[] = [];
  const all = Array.from({ length: requests }, (_, index) => {
    if (!inBursts || index % 20 === 0) atMs += ((inBursts ? 20_000 : 1000) / ratePerS) * -Math.log1p(-random());
    ends = ends.filter((end) => end > atMs);
    const isLacking = isMissing({ atMs, others: ends.length, random });
    const end = atMs + tookMs(isLacking, random);
    ends = [...ends, end];
    return record(index, { sent: atMs, end, judged: 'others said', ...(isLacking && { broke: 'said' }) });
  });
  const fold = foldMarks({
    ...header.settings,
    ...(alone !== undefined && { saidAlone: { stream: { n: 12, said: alone } } }),
  });
  for (const each of all.toSorted((one, next) => one.end - next.end)) fold.add(each);
  const marks = fold.result();
  return marks && marksVerdict(marks);
}

/** Of these seeds, how many are accused. */
const accusedOf = (seeds: number, of: (seed: number) => MarksVerdict | undefined): number =>
  Array.from({ length: seeds }, (_, seed) => of(seed)).filter((verdict) => verdict?.is === 'wrong').length;

describe('a right service whose bot leaves out marks', () => {
  it('is not accused, whatever share of them it is, and however much is asked of it', () => {
    const property = fc.property(
      fc.record({
        seed: fc.nat(),
        requests: fc.integer({ min: 1, max: 1200 }),
        ratePerS: fc.integer({ min: 1, max: 100 }),
        inBursts: fc.boolean(),
      }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (run, share) => {
        expect(verdictOn({ ...run, isMissing: ({ random }) => random() < share })).toBeUndefined();
      },
    );
    fc.assert(property, { numRuns: 300, seed: 20_261_124 });
  });

  it.each<[string, Pick<Simulated, 'isMissing' | 'tookMs'>]>([
    ['more and more of them', { isMissing: ({ atMs, random }) => random() < atMs / 60_000 }],
    ['all of them from one moment on', { isMissing: ({ atMs }) => atMs > 30_000 }],
    ['all of them for two seconds of each five', { isMissing: ({ atMs }) => atMs % 5_000 < 2_000 }],
    [
      'a third of them, with short replies',
      {
        isMissing: ({ random }) => random() < 0.33,
        tookMs: (isMissing, random) => (isMissing ? 50 : someMs(isMissing, random)),
      },
    ],
    [
      'a third of them, with long replies',
      {
        isMissing: ({ random }) => random() < 0.33,
        tookMs: (isMissing, random) => (isMissing ? 3000 : someMs(isMissing, random)),
      },
    ],
  ])('is not accused where it leaves out %s', (_, behaviour) => {
    expect(accusedOf(60, (seed) => verdictOn({ seed, requests: 2000, ...behaviour }))).toBe(0);
  });

  it('is inconclusive in at most one of a thousand runs, if it leaves out as many when it is asked alone', () => {
    const inconclusive = [0.05, 0.2, 0.5, 0.8]
      .flatMap((share) =>
        Array.from({ length: 500 }, (_, seed) => {
          const random = randomFrom(seed, `asked alone ${share}`);
          const said = Array.from({ length: 12 }, () => random() >= share).filter(Boolean).length;
          const missing = Array.from({ length: 600 }, () => random() < share).filter(Boolean).length;
          const alone = { n: 12, missing: 12 - said };
          const none = { n: 0, missing: 0 };
          const operations = { stream: { n: 600, missing, alone } };
          return marksVerdict({ operations, atMost: 0, few: none, many: none, blocks: 0, meanRank: 0.5 });
        }),
      )
      .filter((verdict) => verdict !== undefined).length;
    expect(inconclusive).toBeLessThanOrEqual(6);
  });
});

describe('replies that are asked for one at a time after a run', () => {
  const none = { n: 0, missing: 0 };
  const marksOf = (stream: object) => ({
    operations: { stream: { n: 600, missing: 0, ...stream } },
    atMost: 0,
    few: none,
    many: none,
    blocks: 0,
    meanRank: 0.5,
  });

  it.each([
    ['a fifth lack marks, and none of the 72', { missing: 120 }, { n: 60, missing: 0 }, 'wrong'],
    ['a half do, and two of the 72', { missing: 300 }, { n: 60, missing: 2 }, 'wrong'],
    ['a half do, and none of the few after it', { missing: 300 }, { n: 4, missing: 0 }, 'inconclusive'],
    ['a half do, and a half after it', { missing: 300 }, { n: 60, missing: 30 }, undefined],
    ['a half do, and a tenth after it', { missing: 300 }, { n: 60, missing: 6 }, 'wrong'],
    ['nine of ten do, and each fifth after it', { missing: 540 }, { n: 10, missing: 5 }, 'inconclusive'],
  ] as const)('decide where %s', (_, run, after, is) => {
    const marks = marksOf({ ...run, alone: { n: 12, missing: 0 }, after });
    expect(marksVerdict(marks)?.is).toBe(is);
  });

  it('are asked for where far more lack marks than before, and only there', () => {
    const before = (missing: number, alone?: object) =>
      undecidedOperations(marksOf({ missing, ...(alone && { alone }) }));
    expect(before(300, { n: 12, missing: 0 })).toEqual(['stream']);
    expect(before(120, { n: 12, missing: 0 })).toEqual(['stream']);
    expect(before(60, { n: 12, missing: 0 })).toEqual([]);
    expect(before(300, { n: 12, missing: 5 })).toEqual([]);
    expect(before(300)).toEqual([]);
    const rising = { ...marksOf({ missing: 300, alone: { n: 12, missing: 0 } }), blocks: 40, meanRank: 0.9 };
    expect(undecidedOperations(rising)).toEqual([]);
  });

  it('accuse no right service whose bot leaves out as many as in the run', () => {
    const accused = [0.05, 0.2, 0.5, 0.8].flatMap((share) =>
      Array.from({ length: 2_000 }, (_, seed) => {
        const random = randomFrom(seed, `asked after ${share}`);
        const missing = (n: number): number => Array.from({ length: n }, random).filter((one) => one < share).length;
        const [alone, after] = [
          { n: 12, missing: missing(12) },
          { n: 60, missing: missing(60) },
        ];
        return marksVerdict(marksOf({ missing: missing(600), alone, after }))?.is;
      }),
    );
    expect(accused.filter((is) => is === 'wrong')).toEqual([]);
  });
});

describe('a service that is wrong under load', () => {
  it.each([
    ['half of the time', 20],
    ['most of the time', 14],
    ['seldom', 26],
  ])('is found where replies are cut off with much in flight, %s', (_, most) => {
    const wrong = accusedOf(10, (seed) => verdictOn({ seed, isMissing: ({ others }) => others > most }));
    expect(wrong).toBe(10);
    const verdict = verdictOn({ seed: 1, isMissing: ({ others }) => others > 20 });
    expect(verdict?.says).toMatch(
      /^a mark is missing in \d+ of \d+ replies with at most \d+ other requests in flight, in \d+ of \d+ with more: .* compare some with those at a lower --rate$/,
    );
  });

  it('is found where its bot leaves out marks besides', () => {
    const isMissing = ({ others, random }: Moment): boolean => others > 20 || random() < 0.2;
    expect(accusedOf(10, (seed) => verdictOn({ seed, isMissing }))).toBe(10);
  });

  it('could not be judged where half of its replies lack marks, and none did that was asked for alone', () => {
    const half = ({ random }: Moment): boolean => random() < 0.5;
    expect(verdictOn({ seed: 3, isMissing: half, alone: 12 })).toMatchObject({
      is: 'inconclusive',
      says: expect.stringMatching(
        /^whether stream replies are right could not be judged: a mark is missing in \d+ of 3000, and before the run, asked one at a time, in 0 of 12 \(p = 0\.000\d+\); run it again at a lower --rate/,
      ),
    });
    // It does so when it is asked alone, too; or nobody knows; or a fifth may be chance.
    expect(verdictOn({ seed: 3, isMissing: half, alone: 7 })).toBeUndefined();
    expect(verdictOn({ seed: 3, isMissing: half })).toBeUndefined();
    const fifth = ({ random }: Moment): boolean => random() < 0.2;
    expect(verdictOn({ seed: 3, isMissing: fifth, alone: 12 })).toBeUndefined();
  });
});

describe('what missing marks come to for a run', () => {
  const loaded = (missing: (index: number) => boolean, slo?: string) =>
    judgedLoad(
      loadOf({
        settings: {
          repeats: 'stream-said',
          saidAlone: { stream: { n: 12, said: 12 } },
          ...(slo !== undefined && { slo }),
        },
        change: (index) => ({ judged: 'said', ...(missing(index) && { broke: 'said' }) }),
      }),
    );

  it('is 2 where replies could not be judged, and no bound on wrong ones is met', () => {
    const load = loaded(() => true, 'wrong<1%, failures<1%');
    expect([load.marksVerdict?.is, loadExitCode(load)]).toEqual(['inconclusive', 2]);
    const because = load.marksVerdict?.says;
    expect(load.slo).toMatchObject({ is: 'inconclusive', bounds: [{ is: 'inconclusive', because }, { is: 'met' }] });
    expect(loadExitCode(loaded(() => true))).toBe(2);
    expect(loadExitCode(loaded(() => true, 'wrong<1%, e2e.p50<1ms'))).toBe(1);
  });

  it('is nothing where a bot leaves out some', () => {
    const load = loaded((index) => index % 5 === 0, 'wrong<1%');
    expect([load.marksVerdict, load.slo?.is, loadExitCode(load)]).toEqual([undefined, 'met', 0]);
    expect(load.marks?.operations).toEqual({ stream: { n: 120, missing: 24, alone: { n: 12, missing: 0 } } });
  });

  it('is 1 where more are missing the more is in flight, with a bound or without', () => {
    const rising = (slo?: string) => {
      const { marks, ...load } = loadOf({ settings: slo === undefined ? {} : { slo } });
      const few = { n: 60, missing: 0 };
      const many = { n: 60, missing: 50 };
      const operations = { stream: { n: 120, missing: 50 } };
      return judgedLoad({ ...load, marks: { operations, atMost: 9, few, many, blocks: 40, meanRank: 0.8, ...marks } });
    };
    const load = rising('wrong<1%, failures<1%');
    expect([load.marksVerdict?.is, loadExitCode(load)]).toEqual(['wrong', 1]);
    const because = load.marksVerdict?.says;
    expect(load.slo).toMatchObject({ is: 'violated', bounds: [{ is: 'violated', because }, { is: 'met' }] });
    expect(loadExitCode(rising())).toBe(1);
  });

  it('counts the other requests in flight when each was sent, within its block of time', () => {
    // Four at a time, of which the last one lacks a mark.
    const change = (index: number) => {
      const sent = Math.floor(index / 4) * 2000 + (index % 4);
      return { intended: sent, sent, end: sent + 100, judged: 'said', ...(index % 4 === 3 && { broke: 'said' }) };
    };
    const { marks } = loadOf({ settings: { repeats: 'stream-said' }, change });
    const [few, many] = [
      { n: 60, missing: 0 },
      { n: 60, missing: 30 },
    ];
    expect(marks).toMatchObject({ blocks: 7, atMost: 1, few, many });
    expect(marks?.meanRank).toBeGreaterThan(0.85);
  });
});
