import { describe, expect, it } from 'vitest';
import { properties } from './index.ts';
import type { Property } from './property.ts';
import { casesOf, type Case } from './cases.ts';

/** The values that stand in place of a valid one in the first cases of a property, as JSON. */
function deviationsOf(property: Property, seed: number, count: number): readonly string[] {
  const cases = casesOf([property], seed, { longestText: 40 });
  return Array.from({ length: count }, () => (cases.next().value as Case).input)
    .flatMap((input) => input.flatMap(({ deviation }) => deviation ?? []))
    .filter(({ is }) => is === 'set')
    .map((deviation) => JSON.stringify(deviation));
}

const invalidSpeeches = properties.filter(({ id }) => id === 'speech.generated/rejects-invalid');
const listed = new Set(invalidSpeeches.flatMap((property) => deviationsOf(property, 99, 600)));

describe('what deviates in one thing', () => {
  it.each([1, 2, 3, 4])('comes once before it comes twice, with seed %i', (seed) => {
    const [early] = invalidSpeeches.map((property) => deviationsOf(property, seed, 100));
    expect(new Set(early).size).toBe(early?.length);
    expect(early?.length).toBeGreaterThan(50);
  });

  it.each([1, 2, 3, 4])('comes whole in the cases of a usual run, with seed %i', (seed) => {
    const tried = invalidSpeeches.flatMap((property) => deviationsOf(property, seed, 214));
    expect([...listed].filter((deviation) => !tried.includes(deviation))).toEqual([]);
  });

  it('comes again after all of it', () => {
    const [many] = invalidSpeeches.map((property) => deviationsOf(property, 1, 600));
    const again = many?.filter((deviation) => deviation.includes('alloy,echo'));
    expect(again?.length).toBeGreaterThanOrEqual(3);
  });
});
