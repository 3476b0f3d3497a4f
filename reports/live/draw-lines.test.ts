import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LiveElement } from './dom.ts';
import { drawLines } from './draw-lines.ts';
import type { LivePoint } from './live-view.ts';

type Drawn = { readonly name: string; readonly attributes: Readonly<Record<string, string>>; readonly says: string };

/** What is drawn of these values, one a second: the labels of the axis with their heights, and the heights of the line. */
function axisOf(values: readonly (number | null)[], zooms: boolean) {
  const drawn: Drawn[] = [];
  const make = (name: string, attributes: Drawn['attributes'], ...contents: readonly unknown[]): LiveElement => {
    drawn.push({ name, attributes, says: contents.join('') });
    return {} as LiveElement;
  };
  const points = values.map((value, at): LivePoint => [at, value, null, null, 0, 0]);
  drawLines(make, points, [{ place: 1, colour: 'red' }], zooms);
  const labels = drawn
    .filter(
      ({ name, attributes }) => name === 'svg:text' && attributes['text-anchor'] === 'end' && attributes['x'] === '38',
    )
    .map(({ attributes, says }) => ({ value: Number(says), y: Number(attributes['y']) - 4 }));
  const path = drawn.find(({ name }) => name === 'svg:path')?.attributes['d'] ?? '';
  const heights = [...path.matchAll(/[ML][\d.]+ (-?[\d.]+)/g)].map(([, y]) => Number(y));
  return { labels, heights };
}

const value = fc.double({ min: 0.01, max: 1e5, noNaN: true });

describe('a line over time on the live page', () => {
  it('stands where the labels of its axis say, whether it zooms or not', () => {
    fc.assert(
      fc.property(fc.array(value, { minLength: 2, maxLength: 40 }), fc.boolean(), (values, zooms) => {
        const { labels, heights } = axisOf(values, zooms);
        const [first, last] = [labels[0], labels.at(-1)];
        if (first === undefined || last === undefined) throw new Error('no labels');
        const perUnit = (first.y - last.y) / (last.value - first.value);
        expect(first.value).toBeLessThanOrEqual(Math.min(...values));
        expect(last.value).toBeGreaterThanOrEqual(Math.max(...values));
        for (const [at, each] of values.entries())
          expect(heights[at]).toBeCloseTo(first.y - (each - first.value) * perUnit, 0);
      }),
    );
  });
  it('leaves out what is below it only where all of it is far from 0, and the most by a tenth at least', () => {
    fc.assert(
      fc.property(fc.array(value, { minLength: 2, maxLength: 40 }), (values) => {
        const labels = axisOf(values, true).labels.map((label) => label.value);
        const [from, to] = [labels[0] ?? NaN, labels.at(-1) ?? NaN];
        const highest = Math.max(...values);
        expect(axisOf(values, false).labels[0]?.value).toBe(0);
        expect(from === 0 || Math.min(...values) > highest / 2).toBe(true);
        expect(to - from).toBeGreaterThanOrEqual(highest / 10);
      }),
    );
    expect(axisOf([202, 214], true).labels.map(({ value }) => value)).toEqual([200, 220, 240]);
    expect(axisOf([202, 214], false).labels.map(({ value }) => value)).toEqual([0, 250, 500]);
  });
  it('has an axis before anything was measured', () => {
    expect(axisOf([null, null], true).labels.map(({ value }) => value)).toEqual([0, 0.5, 1]);
  });
});
