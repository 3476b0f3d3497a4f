import { describe, expect, it } from 'vitest';
import { judgedLoad, loadExitCode } from '../verdict/judged-load.ts';
import { loadOf } from '../verdict/judged.testing.ts';
import type { Load } from '../verdict/load.ts';
import type { RequestRecord } from '../records/record.ts';
import { record } from '../records/records.testing.ts';
import { withSampleVerdict, judgedSamplesOf, type JudgedSample, type JudgedSamples } from './judged-samples.ts';

const heardAs = (...samples: readonly JudgedSample[]): JudgedSamples => ({ samples });
const some = (count: number, is: JudgedSample['is']): readonly JudgedSample[] =>
  Array.from({ length: count }, (_, index) => ({ id: `${is}-${index}`, is, because: `${is} ${index}` }));

describe('samples.json', () => {
  it('is read as it was written', () => {
    const heard = heardAs({ id: 'a-1', is: 'right' }, { id: 'a-2', is: 'wrong', because: 'silence' });
    expect(judgedSamplesOf(JSON.parse(JSON.stringify(heard)))).toEqual(heard);
  });
  it.each([
    null,
    {},
    { samples: {} },
    { samples: [null] },
    { samples: [{ id: 1, is: 'right' }] },
    { samples: [{ id: 'a', is: 'x' }] },
  ])('is none where it holds something else: %j', (json) => {
    expect(judgedSamplesOf(json)).toBeUndefined();
  });
});

describe('a record whose answer was decoded', () => {
  const asked = withSampleVerdict(
    heardAs({ id: record(1).id, is: 'wrong', because: 'silence' }, { id: record(2).id, is: 'right' }),
  );
  it('is wrong where its sample is', () => {
    const heard = { outcome: 'wrong', judged: 'decoded', broke: 'decoded', because: 'silence' };
    expect(asked(record(1))).toEqual({ ...record(1), ...heard });
    expect(asked(record(1, { judged: 'type whole' })).judged).toBe('type whole decoded');
    // As older runs have written it down.
    expect(asked(record(1, { outcome: 'wrong', because: 'silence' }))).toEqual({ ...record(1), ...heard });
    expect(asked({ ...record(1), ...heard })).toEqual({ ...record(1), ...heard });
  });
  it('was judged by it where its sample is right, and only once', () => {
    expect(asked(record(2))).toEqual({ ...record(2), judged: 'decoded' });
    expect(asked(record(2, { judged: 'type decoded' })).judged).toBe('type decoded');
  });
  it('stays what it is where it has no sample, or was seen to be wrong or cut off before', () => {
    const before = { ...record(1), outcome: 'wrong', broke: 'whole', because: 'the audio is cut off' };
    for (const each of [record(3), before, record(1, { outcome: 'aborted' })]) expect(asked(each)).toBe(each);
    expect(withSampleVerdict(undefined)(record(1))).toEqual(record(1));
  });
});

describe('a bound on wrong answers', () => {
  const judged = (slo: string, ...samples: readonly JudgedSample[]): Load =>
    judgedLoad(loadOf({ settings: { slo } }), { samplesHeard: heardAs(...samples) });

  it('is missed where more of the samples are wrong than it allows, however few they are of all answers', () => {
    const load = judged(
      'wrong<0.01%, failures<1%',
      ...some(19, 'right'),
      ...some(1, 'wrong'),
      ...some(5, 'inconclusive'),
    );
    expect(load.slo).toMatchObject({
      is: 'violated',
      bounds: [
        { is: 'violated', value: 0, because: 'of 20 samples of the audio that were decoded, 1 is wrong' },
        { is: 'met' },
      ],
    });
    expect(loadExitCode(load)).toBe(1);
    expect(load.samplesHeard).toEqual({ n: 25, right: 19, wrong: 1, inconclusive: 5, because: 'inconclusive 0' });
  });
  it.each([
    // Decoded, of them wrong; then of wrong<10% and of failures<60%.
    [20, 20, 'violated', 'violated'],
    [20, 13, 'violated', 'inconclusive'],
    [20, 3, 'inconclusive', 'met'],
    [20, 1, 'met', 'met'],
    [20, 0, 'met', 'met'],
    [120, 11, 'met', 'met'],
    [120, 13, 'violated', 'met'],
  ] as const)('is judged by the share that the samples show: of %i decoded %i wrong', (decoded, wrong, ...bounds) => {
    const samples = Array.from({ length: decoded }, (_, index) => ({
      id: record(index).id,
      is: index < wrong ? ('wrong' as const) : ('right' as const),
    }));
    const ofSample = withSampleVerdict({ samples });
    const change = (index: number): RequestRecord => ofSample(record(index, { operation: 'speech', judged: 'whole' }));
    const load = judgedLoad(loadOf({ settings: { slo: 'wrong<10%,failures<60%' }, change }));
    expect(load.slo?.bounds.map(({ is }) => is)).toEqual(bounds);
    expect(load.wrongShare?.share).toBeCloseTo(wrong / decoded, 10);
    expect(load.counts.failed).toBe(wrong);
  });
  it('is judged by all answers where it may hold of the samples', () => {
    expect(judged('wrong<2%', ...some(19, 'right'), ...some(1, 'wrong')).slo?.is).toBe('met');
    expect(judged('wrong<0.01%', ...some(20, 'right')).slo?.is).toBe('met');
    expect(judged('wrong<0.01%', ...some(20, 'inconclusive')).slo?.is).toBe('met');
    expect(judged('wrong<2%', ...some(10, 'right'), ...some(10, 'wrong')).slo?.is).toBe('violated');
  });
});
