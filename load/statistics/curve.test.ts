import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { curvePercents, type CurvePoint } from './curve.ts';
import { distributionOf, quantileNames, quantiles } from './distribution.ts';
import { samplesNeeded } from './ranks.ts';
import { collectSamples } from './samples.ts';

function curveFrom(values: readonly number[]): ReturnType<typeof distributionOf> & { curve: readonly CurvePoint[] } {
  const samples = collectSamples();
  values.forEach(samples.add);
  return { curve: [], ...distributionOf(samples, { curve: true }) };
}

const values = fc.array(fc.nat({ max: 1e6 }), { minLength: 1, maxLength: 300 });

describe('the curve of a distribution', () => {
  it('goes through its quantiles, each with its interval', () => {
    fc.assert(
      fc.property(values, (given) => {
        const { curve, intervals, ...told } = curveFrom(given);
        for (const name of quantileNames) {
          const point = curve.find(({ percent }) => Math.abs(percent - quantiles[name] * 100) < 1e-9);
          expect([point?.value, point?.interval]).toEqual([told[name], intervals?.[name]]);
        }
      }),
    );
  });

  it('never falls, and lies within its intervals', () => {
    fc.assert(
      fc.property(values, (given) => {
        const { curve } = curveFrom(given);
        const falls = curve.filter(({ value }, place) => value < (curve[place - 1]?.value ?? 0));
        const outside = curve.filter(({ value, interval: [low, high] = [0, Infinity] }) => value < low || value > high);
        expect({ falls, outside }).toEqual({ falls: [], outside: [] });
      }),
    );
  });

  it('ends where the samples do not suffice, and is absent of nothing', () => {
    const shown = curveFrom(Array.from({ length: 50 }, (_, place) => place)).curve.map(({ percent }) => percent);
    expect(shown).toEqual(curvePercents.filter((percent) => samplesNeeded(percent / 100) <= 50));
    expect(shown.at(-1)).toBe(98);
    expect(distributionOf(collectSamples(), { curve: true })).not.toHaveProperty('curve');
  });
});

it('rises by steps that a chart can show', () => {
  expect(curvePercents.every((percent, place) => percent > (curvePercents[place - 1] ?? -1))).toBe(true);
  expect(curvePercents).toEqual(expect.arrayContaining([0, 50, 90, 95, 99, 99.9, 99.99]));
});
